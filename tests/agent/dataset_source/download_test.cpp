#include <doctest/doctest.h>
#include <sys/mount.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <thread>

#include "tests/agent/dataset_source/origin_fixture.h"
#include "tests/support/tcp_proxy.h"

using namespace gb;
using namespace gb::test;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

constexpr int kManyEdges = 60'000;  // about 1.9 MB

Dataset put_recipe(const RealCoordinator& coordinator, const std::string& name) {
  const auto made = generate_dataset(find_recipe(name).value(), coordinator.datasets());
  REQUIRE(made);
  return made->dataset;
}

}  // namespace

TEST_CASE(
    "what the coordinator has is downloaded byte for byte, and is in the cache from then on") {
  const RealCoordinator coordinator;
  for (const std::string name : {"grid-30x30", "friends-1kx10"}) {  // the second lists its files
    CAPTURE(name);
    const Dataset original = put_recipe(coordinator, name);
    Asking agent(coordinator.serving->port);
    std::int64_t last = 0, total = -1;
    const auto obtained = agent.obtain(name, [&](std::int64_t done, std::int64_t of) {
      CHECK(done > last);
      last = done;
      total = of;
    });
    REQUIRE_MESSAGE(obtained, obtained.error().message);
    CHECK(obtained->source == "downloaded");
    CHECK(obtained->note.empty());
    CHECK(last == total);
    CHECK(obtained->dataset.checksum == original.checksum);
    CHECK(obtained->dataset.folder.filename() == original.folder.filename());
    CHECK(support::bytes_below(obtained->dataset.folder) == support::bytes_below(original.folder));
    CHECK(agent.partial().empty());
    CHECK(agent.obtain(name)->source == "cache");
  }
}

TEST_CASE(
    "a dataset that no recipe makes comes from the coordinator, by its name or its checksum") {
  const RealCoordinator coordinator;
  const Dataset real = support::import_edges(coordinator.datasets(), "Real-Graph_1", 100);
  {
    Asking agent(coordinator.serving->port);
    const auto obtained = agent.obtain("Real-Graph_1");
    REQUIRE_MESSAGE(obtained, obtained.error().message);
    CHECK(obtained->source == "downloaded");
    CHECK(obtained->dataset.checksum == real.checksum);
    CHECK(agent.obtain("Real-Graph_1")->source == "cache");
    CHECK(agent.obtain("Real-Graph_1@" + real.checksum)->source == "cache");
  }
  SUBCASE("of several, the one that is pinned") {
    const Dataset other = support::import_edges(coordinator.datasets(), "Real-Graph_1", 200);
    Asking agent(coordinator.serving->port);
    const auto unpinned = agent.obtain("Real-Graph_1");
    REQUIRE_FALSE(unpinned);
    CHECK(unpinned.error().message.find(real.checksum) != std::string::npos);
    CHECK(unpinned.error().message.find(other.checksum) != std::string::npos);
    const auto pinned = agent.obtain("Real-Graph_1@" + other.checksum);
    REQUIRE_MESSAGE(pinned, pinned.error().message);
    CHECK(pinned->dataset.checksum == other.checksum);
  }
  SUBCASE(
      "none with the checksum that is pinned: the message says where was looked and what to do") {
    Asking agent(coordinator.serving->port);
    const auto obtained = agent.obtain("Real-Graph_1@sha256:" + std::string(64, 'a'));
    REQUIRE_FALSE(obtained);
    CHECK(obtained.error().code == ErrorCode::NotFound);
    for (const std::string& word :
         {agent.cache.folder().string(), coordinator.datasets().string(),
          std::string("gb dataset import"), std::string("gb-coordinator --datasets")}) {
      CHECK_MESSAGE(obtained.error().message.find(word) != std::string::npos,
                    obtained.error().message);
    }
  }
}

TEST_CASE("a dataset is generated where the coordinator does not have it") {
  const RealCoordinator coordinator;
  Asking agent(coordinator.serving->port);
  SUBCASE("it has none") {
    const auto obtained = agent.obtain("grid-30x30");
    REQUIRE(obtained);
    CHECK(obtained->source == "generated");
    CHECK(obtained->note.empty());
  }
  SUBCASE("it has one of the same name from another seed") {
    Recipe other = find_recipe("er-1k").value();
    other.seed = 2;
    REQUIRE(generate_dataset(other, coordinator.datasets()));
    const auto obtained = agent.obtain("er-1k");
    REQUIRE(obtained);
    CHECK(obtained->source == "generated");
    CHECK(obtained->dataset.seed == 1);
  }
  SUBCASE("its copy is damaged: with a note that says so") {
    const Dataset original = put_recipe(coordinator, "grid-30x30");
    std::ofstream(original.folder / "nodes" / "Node.csv", std::ios::app) << "900\n";
    const auto obtained = agent.obtain("grid-30x30");
    REQUIRE(obtained);
    CHECK(obtained->source == "generated");
    CHECK(obtained->note.find("not downloaded") != std::string::npos);
    CHECK(obtained->note.find("its manifest says") != std::string::npos);
  }
  SUBCASE("it is an older one that serves no datasets") {
    struct Nothing final : v1::DatasetService::Service {
    } nothing;
    const Serving serving(nothing);
    Asking other(serving.port);
    const auto obtained = other.obtain("grid-30x30");
    REQUIRE(obtained);
    CHECK(obtained->source == "generated");
    CHECK(obtained->note.empty());
  }
  SUBCASE("it is not there: without waiting for it") {
    OriginLimits limits;
    limits.patience = 24h;  // so that waiting for it would never end
    limits.patience_with_recipe = 24h;
    Asking alone(1, limits);
    const auto obtained = alone.obtain("grid-30x30");
    REQUIRE(obtained);
    CHECK(obtained->source == "generated");
    CHECK(obtained->note.find("not downloaded") != std::string::npos);
  }
  SUBCASE("it takes connections and says nothing: soon") {
    OriginLimits limits;
    limits.patience = 24h;
    limits.patience_with_recipe = 200ms;
    TcpProxy silent(coordinator.serving->port);
    silent.mute_both(true);
    Asking patient(silent.port(), limits);
    const auto obtained = patient.obtain("grid-30x30");
    REQUIRE(obtained);
    CHECK(obtained->source == "generated");
    CHECK(obtained->note.find("did not answer within 200ms") != std::string::npos);
  }
  SUBCASE("it has it, and is too busy to send it: soon") {
    RealCoordinator busy({.streams = 0});
    put_recipe(busy, "grid-30x30");
    OriginLimits limits;
    limits.patience = 24h;
    limits.patience_with_recipe = 300ms;
    Asking hurried(busy.serving->port, limits);
    const auto obtained = hurried.obtain("grid-30x30");
    REQUIRE(obtained);
    CHECK(obtained->source == "generated");
    CHECK(obtained->note.find("limit of this coordinator") != std::string::npos);
  }
}

TEST_CASE("a corrupt copy in the cache is replaced by the coordinator's") {
  const RealCoordinator coordinator;
  const Dataset real = support::import_edges(coordinator.datasets(), "real", 100);
  Asking agent(coordinator.serving->port);
  const fs::path mine = agent.obtain("real")->dataset.folder;
  std::ofstream(mine / "rels" / "EDGE.csv", std::ios::app) << "x";
  const auto obtained = agent.obtain("real");
  REQUIRE_MESSAGE(obtained, obtained.error().message);
  CHECK(obtained->source == "repaired");
  CHECK(obtained->note.find("moved aside") != std::string::npos);
  CHECK(support::bytes_below(mine) == support::bytes_below(real.folder));
}

TEST_CASE("a connection that is cut in the middle costs what was on its way, not the download") {
  const RealCoordinator coordinator;
  const Dataset real = support::import_edges(coordinator.datasets(), "real", kManyEdges);
  TcpProxy proxy(coordinator.serving->port);
  Asking agent(proxy.port());
  int cuts = 0;
  std::int64_t least = 0;
  const auto obtained = agent.obtain("real", [&](std::int64_t done, std::int64_t) {
    CHECK(done > least);  // never anew
    least = done;
    if (cuts < 3 && done > (cuts + 1) * 300'000) {
      ++cuts;
      proxy.cut();
    }
  });
  REQUIRE_MESSAGE(obtained, obtained.error().message);
  CHECK(obtained->source == "downloaded");
  CHECK(cuts == 3);
  CHECK(support::bytes_below(obtained->dataset.folder) == support::bytes_below(real.folder));
}

TEST_CASE("a download that was stopped goes on the next time, after hashing what is there anew") {
  const RealCoordinator coordinator;
  const Dataset real = support::import_edges(coordinator.datasets(), "real", kManyEdges);
  Asking agent(coordinator.serving->port);
  std::stop_source stop;
  const auto stopped = agent.obtain(
      "real",
      [&](std::int64_t done, std::int64_t) {
        if (done > 700'000) stop.request_stop();
      },
      stop.get_token());
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().code == ErrorCode::Cancelled);
  REQUIRE(agent.partial().size() == 1);
  const fs::path edges = agent.partial()[0] / "rels" / "EDGE.csv";
  const std::int64_t there = folder_bytes(agent.partial()[0]);
  CHECK(there > 500'000);

  std::int64_t first = 0;
  const auto note_first = [&](std::int64_t done, std::int64_t) {
    if (first == 0) first = done;
  };
  SUBCASE("") {
    const auto obtained = agent.obtain("real", note_first);
    REQUIRE_MESSAGE(obtained, obtained.error().message);
    CHECK(first > there);
  }
  SUBCASE("a byte of it has changed meanwhile: that file is fetched again") {
    std::fstream file(agent.partial()[0] / "nodes" / "Node.csv",
                      std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(1000);
    file.put('!');
    REQUIRE(file);
    file.close();
    const auto obtained = agent.obtain("real", note_first);
    REQUIRE_MESSAGE(obtained, obtained.error().message);
    CHECK(obtained->source == "downloaded");
  }
  SUBCASE(
      "somebody put links and other files there: they are removed, nothing is written through") {
    const fs::path victim = agent.folder.write("victim", "mine");
    fs::remove(edges);
    fs::create_symlink(victim, edges);
    fs::remove_all(agent.partial()[0] / "nodes");
    fs::create_directory_symlink(agent.folder.path(), agent.partial()[0] / "nodes");
    std::ofstream(agent.partial()[0] / "extra") << "x";
    const auto obtained = agent.obtain("real");
    REQUIRE_MESSAGE(obtained, obtained.error().message);
    CHECK(read_file(victim) == "mine");
  }
  CHECK(support::bytes_below(agent.cache.folder() / real.folder.filename()) ==
        support::bytes_below(real.folder));
  CHECK(agent.partial().empty());
}

TEST_CASE("two agents that share a cache download a dataset once") {
  const RealCoordinator coordinator;
  support::import_edges(coordinator.datasets(), "real", kManyEdges);
  Asking first(coordinator.serving->port);
  Asking second(coordinator.serving->port);
  second.cache = DatasetCache(first.cache.folder());
  std::string sources[2];
  std::thread other([&] {
    const auto obtained = second.obtain("real");
    sources[1] = obtained ? obtained->source : obtained.error().message;
  });
  const auto obtained = first.obtain("real");
  sources[0] = obtained ? obtained->source : obtained.error().message;
  other.join();
  std::sort(std::begin(sources), std::end(sources));
  CHECK(sources[0] == "cache");
  CHECK(sources[1] == "downloaded");
}

TEST_CASE("a dataset larger than the disk is refused before a byte of it is fetched") {
  const RealCoordinator coordinator;
  support::import_edges(coordinator.datasets(), "real", kManyEdges);
  Asking agent(coordinator.serving->port);
  fs::create_directories(agent.cache.folder());
  if (::mount("tmpfs", agent.cache.folder().c_str(), "tmpfs", 0, "size=1m") != 0) {
    MESSAGE("not run: no permission to mount a small file system");
    return;
  }
  const auto obtained = agent.obtain("real");
  const bool clean = agent.partial().empty();
  ::umount2(agent.cache.folder().c_str(), MNT_DETACH);
  REQUIRE_FALSE(obtained);
  CHECK(obtained.error().code == ErrorCode::ResourceExhausted);
  CHECK_MESSAGE(obtained.error().message.find("free") != std::string::npos,
                obtained.error().message);
  CHECK(clean);
}

TEST_CASE("beyond its limit of streams a coordinator asks to come back, and the agent does") {
  RealCoordinator coordinator({.streams = 0});
  support::import_edges(coordinator.datasets(), "real", 100);
  OriginLimits limits;
  limits.patience = 500ms;
  Asking agent(coordinator.serving->port, limits);
  const auto refused = agent.obtain("real");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::Unavailable);
  CHECK(refused.error().message.find("limit of this coordinator") != std::string::npos);
}

TEST_CASE("a coordinator that stops does not wait for a download") {
  auto coordinator = std::make_unique<RealCoordinator>();
  support::import_edges(coordinator->datasets(), "real",
                        300'000);  // more than is on its way at once
  OriginLimits limits;
  limits.patience = 500ms;
  Asking agent(coordinator->serving->port, limits);
  std::thread stopper;
  const auto obtained = agent.obtain("real", [&](std::int64_t, std::int64_t) {
    if (!stopper.joinable()) stopper = std::thread([&] { coordinator.reset(); });
    std::this_thread::sleep_for(50ms);
  });
  const Instant began = now();
  stopper.join();
  CHECK(now() - began < 5s);
  REQUIRE_FALSE(obtained);
  CHECK(agent.partial().size() == 1);  // to go on with
}
