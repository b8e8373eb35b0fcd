#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/clock.h"

namespace gb {

/// Every process that a run's child started, whatever it did to get away: double forks, sessions of
/// its own, another environment.
class Family {
 public:
  /// leader: the child, alone in its session. mark: the "NAME=value" in its environment.
  Family(pid_t leader, std::string mark);
  ~Family();
  Family(const Family&) = delete;
  Family& operator=(const Family&) = delete;

  /// To the whole process group at once.
  void signal_group(int signal_number) const;

  /// Kills all of them, and those they start meanwhile, and reaps what became our child; the leader
  /// itself is left to be reaped by the caller. Returns who is still there after `patience`: that
  /// needs a process stuck in the kernel.
  std::vector<pid_t> end_all(Nanos patience) const;

 private:
  std::vector<pid_t> members() const;

  pid_t leader_;
  std::string mark_;
  std::uint64_t start_ticks_ = 0;
};

/// Kills every process that carries the mark: what a run left behind whose supervisor was killed.
void end_all_marked(const std::string& mark, Nanos patience);

}  // namespace gb
