#pragma once

#include <doctest/doctest.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <thread>
#include <vector>

#include "agent/platform/process_tree.h"
#include "agent/supervisor/supervisor.h"

namespace gb::testing {

using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;

/// A folder of the test's own, removed at its end.
struct Scratch {
  Scratch() {
    std::string name = std::filesystem::temp_directory_path() / "gb-supervisor-XXXXXX";
    REQUIRE(mkdtemp(name.data()) != nullptr);
    folder = name;
    std::filesystem::create_directory(folder / "notes");
  }
  ~Scratch() { std::filesystem::remove_all(folder); }
  std::filesystem::path folder;
};

inline bool alive(pid_t process) {
  for (const ProcessEntry& entry : all_processes()) {
    if (entry.id == process) return entry.state != 'Z';
  }
  return false;
}

inline bool eventually(const std::function<bool()>& holds, Nanos patience = 5s) {
  const Instant until = now() + patience;
  while (!holds()) {
    if (now() > until) return false;
    std::this_thread::sleep_for(5ms);
  }
  return true;
}

/// Process ids the stub noted under a name.
inline std::vector<pid_t> noted(const Scratch& scratch, const std::string& name) {
  std::ifstream file(scratch.folder / "notes" / name);
  std::vector<pid_t> processes;
  for (pid_t process = 0; file >> process;) processes.push_back(process);
  return processes;
}

inline graphbench::v1::RunRequest request_for(const Scratch& scratch, const std::string& behaviour,
                                              Nanos deadline = 20s) {
  static int runs = 0;
  graphbench::v1::RunRequest request;
  request.set_run_id("run-" + std::to_string(++runs));
  request.set_cell_id(request.run_id());
  request.set_workload(behaviour);
  request.set_dataset_folder(scratch.folder / "notes");
  request.mutable_settings()->set_run_deadline_nanos(static_cast<std::uint64_t>(deadline.count()));
  return request;
}

/// Where the callbacks of one run end up.
class Told {
 public:
  std::function<void(const graphbench::v1::RunnerEvent&)> event() {
    return [this](const graphbench::v1::RunnerEvent& event) {
      const std::lock_guard lock(mutex_);
      events_.push_back(event);
      changed_.notify_all();
    };
  }
  std::function<void(const RunOutcome&)> ended() {
    return [this](const RunOutcome& outcome) {
      const std::lock_guard lock(mutex_);
      outcomes_.push_back(outcome);
      changed_.notify_all();
    };
  }
  RunOutcome wait_for_end() {
    std::unique_lock lock(mutex_);
    const bool came = changed_.wait_for(lock, 30s, [this] { return !outcomes_.empty(); });
    REQUIRE(came);
    return outcomes_.front();
  }
  void wait_for_phase(graphbench::v1::RunPhase phase) {
    std::unique_lock lock(mutex_);
    const bool came = changed_.wait_for(lock, 30s, [&] {
      for (const auto& event : events_) {
        if (event.has_phase() && event.phase().phase() == phase) return true;
      }
      return false;
    });
    REQUIRE(came);
  }
  std::size_t end_count() {
    const std::lock_guard lock(mutex_);
    return outcomes_.size();
  }
  std::size_t event_count() {
    const std::lock_guard lock(mutex_);
    return events_.size();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<graphbench::v1::RunnerEvent> events_;
  std::vector<RunOutcome> outcomes_;
};

}  // namespace gb::testing
