#include "agent/session/session.h"

#include <doctest/doctest.h>

#include <atomic>

#include "coordinator/service/rpc_server.h"
#include "proto/rpc/channel.h"
#include "tests/coordinator/lab/lab_fixture.h"
#include "tests/support/tcp_proxy.h"

using namespace gb;
using namespace gb::test;
using namespace std::chrono_literals;

namespace {

constexpr Backoff::Limits kQuick{.first = 10ms, .most = 100ms, .refused = 10s};

/// A real coordinator that can go away and come back on the same port.
struct Coordinator : LabRoom {
  explicit Coordinator(Nanos lease_span = 30s) : LabRoom(lease_span) { serve(0); }
  ~Coordinator() { stop(); }
  void serve(int port) {
    server = std::move(
        RpcServer::start(*lab, {.address = fmt::format("127.0.0.1:{}", port), .access = nullptr})
            .value());
  }
  void stop() {
    if (server) server->stop();
    server.reset();
    lab.reset();
  }
  std::string submit(std::uint32_t rounds = 1) {
    const auto submitted = lab->submit(matrix("laptop", rounds));
    REQUIRE(submitted);
    return submitted->matrix_id();
  }
  std::unique_ptr<RpcServer> server;
};

/// An agent without an engine: what it is assigned ends when the test says so.
struct FakeAgent {
  explicit FakeAgent(int port, std::uint64_t session_epoch = 1) {
    spool = std::move(Spool::open(folder / "spool").value());
    session = std::make_unique<AgentSession>(
        open_channel(fmt::format("127.0.0.1:{}", port)).value(), *spool,
        SessionHooks{.hello = [session_epoch] { return hello("laptop", session_epoch); },
                     .running = [this] { return running(); },
                     .load =
                         [] {
                           v1::HostLoad load;
                           load.set_load_1m(0.25);
                           return load;
                         },
                     .assigned =
                         [this](const v1::Assign& assign) {
                           const std::lock_guard lock(mutex);
                           assigned.push_back(assign);
                         },
                     .cancelled =
                         [this](const v1::CancelRun& cancel) {
                           const std::lock_guard lock(mutex);
                           cancelled.push_back(cancel.run_id());
                         }},
        kQuick);
    session->start();
  }
  std::vector<v1::RunningRun> running() {
    const std::lock_guard lock(mutex);
    std::vector<v1::RunningRun> runs;
    for (const auto& assign : assigned) {
      runs.emplace_back();
      runs.back().set_run_id(assign.run_id());
      runs.back().set_cell_id(assign.cell_id());
      runs.back().set_fencing_number(assign.fencing_number());
    }
    return runs;
  }
  bool busy() { return !running().empty(); }
  /// The run ends: its report goes to the spool first.
  void finish() {
    v1::Assign assign;
    {
      const std::lock_guard lock(mutex);
      assign = assigned.front();
    }
    REQUIRE(spool->append(done(assign, 1, "x")));
    {
      const std::lock_guard lock(mutex);
      assigned.pop_front();
    }
    session->spooled();
  }
  TemporaryFolder folder;
  std::mutex mutex;
  std::deque<v1::Assign> assigned;
  std::vector<std::string> cancelled;
  std::unique_ptr<Spool> spool;
  std::unique_ptr<AgentSession> session;
};

v1::RunProgress progress_of(const v1::RunningRun& run, std::uint32_t queries_done) {
  v1::RunProgress progress;
  progress.set_run_id(run.run_id());
  progress.set_queries_done(queries_done);
  return progress;
}

}  // namespace

TEST_CASE("a session relays assignment, progress and report, and heartbeats carry the load") {
  Coordinator coordinator;
  FakeAgent agent(coordinator.server->port());
  REQUIRE(eventually([&] { return agent.session->connected(); }));
  const std::string id = coordinator.submit();
  REQUIRE(eventually([&] { return agent.busy(); }));
  agent.session->progress(progress_of(agent.running()[0], 4));
  CHECK(eventually([&] { return coordinator.cell(id).queries_done() == 4; }));
  CHECK(eventually([&] { return coordinator.lab->list_agents()->agents(0).load_1m() == 0.25; }));
  agent.finish();
  CHECK(eventually([&] { return coordinator.lab->matrix(id)->done_count() == 1; }));
  CHECK(eventually([&] { return agent.spool->waiting().empty(); }));
}

TEST_CASE("while operations are timed nothing but heartbeats leaves") {
  Coordinator coordinator;
  FakeAgent agent(coordinator.server->port());
  REQUIRE(eventually([&] { return agent.session->connected(); }));
  const std::string id = coordinator.submit(2);
  REQUIRE(eventually([&] { return agent.busy(); }));
  const v1::RunningRun run = agent.running()[0];
  agent.session->block_began();
  for (std::uint32_t i = 1; i <= 100; ++i) agent.session->progress(progress_of(run, i));
  agent.finish();
  const auto seen = [&] {
    return coordinator.lab->list_agents()->agents(0).last_seen_time().SerializeAsString();
  };
  const std::string before = seen();
  CHECK(eventually([&] { return seen() != before; }));
  std::this_thread::sleep_for(200ms);
  CHECK(coordinator.cell(id).queries_done() == 0);
  CHECK(coordinator.lab->matrix(id)->done_count() == 0);
  agent.session->block_ended();
  CHECK(eventually([&] { return coordinator.lab->matrix(id)->done_count() == 1; }));
}

TEST_CASE(
    "a coordinator that comes back finds its agent, its run and the report made meanwhile (F1)") {
  Coordinator coordinator;
  const int port = coordinator.server->port();
  FakeAgent agent(port);
  const auto connected = [&] { return agent.session->connected(); };
  REQUIRE(eventually(connected));
  const std::string id = coordinator.submit(2);
  REQUIRE(eventually([&] { return agent.busy(); }));
  SUBCASE("while the run goes on") {
    coordinator.stop();
    REQUIRE(eventually([&] { return !agent.session->connected(); }));
    coordinator.reopen();
    coordinator.serve(port);
    REQUIRE(eventually(connected));
    agent.finish();
  }
  SUBCASE("when the run has ended") {
    coordinator.stop();
    agent.finish();
    CHECK(agent.spool->waiting().size() == 1);
    coordinator.reopen();
    coordinator.serve(port);
  }
  REQUIRE(eventually([&] { return coordinator.lab->matrix(id)->done_count() == 1; }));
  // The first attempt counted, and the next cell came.
  REQUIRE(eventually([&] { return agent.busy(); }));
  CHECK(coordinator.lab->matrix(id)->cells(0).attempts() == 1);
  CHECK(coordinator.lab->figures()->reports_accepted == 1);
  agent.finish();
  REQUIRE(eventually([&] { return coordinator.lab->matrix(id)->done_count() == 2; }));
}

TEST_CASE("acknowledgements that are lost cost a second sending and count nothing twice (F10)") {
  Coordinator coordinator;
  TcpProxy proxy(coordinator.server->port());
  FakeAgent agent(proxy.port());
  REQUIRE(eventually([&] { return agent.session->connected(); }));
  const std::string id = coordinator.submit();
  REQUIRE(eventually([&] { return agent.busy(); }));
  proxy.mute_server(true);
  agent.finish();
  REQUIRE(eventually([&] { return coordinator.lab->matrix(id)->done_count() == 1; }));
  CHECK(agent.spool->waiting().size() == 1);
  proxy.cut();
  std::this_thread::sleep_for(50ms);
  proxy.mute_server(false);
  CHECK(eventually([&] { return agent.spool->waiting().empty(); }));
  CHECK(coordinator.lab->list_results({})->results_size() == 1);
  CHECK(coordinator.lab->figures()->reports_accepted == 1);
}

TEST_CASE("a link that breaks again and again loses nothing") {
  // An assignment that is lost with its stream comes again when its lease has run out.
  Coordinator coordinator(1s);
  TcpProxy proxy(coordinator.server->port());
  FakeAgent agent(proxy.port());
  REQUIRE(eventually([&] { return agent.session->connected(); }));
  constexpr std::uint32_t kCells = 10;
  const std::string id = coordinator.submit(kCells);
  for (std::uint32_t i = 0; i < kCells; ++i) {
    REQUIRE(eventually([&] { return agent.busy(); }));
    if (i % 2 == 0) proxy.cut();
    agent.finish();
    if (i % 3 == 0) proxy.cut();
    REQUIRE(eventually([&] { return coordinator.lab->matrix(id)->done_count() == i + 1; }));
  }
  CHECK(coordinator.lab->figures()->reports_accepted == kCells);
  CHECK(coordinator.lab->list_results({})->results_size() == kCells);
}

TEST_CASE(
    "a partition that tells nobody is noticed at both ends within keepalive time and timeout "
    "(F9)") {
  Coordinator coordinator;
  TcpProxy proxy(coordinator.server->port());
  FakeAgent agent(proxy.port());
  REQUIRE(eventually([&] { return agent.session->connected(); }));
  const Instant began = now();
  proxy.mute_both(true);
  CHECK(eventually([&] { return !agent.session->connected(); }));
  CHECK(now() - began < 9s);
  CHECK(eventually([&] { return coordinator.lab->figures()->agents_connected == 0; }));
  proxy.cut();
  std::this_thread::sleep_for(50ms);
  proxy.mute_both(false);
  CHECK(eventually([&] { return agent.session->connected(); }));
}

TEST_CASE("an agent whose name a newer session has is told so and stays out (F16)") {
  Coordinator coordinator;
  FakeAgent newer(coordinator.server->port(), 9);
  REQUIRE(eventually([&] { return newer.session->connected(); }));
  FakeAgent older(coordinator.server->port(), 8);
  REQUIRE(eventually([&] { return !older.session->refusal().empty(); }));
  CHECK(older.session->refusal().find("--name") != std::string::npos);
  CHECK_FALSE(older.session->connected());
  CHECK(newer.session->connected());
}

TEST_CASE("a session that stops waits for the last acknowledgement, but not for ever (F41)") {
  Coordinator coordinator;
  TcpProxy proxy(coordinator.server->port());
  FakeAgent agent(proxy.port());
  REQUIRE(eventually([&] { return agent.session->connected(); }));
  const std::string id = coordinator.submit();
  REQUIRE(eventually([&] { return agent.busy(); }));
  SUBCASE("it comes") {
    agent.finish();
    agent.session->stop(10s);
    CHECK(agent.spool->waiting().empty());
    CHECK(coordinator.lab->matrix(id)->done_count() == 1);
    CHECK(eventually([&] { return coordinator.lab->figures()->agents_connected == 0; }));
  }
  SUBCASE("it does not") {
    proxy.mute_server(true);
    agent.finish();
    const Instant began = now();
    agent.session->stop(200ms);
    CHECK(now() - began < 5s);
    CHECK(agent.spool->waiting().size() == 1);
  }
}

TEST_CASE("a cancel reaches the agent") {
  Coordinator coordinator;
  FakeAgent agent(coordinator.server->port());
  REQUIRE(eventually([&] { return agent.session->connected(); }));
  const std::string id = coordinator.submit();
  REQUIRE(eventually([&] { return agent.busy(); }));
  REQUIRE(coordinator.lab->cancel(id));
  CHECK(eventually([&] {
    const std::lock_guard lock(agent.mutex);
    return agent.cancelled.size() == 1;
  }));
}

TEST_CASE("an agent in the coordinator's own process needs no network") {
  Coordinator coordinator;
  TemporaryFolder folder;
  auto spool = std::move(Spool::open(folder / "spool").value());
  AgentSession session(coordinator.server->in_process_channel(), *spool,
                       SessionHooks{.hello = [] { return hello("laptop"); },
                                    .running = [] { return std::vector<v1::RunningRun>(); },
                                    .load = [] { return v1::HostLoad(); },
                                    .assigned = [](const v1::Assign&) {},
                                    .cancelled = [](const v1::CancelRun&) {}},
                       kQuick);
  session.start();
  CHECK(eventually([&] { return session.connected(); }));
  session.stop(0s);
  CHECK(eventually([&] { return coordinator.lab->figures()->agents_connected == 0; }));
}
