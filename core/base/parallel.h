#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace gb {

/// How many threads `wanted` means: 0 is one per core.
inline unsigned thread_count(unsigned wanted) {
  return wanted > 0 ? wanted : std::max(1U, std::thread::hardware_concurrency());
}

/// Calls body() on `threads` threads at once, the calling one among them, and waits for all. The
/// first exception thrown by one is thrown again here.
template <class Body>
void run_on_threads(unsigned threads, const Body& body) {
  if (threads <= 1) return body();
  std::mutex mutex;
  std::exception_ptr thrown;  // guarded by mutex
  const auto guarded = [&] {
    try {
      body();
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!thrown) thrown = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> others;
    others.reserve(threads - 1);
    for (unsigned i = 1; i < threads; ++i) others.emplace_back(guarded);
    guarded();
  }
  if (thrown) std::rethrow_exception(thrown);
}

/// Calls body(index) once for each index below `count`, in any order, on up to `threads` threads.
template <class Body>
void for_each_index(unsigned threads, std::size_t count, const Body& body) {
  std::atomic<std::size_t> next{0};
  run_on_threads(
      static_cast<unsigned>(std::min<std::size_t>(threads, std::max<std::size_t>(count, 1))), [&] {
        for (;;) {
          const std::size_t index = next.fetch_add(1, std::memory_order_relaxed);
          if (index >= count) return;
          body(index);
        }
      });
}

}  // namespace gb
