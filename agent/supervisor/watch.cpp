#include "agent/supervisor/watch.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <utility>

#include "agent/pipe/pipe.h"
#include "agent/supervisor/output_tail.h"
#include "agent/supervisor/strays.h"

namespace gb {
namespace {

namespace v1 = graphbench::v1;

/// How long killed processes may take to be gone before we report them instead.
constexpr Nanos kPatience = std::chrono::seconds(10);

/// Only for systems without pidfd: how often to look whether the child ended.
constexpr int kLookMillis = 50;

bool ended(pid_t process) {
  siginfo_t info{};
  // WNOWAIT: the zombie stays, so that its number still means this process group when we kill it.
  return waitid(P_PID, static_cast<id_t>(process), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
         info.si_pid == process;
}

class Watch {
 public:
  Watch(Spawned child, const std::string& mark, const WatchLimits& limits,
        const WatchOrders& orders, const std::function<void(const v1::RunnerEvent&)>& event)
      : child_(std::move(child)),
        family_(child_.process, mark),
        orders_(orders),
        event_(event),
        deadline_(now() + limits.deadline) {
    facts_.deadline = limits.deadline;
    facts_.grace = limits.grace;
  }

  RunFacts follow() {
    while (!ended(child_.process)) {
      wait();
      read_output(1);
      read_events();
      obey();
    }
    // What was sent before the end is still in the pipe; a stray may hold it open for ever.
    read_events();
    facts_.still_there = family_.end_all(kPatience);
    waitpid(child_.process, &facts_.wait_status, 0);
    read_events();
    read_output(64);
    if (facts_.stopped == StopCause::Nothing && !facts_.document && !facts_.problem &&
        reader_.left_over() > 0) {
      stop(StopCause::BrokenPipeTalk, "its last event did not come whole");
    }
    facts_.last_words = last_words(tail_.text());
    return std::move(facts_);
  }

 private:
  void wait() {
    std::array<pollfd, 4> sources{{{orders_.wake, POLLIN, 0},
                                   {child_.handle.get(), POLLIN, 0},
                                   {child_.output.get(), POLLIN, 0},
                                   {child_.events.get(), POLLIN, 0}}};  // a closed one is ignored
    const Instant next = kill_at_.value_or(deadline_);
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(next - now()).count();
    int timeout = static_cast<int>(std::clamp<std::int64_t>(left, 0, 3'600'000));
    if (child_.handle.get() < 0) timeout = std::min(timeout, kLookMillis);
    poll(sources.data(), sources.size(), timeout);
    woken_ = (sources[0].revents & POLLIN) != 0;
  }

  /// Reads what is there, at most `rounds` buffers of it, so that a flood never keeps us from the
  /// deadline. A closed end closes ours.
  template <class Take>
  void read_some(Descriptor& source, int rounds, const Take& take) {
    std::array<char, 1U << 16U> buffer;
    for (int round = 0; round < rounds && source.get() >= 0; ++round) {
      const ssize_t count = read(source.get(), buffer.data(), buffer.size());
      if (count > 0) {
        take(std::string_view(buffer.data(), static_cast<std::size_t>(count)));
      } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
        source.reset();
      } else if (errno == EAGAIN) {
        return;
      }
    }
  }

  void read_output(int rounds) {
    read_some(child_.output, rounds, [this](std::string_view bytes) { tail_.append(bytes); });
  }

  void read_events() {
    const bool was_open = child_.events.get() >= 0;
    // Enough for the largest event; after it the loop looks at the deadline again.
    read_some(child_.events, 1100, [this](std::string_view bytes) {
      if (facts_.stopped == StopCause::BrokenPipeTalk) return;
      reader_.append(bytes);
      take_events();
    });
    if (was_open && child_.events.get() < 0) expect_end();
  }

  void take_events() {
    for (;;) {
      auto next = reader_.next();
      if (!next) return stop(StopCause::BrokenPipeTalk, next.error().message);
      if (!*next) return;
      take(**next);
      if (facts_.stopped == StopCause::BrokenPipeTalk) return;
    }
  }

  void take(v1::RunnerEvent& event) {
    if (!greeted_) {
      if (!event.has_hello()) {
        return stop(StopCause::BrokenPipeTalk, "its first event is no greeting");
      }
      if (event.hello().protocol() != kPipeProtocol) {
        return stop(StopCause::BrokenPipeTalk,
                    fmt::format("it speaks protocol {} and this agent {}: install both from one "
                                "release",
                                event.hello().protocol(), kPipeProtocol));
      }
      greeted_ = true;
    }
    if (facts_.document || facts_.problem) return;  // they are the last by contract
    if (event.has_document()) {
      facts_.document = std::move(*event.mutable_document());
      expect_end();
    } else if (event.has_problem()) {
      facts_.problem = std::move(*event.mutable_problem());
      expect_end();
    } else {
      if (event.has_phase()) facts_.phase = event.phase().phase();
      event_(event);
    }
  }

  /// From here on the child has nothing more to say and is given the grace to end.
  void expect_end() {
    if (!kill_at_) kill_at_ = now() + facts_.grace;
  }

  void obey() {
    if (woken_) {
      const std::string reason = orders_.cancel_reason();
      if (!reason.empty()) stop(StopCause::Cancelled, reason);
    }
    const bool has_spoken = facts_.document || facts_.problem;
    if (facts_.stopped == StopCause::Nothing && !has_spoken && now() >= deadline_) {
      stop(StopCause::OverDeadline, "");
    }
    if (kill_at_ && now() >= *kill_at_ && !ended(child_.process)) {
      if (facts_.stopped == StopCause::Nothing) {
        facts_.stopped = StopCause::NeverEnding;
      }
      facts_.needed_kill = true;
      family_.signal_group(SIGKILL);
      kill_at_ = now() + kPatience;
    }
  }

  void stop(StopCause cause, std::string reason) {
    if (facts_.stopped != StopCause::Nothing) return;
    facts_.stopped = cause;
    facts_.stop_reason = std::move(reason);
    family_.signal_group(SIGTERM);
    kill_at_ = now() + facts_.grace;
  }

  Spawned child_;
  Family family_;
  const WatchOrders& orders_;
  const std::function<void(const v1::RunnerEvent&)>& event_;
  Instant deadline_;
  std::optional<Instant> kill_at_;
  EventReader reader_;
  OutputTail tail_;
  RunFacts facts_;
  bool greeted_ = false;
  bool woken_ = false;
};

}  // namespace

RunFacts watch_run(Spawned child, const std::string& mark, const WatchLimits& limits,
                   const WatchOrders& orders,
                   const std::function<void(const v1::RunnerEvent&)>& event) {
  return Watch(std::move(child), mark, limits, orders, event).follow();
}

}  // namespace gb
