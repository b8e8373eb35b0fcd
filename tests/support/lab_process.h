#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/process.h"
#include "tests/support/temporary_folder.h"

namespace gb::testing {

/// A lab of real programs: gb-coordinator and agents on free ports, with short leases, each
/// restartable on its own data.
class LabProcesses {
 public:
  /// coordinator: its data folder; empty: one in the lab's own.
  explicit LabProcesses(const std::filesystem::path& coordinator = {});
  ~LabProcesses();

  void start_coordinator();  // again on the same ports, when there was one before
  /// data: its folder; empty: one in the lab's own.
  void start_agent(const std::string& name, const std::filesystem::path& data = {});

  Process& coordinator() { return *coordinator_; }
  Process& agent(const std::string& name) { return *agents_.at(name); }

  /// gb against this lab.
  Finished gb(std::vector<std::string> arguments,
              std::chrono::seconds patience = std::chrono::seconds(180)) const;
  std::unique_ptr<Process> start_gb(std::vector<std::string> arguments) const;

  /// A matrix file of micro-read at smoke with few operations; returns its path.
  std::filesystem::path write_matrix(const std::string& machines,
                                     const std::string& more = "") const;

  /// Live gb-runner processes of this lab's agents.
  std::vector<pid_t> runners() const;

  const std::filesystem::path& folder() const { return folder_.path(); }
  std::string http() const { return http_; }
  std::string grpc() const { return grpc_; }

 private:
  TemporaryFolder folder_;
  std::filesystem::path coordinator_data_;
  std::string grpc_ = "127.0.0.1:0";
  std::string http_ = "http://127.0.0.1:0";
  std::unique_ptr<Process> coordinator_;
  std::map<std::string, std::unique_ptr<Process>> agents_;
};

}  // namespace gb::testing
