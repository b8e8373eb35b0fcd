#pragma once

#include <cstdint>
#include <stop_token>
#include <utility>

namespace gb {

/// Thrown in the midst of drawing once somebody asked to stop; `generate_into` makes it Cancelled.
struct DrawingStopped {};

/// For loops that draw for long and write nothing: call it in each round. Belongs to one thread.
class StopCheck {
 public:
  explicit StopCheck(std::stop_token stop = {}) : stop_(std::move(stop)) {}

  /// Throws DrawingStopped, some ten thousand rounds late.
  void operator()() {
    if ((++rounds_ & 0x3FFFU) == 0 && stop_.stop_requested()) throw DrawingStopped();
  }

 private:
  std::stop_token stop_;
  std::uint32_t rounds_ = 0;
};

}  // namespace gb
