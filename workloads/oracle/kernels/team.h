#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace gb {

/// Threads that take the steps of one algorithm together. They wait between two steps, because a
/// step of a kernel may be shorter than starting a thread. One caller, who works along.
class Team {
 public:
  /// threads: 0 is one per core.
  explicit Team(unsigned threads);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  unsigned size() const { return static_cast<unsigned>(others_.size()) + 1; }

  /// body(worker) once on each thread, worker < size(), and waits for all. The first exception is
  /// thrown again here.
  void step(const std::function<void(unsigned)>& body);

  /// body(from, to, worker) for pieces of [0, count) of `grain` each, in any order. The pieces are
  /// the same for any number of threads.
  template <class Body>
  void pieces(std::size_t count, std::size_t grain, const Body& body) {
    std::atomic<std::size_t> next{0};
    const auto work = [&](unsigned worker) {
      for (;;) {
        const std::size_t from = next.fetch_add(grain, std::memory_order_relaxed);
        if (from >= count) return;
        body(from, std::min(from + grain, count), worker);
      }
    };
    // Waking others for one piece costs more than it.
    if (count <= grain) return work(0);
    step(work);
  }

 private:
  void serve(unsigned worker);
  void guarded(unsigned worker);

  const std::function<void(unsigned)>* body_ = nullptr;  // of the step that runs
  std::atomic<std::uint32_t> steps_{0};                  // begun; its change wakes the others
  std::atomic<std::uint32_t> working_{0};                // others that are not done with the step
  bool ended_ = false;                                   // written before steps_ changes
  std::mutex mutex_;
  std::exception_ptr thrown_;  // guarded by mutex_
  std::vector<std::jthread> others_;
};

}  // namespace gb
