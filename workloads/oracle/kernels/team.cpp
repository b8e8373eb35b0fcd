#include "workloads/oracle/kernels/team.h"

#include <utility>

#include "core/base/parallel.h"

namespace gb {

Team::Team(unsigned threads) {
  const unsigned wanted = thread_count(threads);
  for (unsigned worker = 1; worker < wanted; ++worker) {
    others_.emplace_back([this, worker] { serve(worker); });
  }
}

Team::~Team() {
  ended_ = true;
  steps_.fetch_add(1);
  steps_.notify_all();
}

void Team::guarded(unsigned worker) {
  try {
    (*body_)(worker);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!thrown_) thrown_ = std::current_exception();
  }
}

void Team::serve(unsigned worker) {
  for (std::uint32_t seen = 0;;) {
    steps_.wait(seen);
    ++seen;
    if (ended_) return;
    guarded(worker);
    if (working_.fetch_sub(1) == 1) working_.notify_one();
  }
}

void Team::step(const std::function<void(unsigned)>& body) {
  body_ = &body;
  working_ = static_cast<std::uint32_t>(others_.size());
  if (!others_.empty()) {
    steps_.fetch_add(1);
    steps_.notify_all();
  }
  guarded(0);
  for (std::uint32_t left = working_; left != 0; left = working_) working_.wait(left);
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
}

}  // namespace gb
