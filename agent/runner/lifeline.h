#pragma once

#include <functional>
#include <thread>

namespace gb {

/// Ends this process at once when it is told to (SIGTERM, SIGINT) or when nobody is left who reads
/// its events, whatever the engine is doing. One per process; its thread sleeps until then.
class Lifeline {
 public:
  /// events: the descriptor whose reader must live; -1: none. farewell: called with the signal's
  /// name before the process ends with 128 plus its number.
  Lifeline(int events, std::function<void(const char*)> farewell);
  /// Gives the process back to its own end.
  ~Lifeline();
  Lifeline(const Lifeline&) = delete;
  Lifeline& operator=(const Lifeline&) = delete;

 private:
  void watch(int events, const std::function<void(const char*)>& farewell) const;

  int wake_[2] = {-1, -1};
  std::thread thread_;
};

}  // namespace gb
