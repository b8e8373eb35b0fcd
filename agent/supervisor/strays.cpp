#include "agent/supervisor/strays.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include "agent/platform/process_tree.h"

namespace gb {
namespace {

/// Leaders of the runs alive in this process: orphans that became our children can be told to
/// belong to a run only while there is one.
struct LiveLeaders {
  std::mutex mutex;
  std::set<pid_t> leaders;
};

LiveLeaders& live_leaders() {
  static LiveLeaders live;
  return live;
}

bool only_run_alive(pid_t leader) {
  LiveLeaders& live = live_leaders();
  const std::lock_guard lock(live.mutex);
  return live.leaders.size() == 1 && live.leaders.count(leader) == 1;
}

/// Kills and reaps, all but `not_reaped`, until nobody is found or patience ends; returns who was
/// found last.
std::vector<pid_t> end_those(const std::function<std::vector<pid_t>()>& find, pid_t not_reaped,
                             Nanos patience) {
  const Instant until = now() + patience;
  auto pause = std::chrono::milliseconds(2);
  for (;;) {
    std::vector<pid_t> found = find();
    if (found.empty()) return {};
    for (const pid_t process : found) {
      kill(process, SIGKILL);
      // Ours only when it was an orphan; refused, and harmless, otherwise.
      if (process != not_reaped) waitpid(process, nullptr, WNOHANG);
    }
    if (now() > until) return found;
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, std::chrono::milliseconds(100));
  }
}

}  // namespace

Family::Family(pid_t leader, std::string mark) : leader_(leader), mark_(std::move(mark)) {
  for (const ProcessEntry& entry : all_processes()) {
    if (entry.id == leader) start_ticks_ = entry.start_ticks;
  }
  LiveLeaders& live = live_leaders();
  const std::lock_guard lock(live.mutex);
  live.leaders.insert(leader);
}

Family::~Family() {
  LiveLeaders& live = live_leaders();
  const std::lock_guard lock(live.mutex);
  live.leaders.erase(leader_);
}

void Family::signal_group(int signal_number) const { kill(-leader_, signal_number); }

std::vector<pid_t> Family::members() const {
  const pid_t self = getpid();
  const pid_t our_session = getsid(0);
  const bool orphans_are_ours = only_run_alive(leader_);
  const std::vector<ProcessEntry> all = all_processes();
  std::set<pid_t> found = {leader_};
  for (const ProcessEntry& entry : all) {
    if (entry.id == self) continue;
    // A child of ours in a session of its own that we did not start is an orphan we adopted:
    // whatever else this process starts stays in our session.
    const bool adopted = orphans_are_ours && entry.parent == self && entry.session != our_session;
    // What is older than the run is none of its own; but a zombie of an earlier one is still to
    // reap.
    if (entry.start_ticks < start_ticks_ && !(adopted && entry.state == 'Z')) continue;
    if (entry.session == leader_ || entry.group == leader_ || adopted ||
        started_with(entry.id, mark_)) {
      found.insert(entry.id);
    }
  }
  for (bool grew = true; grew;) {  // and their descendants
    grew = false;
    for (const ProcessEntry& entry : all) {
      if (found.count(entry.parent) == 1) grew = found.insert(entry.id).second || grew;
    }
  }
  std::vector<pid_t> members;
  for (const ProcessEntry& entry : all) {
    if (found.count(entry.id) == 0) continue;
    // The leader's own zombie is the caller's, and so keeps its number from being used again.
    // Another zombie that is not our child is its parent's to reap, and that one is killed here
    // too.
    if (entry.state == 'Z' && (entry.id == leader_ || entry.parent != self)) continue;
    members.push_back(entry.id);
  }
  return members;
}

std::vector<pid_t> Family::end_all(Nanos patience) const {
  signal_group(SIGKILL);
  return end_those([this] { return members(); }, leader_, patience);
}

void end_all_marked(const std::string& mark, Nanos patience) {
  end_those(
      [&] {
        std::vector<pid_t> found;
        for (const ProcessEntry& entry : all_processes()) {
          if (entry.id != getpid() && entry.state != 'Z' && started_with(entry.id, mark)) {
            found.push_back(entry.id);
          }
        }
        return found;
      },
      0, patience);
}

}  // namespace gb
