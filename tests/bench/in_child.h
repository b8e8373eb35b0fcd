#pragma once

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <optional>

namespace gb::bench {

/// What one piece of work did and took.
struct Measured {
  double seconds = 0;
  double cpu_seconds = 0;
  double peak_mib = 0;  // of the whole process, some 5 MiB of which are the program itself
  std::int64_t count = 0;
  std::int64_t bytes = 0;
};

struct Work {
  std::int64_t count = 0;  // edges
  std::int64_t bytes = 0;
  bool done = false;
};

/// Runs work() in a process of its own, so that its peak memory is its own too. Nothing when it
/// failed. The caller has no other threads.
template <class Body>
std::optional<Measured> in_child(const Body& work) {
  int ends[2];  // NOLINT: pipe() wants it so
  if (::pipe(ends) != 0) return std::nullopt;
  const pid_t child = ::fork();
  if (child < 0) return std::nullopt;
  if (child == 0) {
    Measured measured;
    const auto begin = std::chrono::steady_clock::now();
    const Work work_done = work();
    measured.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    measured.count = work_done.count;
    measured.bytes = work_done.bytes;
    const bool told = ::write(ends[1], &measured, sizeof(measured)) == sizeof(measured);
    ::_exit(work_done.done && told ? 0 : 1);
  }
  ::close(ends[1]);
  Measured measured;
  const bool heard = ::read(ends[0], &measured, sizeof(measured)) == sizeof(measured);
  ::close(ends[0]);
  int status = 0;
  struct rusage usage {};
  if (::wait4(child, &status, 0, &usage) != child || status != 0 || !heard) return std::nullopt;
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  measured.cpu_seconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  measured.peak_mib = static_cast<double>(usage.ru_maxrss) / 1024;
  return measured;
}

}  // namespace gb::bench
