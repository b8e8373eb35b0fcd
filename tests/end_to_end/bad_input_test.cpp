#include <doctest/doctest.h>
#include <signal.h>

#include <filesystem>
#include <fstream>

#include "tests/support/lab_process.h"

namespace fs = std::filesystem;
using namespace gb::testing;
using gb::TemporaryFolder;

namespace {

bool says(const Finished& done, const std::string& words) {
  return done.err.find(words) != std::string::npos;
}

Finished gb_run(const TemporaryFolder& folder, std::vector<std::string> more) {
  more.insert(more.begin(),
              {"run", "--datasets", folder / "datasets", "--out", folder / "results"});
  return run(bin("gb"), more);
}

}  // namespace

TEST_CASE("unknown names are refused with what there is, exit code 64") {
  const TemporaryFolder folder;
  const Finished engine = gb_run(folder, {"--workload", "micro-read", "--engines", "oraqle"});
  CHECK(engine.exit_code == 64);
  CHECK(says(engine, "oraqle"));
  CHECK(says(engine, "sqlite-mem"));

  const Finished workload = gb_run(folder, {"--workload", "micro-raed", "--engines", "sqlite"});
  CHECK(workload.exit_code == 64);
  CHECK(says(workload, "micro-raed"));
  CHECK(says(workload, "micro-read"));

  const Finished scale =
      gb_run(folder, {"--workload", "micro-read", "--engines", "sqlite", "--scale", "sf1000"});
  CHECK(scale.exit_code == 64);
  CHECK(says(scale, "sf1000"));
  CHECK(says(scale, "smoke"));
  CHECK_FALSE(fs::exists(folder / "results"));
}

TEST_CASE("a command line that makes no sense is 64 and points at the help") {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"frobnicate"},
        {"run"},
        {"run", "--workload", "micro-read", "--engines", "sqlite", "--operations", "0"},
        {"run", "--workload", "micro-read", "--engines", "sqlite", "--warm-up", "2"},
        {"report", "--format", "yaml"},
        {"dataset", "generate", "grid", "--rows", "0", "--cols", "3"},
        {"dataset", "generate", "grid-7x7777"},
        {"workload", "show", "nothing"},
        {"report", "--results", "/nonexistent/results"}}) {
    const Finished done = run(bin("gb"), words);
    INFO(done.err);
    CHECK(done.exit_code == 64);
    CHECK_FALSE(done.err.empty());
  }
  CHECK(run(bin("gb"), {"--help"}).exit_code == 0);
  CHECK(run(bin("gb"), {"run", "--help"}).out.find("Example") != std::string::npos);
}

TEST_CASE("a lab that is not there is 5, and the message says how to start one") {
  const Finished done = run(bin("gb"), {"--coordinator", "127.0.0.1:1", "agent", "list"});
  CHECK(done.exit_code == 5);
  CHECK(says(done, "gb-coordinator"));
}

TEST_CASE("a bad matrix is refused whole, with line and column for its text") {
  const LabProcesses lab;
  const auto submit = [&](const std::string& toml) {
    const fs::path file = lab.folder() / "bad.toml";
    std::ofstream(file) << toml;
    return lab.gb({"matrix", "submit", file});
  };
  const Finished malformed = submit("name = \"x\"\nengines = [\"sqlite\",\nworkloads = 3\n");
  CHECK(malformed.exit_code == 64);
  CHECK(says(malformed, "bad.toml:3:"));

  const Finished key = submit("enginse = [\"sqlite\"]\n");
  CHECK(key.exit_code == 64);
  CHECK(says(key, "bad.toml:1:"));
  CHECK(says(key, "enginse"));

  const Finished empty = submit("name = \"x\"\n");
  CHECK(empty.exit_code == 64);
  CHECK(says(empty, "the matrix names no"));

  const Finished machine = submit(
      "engines = [\"sqlite\"]\nworkloads = [\"micro-read\"]\nscales = [\"smoke\"]\nmachines = "
      "[\"mainframe\"]\n");
  CHECK(machine.exit_code == 64);
  CHECK(says(machine, "mainframe"));

  const Finished listed = lab.gb({"matrix", "list", "--json"});
  CHECK(listed.exit_code == 0);
  CHECK(listed.out.find("matrix_id") == std::string::npos);  // nothing was stored
}

TEST_CASE("more cells than the limit are refused, both numbers said") {
  LabProcesses lab;
  lab.start_agent("alpha");
  REQUIRE(lab.gb({"agent", "list", "--wait", "1"}).exit_code == 0);
  const Finished done =
      lab.gb({"matrix", "submit", lab.write_matrix("[\"alpha\"]", "rounds = 4000000000\n")});
  CHECK(done.exit_code == 64);
  CHECK(says(done, "8000000000"));
  CHECK(says(done, "100000"));
}

TEST_CASE("a taken port and a store in use end the coordinator with 5 and a reason") {
  const LabProcesses lab;
  const TemporaryFolder other;
  const Finished grpc = run(bin("gb-coordinator"),
                            {"--data", other / "a", "--grpc", lab.grpc(), "--http", "127.0.0.1:0"});
  CHECK(grpc.exit_code == 5);
  CHECK(says(grpc, lab.grpc()));
  const std::string http = lab.http().substr(7);
  const Finished web =
      run(bin("gb-coordinator"), {"--data", other / "b", "--grpc", "127.0.0.1:0", "--http", http});
  CHECK(web.exit_code == 5);
  CHECK(says(web, http.substr(http.rfind(':') + 1) + " on 127.0.0.1 is taken"));
  const Finished store = run(
      bin("gb-coordinator"),
      {"--data", lab.folder() / "coordinator", "--grpc", "127.0.0.1:0", "--http", "127.0.0.1:0"});
  CHECK(store.exit_code == 5);
  CHECK(says(store, "store.db"));
  const Finished open = run(bin("gb-coordinator"), {"--data", other / "c", "--grpc", "0.0.0.0:0",
                                                    "--http", "127.0.0.1:0"});
  CHECK(open.exit_code == 64);
  CHECK(says(open, "loopback"));
}

TEST_CASE("a store written by a newer version is left alone: 5, both versions named") {
  TemporaryFolder folder;
  const std::vector<std::string> words = {"--data",      folder / "data", "--grpc",
                                          "127.0.0.1:0", "--http",        "127.0.0.1:0"};
  const fs::path store = folder / "data" / "store.db";
  {
    Process coordinator(bin("gb-coordinator"), words);
    REQUIRE(eventually([&] { return fs::exists(folder / "data" / "endpoints"); }));
    coordinator.signal(SIGTERM);
    REQUIRE(coordinator.wait().exit_code == 0);
  }
  {
    // The user version of an SQLite file is the big-endian word at byte 60 of its header.
    std::fstream file(store, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(60);
    file.write("\0\0\x03\xe7", 4);
  }
  const Finished done = run(bin("gb-coordinator"), words);
  CHECK(done.exit_code == 5);
  CHECK(says(done, "999"));
  CHECK(says(done, "newer"));
}
