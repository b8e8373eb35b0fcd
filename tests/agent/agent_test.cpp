#include "agent/agent.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "coordinator/service/rpc_server.h"
#include "core/base/file.h"
#include "proto/rpc/channel.h"
#include "tests/coordinator/lab/lab_fixture.h"

using namespace gb;
using namespace gb::test;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

const fs::path kBin = GB_BIN_DIR;

/// As eventually, for what real engines do on a busy machine.
bool in_time(const std::function<bool()>& what) {
  for (int i = 0; i < 6; ++i) {
    if (eventually(what)) return true;
  }
  return false;
}

struct Coordinator : LabRoom {
  explicit Coordinator(Nanos lease_span = 30s) : LabRoom(lease_span) {
    server =
        std::move(RpcServer::start(*lab, {.address = "127.0.0.1:0", .access = nullptr}).value());
  }
  ~Coordinator() { server->stop(); }

  std::string address() const { return fmt::format("127.0.0.1:{}", server->port()); }
  std::string submit(const v1::MatrixSpec& spec) {
    const auto submitted = lab->submit(spec);
    REQUIRE_MESSAGE(submitted, submitted.error().message);
    return submitted->matrix_id();
  }
  bool ended(const std::string& id) {
    return lab->matrix(id)->state() != v1::MatrixView::STATE_RUNNING;
  }
  bool measuring(const std::string& id) {
    return cell(id).phase() == v1::RUN_PHASE_MEASURE || cell(id).phase() == v1::RUN_PHASE_WARM;
  }
  std::unique_ptr<RpcServer> server;
};

AgentConfig config(const fs::path& data) {
  AgentConfig config;
  config.name = "laptop";
  config.data_folder = data;
  config.runner = kBin / "gb-runner";
  config.terminate_grace = 500ms;
  return config;
}

v1::MatrixSpec quick_matrix() {
  v1::MatrixSpec spec = matrix("laptop");
  spec.mutable_engines(0)->set_name("sqlite-mem");
  spec.mutable_settings()->set_operations(20);
  spec.mutable_settings()->set_warm_up_nanos(0);
  return spec;
}

/// Warms up for so long that a test can do its worst meanwhile.
v1::MatrixSpec long_matrix() {
  v1::MatrixSpec spec = quick_matrix();
  spec.mutable_settings()->set_warm_up_nanos(60'000'000'000);
  return spec;
}

bool connected(Coordinator& coordinator) {
  return coordinator.lab->figures()->agents_connected == 1;
}

/// The processes that run gb-runner below this data folder.
std::vector<pid_t> runners_of(const fs::path& data) {
  std::vector<pid_t> found;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    std::ifstream file(entry.path() / "cmdline", std::ios::binary);
    const std::string line((std::istreambuf_iterator<char>(file)),
                           std::istreambuf_iterator<char>());
    if (line.find("gb-runner") != std::string::npos &&
        line.find(data.string()) != std::string::npos) {
      found.push_back(static_cast<pid_t>(std::stol(name)));
    }
  }
  return found;
}

/// gb-agent as a process of its own.
struct AgentProcess {
  AgentProcess(const fs::path& data, const std::string& coordinator) {
    const std::string log = (data.parent_path() / "agent.log").string();
    const std::string program = (kBin / "gb-agent").string();
    pid = ::fork();
    if (pid == 0) {
      ::dup2(::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644), 2);
      ::execl(program.c_str(), program.c_str(), "--name", "laptop", "--data", data.c_str(),
              "--coordinator", coordinator.c_str(), static_cast<char*>(nullptr));
      ::_exit(127);
    }
  }
  ~AgentProcess() {
    if (pid > 0) end(SIGKILL);
  }
  int end(int signal) {
    ::kill(pid, signal);
    int status = 0;
    ::waitpid(pid, &status, 0);
    pid = -1;
    return status;
  }
  pid_t pid = -1;
};

}  // namespace

TEST_CASE("an agent makes the runs of a matrix with a real engine and reports what they measured") {
  Coordinator coordinator;
  const TemporaryFolder folder;
  Agent agent(config(folder / "laptop"), open_channel(coordinator.address()).value());
  REQUIRE(agent.start());
  REQUIRE(in_time([&] { return agent.connected(); }));
  const auto known = coordinator.lab->list_agents()->agents(0);
  CHECK(known.sync_median_nanos() >= 0);
  CHECK(known.engines_size() >= 3);
  CHECK_FALSE(known.host_summary().empty());

  v1::MatrixSpec spec = quick_matrix();
  spec.add_engines()->set_name("sqlite");
  const std::string id = coordinator.submit(spec);
  REQUIRE(in_time([&] { return coordinator.ended(id); }));
  const auto view = coordinator.lab->matrix(id);
  for (const auto& cell : view->cells()) {
    CAPTURE(cell.reason());
    CHECK(cell.end() == v1::CELL_END_DONE);
    CHECK(cell.failed_count() == 0);
    CHECK_FALSE(cell.partial());
  }
  const auto results = coordinator.lab->list_results({});
  REQUIRE(results->results_size() == 2);
  const auto result = coordinator.lab->result(results->results(0).run_id());
  const auto document = decode_document(result->document(), "document");
  REQUIRE(document);
  CHECK(document->queries.size() == 9);
  CHECK(document->gb->machine == "laptop");
  CHECK(document->gb->group_id == id);
  CHECK(sha256_hex(result->document()) == results->results(0).document_sha256());
}

TEST_CASE("a cell this machine cannot serve ends as input_missing with what is wrong") {
  Coordinator coordinator;
  const TemporaryFolder folder;
  Agent agent(config(folder / "laptop"), open_channel(coordinator.address()).value());
  REQUIRE(agent.start());
  REQUIRE(in_time([&] { return connected(coordinator); }));
  v1::MatrixSpec spec = quick_matrix();
  std::string word;
  SUBCASE("another version is asked for") {
    spec.mutable_engines(0)->set_version("99.1");
    word = "99.1";
  }
  SUBCASE("the library lies where nobody allowed it") {
    (*spec.mutable_engines(0)->mutable_settings())["lib"] = (folder / "evil.so").string();
    word = "evil.so";
  }
  const std::string id = coordinator.submit(spec);
  REQUIRE(in_time([&] { return coordinator.ended(id); }));
  CHECK(coordinator.cell(id).end() == v1::CELL_END_INPUT_MISSING);
  CHECK(coordinator.cell(id).reason().find(word) != std::string::npos);
}

TEST_CASE("a cancelled run is killed and reported") {
  Coordinator coordinator;
  const TemporaryFolder folder;
  Agent agent(config(folder / "laptop"), open_channel(coordinator.address()).value());
  REQUIRE(agent.start());
  REQUIRE(in_time([&] { return connected(coordinator); }));
  const std::string id = coordinator.submit(long_matrix());
  REQUIRE(in_time([&] { return coordinator.measuring(id); }));
  CHECK(runners_of(folder.path()).size() == 1);
  REQUIRE(coordinator.lab->cancel(id));
  REQUIRE(in_time([&] { return coordinator.ended(id); }));
  CHECK(coordinator.cell(id).end() == v1::CELL_END_CANCELLED);
  CHECK(runners_of(folder.path()).empty());
}

TEST_CASE("an agent that is asked to stop hands its run back and leaves nothing behind (F41)") {
  Coordinator coordinator;
  const TemporaryFolder folder;
  const fs::path data = folder / "laptop";
  AgentProcess first(data, coordinator.address());
  REQUIRE(in_time([&] { return connected(coordinator); }));
  const std::string id = coordinator.submit(long_matrix());
  REQUIRE(in_time([&] { return coordinator.measuring(id); }));
  const int status = first.end(SIGTERM);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  CHECK(runners_of(data).empty());
  // Long before its lease of 30 s has run out.
  CHECK(coordinator.cell(id).state() == v1::CellView::STATE_QUEUED);
  CHECK(coordinator.cell(id).reason().find("the agent was stopped") != std::string::npos);
}

TEST_CASE("a run whose agent is killed is made again by its successor, and no process stays (F6)") {
  Coordinator coordinator(1s);
  const TemporaryFolder folder;
  const fs::path data = folder / "laptop";
  AgentProcess first(data, coordinator.address());
  REQUIRE(in_time([&] { return connected(coordinator); }));
  v1::MatrixSpec spec = quick_matrix();
  spec.mutable_settings()->set_warm_up_nanos(1'000'000'000);
  const std::string id = coordinator.submit(spec);
  REQUIRE(in_time([&] { return coordinator.measuring(id); }));
  first.end(SIGKILL);
  CHECK(in_time([&] { return runners_of(data).empty(); }));
  AgentProcess second(data, coordinator.address());
  REQUIRE(in_time([&] { return coordinator.ended(id); }));
  CHECK(coordinator.cell(id).end() == v1::CELL_END_DONE);
  CHECK(coordinator.cell(id).attempts() == 2);
  CHECK(coordinator.lab->list_results({})->results_size() == 1);
  CHECK(second.end(SIGTERM) == 0);
}

TEST_CASE("a killed runner costs an attempt, not the matrix") {
  Coordinator coordinator;
  const TemporaryFolder folder;
  Agent agent(config(folder / "laptop"), open_channel(coordinator.address()).value());
  REQUIRE(agent.start());
  REQUIRE(in_time([&] { return connected(coordinator); }));
  v1::MatrixSpec spec = quick_matrix();
  spec.mutable_settings()->set_warm_up_nanos(500'000'000);
  const std::string id = coordinator.submit(spec);
  REQUIRE(in_time([&] { return coordinator.measuring(id); }));
  const auto runners = runners_of(folder.path());
  REQUIRE(runners.size() == 1);
  ::kill(runners[0], SIGKILL);
  REQUIRE(in_time([&] { return coordinator.ended(id); }));
  CHECK(coordinator.cell(id).end() == v1::CELL_END_DONE);
  CHECK(coordinator.cell(id).attempts() == 2);
}

TEST_CASE("an agent with a configuration that cannot work does not start, and says why") {
  const TemporaryFolder folder;
  AgentConfig wrong = config(folder / "laptop");
  ErrorCode code = ErrorCode::InvalidArgument;
  std::string word;
  SUBCASE("name") {
    wrong.name = "My Laptop";
    word = "My Laptop";
  }
  SUBCASE("machine class") {
    wrong.machine_class = "fast";
    word = "controlled";
  }
  SUBCASE("label") {
    wrong.labels = {"a/b"};
    word = "a/b";
  }
  SUBCASE("limit of the datasets' folder") {
    wrong.dataset_limit = "plenty";
    word = "\"plenty\" is no size";
  }
  SUBCASE("runner") {
    wrong.runner = folder / "no-runner";
    code = ErrorCode::NotFound;
    word = "--runner";
  }
  Agent agent(wrong, open_channel("127.0.0.1:1").value());
  const auto started = agent.start();
  REQUIRE_FALSE(started);
  CHECK(started.error().code == code);
  CHECK(started.error().message.find(word) != std::string::npos);
}

TEST_CASE("a second agent on one data folder is refused") {
  const TemporaryFolder folder;
  Agent first(config(folder / "laptop"), open_channel("127.0.0.1:1").value());
  REQUIRE(first.start());
  Agent second(config(folder / "laptop"), open_channel("127.0.0.1:1").value());
  const auto started = second.start();
  REQUIRE_FALSE(started);
  CHECK(started.error().code == ErrorCode::Unavailable);
}
