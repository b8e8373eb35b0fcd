#include "tests/support/lab_process.h"

#include <signal.h>

#include <fstream>
#include <stdexcept>

#include "core/base/id.h"

namespace gb::testing {
namespace fs = std::filesystem;

LabProcesses::LabProcesses(const fs::path& coordinator)
    : coordinator_data_(coordinator.empty() ? folder_ / "coordinator" : coordinator) {
  start_coordinator();
}

LabProcesses::~LabProcesses() {
  for (auto& [name, agent] : agents_) {
    if (agent->running()) agent->signal(SIGTERM);
  }
  for (auto& [name, agent] : agents_) (void)agent->wait(std::chrono::seconds(15));
  if (coordinator_->running()) coordinator_->signal(SIGTERM);
  (void)coordinator_->wait(std::chrono::seconds(15));
}

void LabProcesses::start_coordinator() {
  const fs::path endpoints = coordinator_data_ / "endpoints";
  std::error_code ignored;
  fs::remove(endpoints, ignored);
  coordinator_ = std::make_unique<Process>(
      bin("gb-coordinator"),
      std::vector<std::string>{"--data", coordinator_data_, "--grpc", grpc_, "--http",
                               http_.substr(std::string("http://").size()), "--lease", "2s",
                               "--grace", "1s", "--heartbeat", "500ms"});
  if (!eventually([&] { return fs::exists(endpoints) || !coordinator_->running(); }) ||
      !fs::exists(endpoints)) {
    throw std::runtime_error("gb-coordinator did not start: " + coordinator_->err());
  }
  std::ifstream lines(endpoints);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("grpc=")) grpc_ = line.substr(5);
    if (line.starts_with("http=")) http_ = line.substr(5);
  }
}

void LabProcesses::start_agent(const std::string& name, const fs::path& data) {
  agents_[name] = std::make_unique<Process>(
      bin("gb-agent"), std::vector<std::string>{"--name", name, "--coordinator", grpc_, "--data",
                                                data.empty() ? folder_ / name : data, "--datasets",
                                                folder_ / "datasets"});
}

Finished LabProcesses::gb(std::vector<std::string> arguments, std::chrono::seconds patience) const {
  arguments.insert(arguments.begin(), {"--coordinator", grpc_});
  return run(bin("gb"), arguments, {}, patience);
}

std::unique_ptr<Process> LabProcesses::start_gb(std::vector<std::string> arguments) const {
  arguments.insert(arguments.begin(), {"--coordinator", grpc_});
  return std::make_unique<Process>(bin("gb"), arguments);
}

fs::path LabProcesses::write_matrix(const std::string& machines, const std::string& more) const {
  const fs::path file = folder_ / ("matrix-" + new_uuid_v7() + ".toml");
  std::ofstream(file)
      << "name = \"test\"\nengines = [\"sqlite\", \"sqlite-mem\"]\nworkloads = [\"micro-read\"]\n"
      << "scales = [\"smoke\"]\nmachines = " << machines
      << "\nwarm_up = \"100ms\"\noperations = 50\n"
      << more;
  return file;
}

std::vector<pid_t> LabProcesses::runners() const {
  return processes_with({"gb-runner", folder_.path().string()});
}

}  // namespace gb::testing
