#include "agent/platform/process_tree.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "agent/platform/system.h"

#if defined(__linux__)
#include <sys/prctl.h>
#endif

namespace gb {

ProcessEntry process_entry_in(const std::string& stat_line) {
  ProcessEntry entry;
  // The name stands in parentheses and may contain more of them, so the last one counts.
  const auto name_end = stat_line.rfind(')');
  if (name_end == std::string::npos) return entry;
  std::istringstream words(stat_line.substr(name_end + 1));
  if (!(words >> entry.state >> entry.parent >> entry.group >> entry.session)) return entry;
  std::string skipped;
  for (int field = 7; field < 22; ++field) words >> skipped;
  if (!(words >> entry.start_ticks)) return entry;
  entry.id = static_cast<pid_t>(std::atol(stat_line.c_str()));
  return entry;
}

std::vector<ProcessEntry> all_processes() {
  std::vector<ProcessEntry> found;
  std::error_code failed;
  std::filesystem::directory_iterator folders("/proc", failed);
  for (; !failed && folders != std::filesystem::directory_iterator(); folders.increment(failed)) {
    const std::string name = folders->path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    const ProcessEntry entry = process_entry_in(small_file("/proc/" + name + "/stat"));
    if (entry.id != 0) found.push_back(entry);
  }
  return found;
}

bool started_with(pid_t process, const std::string& assignment) {
  std::ifstream file("/proc/" + std::to_string(process) + "/environ", std::ios::binary);
  for (std::string entry; std::getline(file, entry, '\0');) {
    if (entry == assignment) return true;
  }
  return false;
}

void adopt_orphans() {
#if defined(__linux__)
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
#endif
}

}  // namespace gb
