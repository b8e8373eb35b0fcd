#include "cli/interrupt_watch.h"

#include <chrono>
#include <condition_variable>
#include <mutex>

#include "cli/context.h"

namespace gb {
namespace {

constexpr std::chrono::milliseconds kLook{20};  // a signal handler can wake nobody

}  // namespace

InterruptWatch::InterruptWatch()
    : watcher_([this](const std::stop_token& ended) {
        std::mutex mutex;
        std::condition_variable_any wake;
        std::unique_lock lock(mutex);
        while (!ended.stop_requested()) {
          if (interrupted()) {
            source_.request_stop();
            return;
          }
          wake.wait_for(lock, ended, kLook, [] { return false; });
        }
      }) {}

}  // namespace gb
