#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace gb {

/// One process as /proc shows it at a moment.
struct ProcessEntry {
  pid_t id = 0, parent = 0, group = 0, session = 0;
  char state = '?';               // 'Z': ended, not yet reaped
  std::uint64_t start_ticks = 0;  // since boot; with `id` it names one process for ever
};

/// All processes of this machine this process may see. Empty where there is no /proc.
std::vector<ProcessEntry> all_processes();

/// Reads one line of /proc/<pid>/stat, whose second field may hold any character. id 0: not
/// readable.
ProcessEntry process_entry_in(const std::string& stat_line);

/// Whether the process was started with `NAME=value` in its environment. False when it may not be
/// asked.
bool started_with(pid_t process, const std::string& assignment);

/// From now on, orphans among this process's descendants become its children instead of init's.
void adopt_orphans();

}  // namespace gb
