#include "coordinator/lab/task_thread.h"

#include <utility>

namespace gb {

TaskThread::TaskThread(std::function<Instant()> between)
    : between_(std::move(between)), thread_([this] { run(); }) {}

TaskThread::~TaskThread() { stop(); }

bool TaskThread::post(std::function<void()> task) {
  // Under the lock to the end: what the task sets off may destroy us before a later call returned.
  const std::lock_guard lock(mutex_);
  if (stopping_) return false;
  tasks_.push_back(std::move(task));
  woken_.notify_one();
  return true;
}

void TaskThread::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  woken_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void TaskThread::run() {
  for (;;) {
    const Instant next = between_();
    std::deque<std::function<void()>> batch;
    {
      std::unique_lock lock(mutex_);
      woken_.wait_until(lock, next, [this] { return stopping_ || !tasks_.empty(); });
      if (stopping_ && tasks_.empty()) return;
      batch.swap(tasks_);
    }
    for (auto& task : batch) task();
  }
}

}  // namespace gb
