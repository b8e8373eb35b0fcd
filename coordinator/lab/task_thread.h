#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <type_traits>

#include "core/base/clock.h"
#include "core/base/error.h"

namespace gb {

/// One thread that runs what it is given, in order. What only it touches needs no lock.
class TaskThread {
 public:
  /// between: called on the thread whenever nothing waits; says when it wants to be called again at
  /// the latest.
  explicit TaskThread(std::function<Instant()> between);
  ~TaskThread();

  /// False when the thread was stopped.
  bool post(std::function<void()> task);

  /// Runs `task` on the thread and returns its Result. Unavailable when the thread was stopped.
  /// Never from the thread itself.
  template <class Task>
  std::invoke_result_t<Task> call(Task task) {
    // Shared: the thread may still be inside set_value when the caller goes on.
    const auto promise = std::make_shared<std::promise<std::invoke_result_t<Task>>>();
    auto answer = promise->get_future();
    if (!post([&task, promise] { promise->set_value(task()); })) {
      return fail(ErrorCode::Unavailable, "the coordinator is stopping");
    }
    return answer.get();
  }

  /// Takes no more, runs what waits and ends the thread. Idempotent.
  void stop();

 private:
  void run();

  std::function<Instant()> between_;
  std::mutex mutex_;  // guards tasks_ and stopping_
  std::condition_variable woken_;
  std::deque<std::function<void()>> tasks_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace gb
