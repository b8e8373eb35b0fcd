#pragma once

#include <stop_token>
#include <thread>

namespace gb {

/// Turns Ctrl-C, or SIGTERM, into a stop_token for as long as it lives.
class InterruptWatch {
 public:
  InterruptWatch();

  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  std::jthread watcher_;  // last: it ends before what it uses
};

}  // namespace gb
