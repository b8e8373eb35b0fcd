#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace gb::testing {

/// What a program left behind.
struct Finished {
  int exit_code = -1;  // 128 + signal when a signal ended it
  std::string out, err;
};

/// A child process of a test, killed with the test at the latest. Output goes to files, so that
/// nothing ever blocks it.
class Process {
 public:
  Process(const std::filesystem::path& program, const std::vector<std::string>& arguments,
          const std::map<std::string, std::string>& environment = {});
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  pid_t id() const { return id_; }
  void signal(int number) const;
  bool running();
  /// Kills with SIGKILL when it does not end in time.
  Finished wait(std::chrono::seconds patience = std::chrono::seconds(60));
  std::string err() const;

 private:
  std::filesystem::path folder_;
  pid_t id_ = -1;
  bool ended_ = false;
  int status_ = 0;
};

/// Runs to the end.
Finished run(const std::filesystem::path& program, const std::vector<std::string>& arguments,
             const std::map<std::string, std::string>& environment = {},
             std::chrono::seconds patience = std::chrono::seconds(120));

/// Process ids whose command line contains every one of these texts; zombies do not count.
std::vector<pid_t> processes_with(const std::vector<std::string>& texts);

/// A program of this build: bin("gb").
std::filesystem::path bin(const std::string& name);

/// Waits until `condition()` holds; false after `patience`.
template <class Condition>
bool eventually(Condition condition, std::chrono::milliseconds patience = std::chrono::seconds(20));

}  // namespace gb::testing

#include <thread>

template <class Condition>
bool gb::testing::eventually(Condition condition, std::chrono::milliseconds patience) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return true;
}
