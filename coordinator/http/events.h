#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "coordinator/http/http_config.h"
#include "coordinator/lab/lab.h"

namespace gb {

class EventHub;

/// One client's view of the hub. Belongs to the thread that serves the client.
class EventStream {
 public:
  explicit EventStream(EventHub& hub) : hub_(hub) {}
  ~EventStream();
  EventStream(const EventStream&) = delete;
  EventStream& operator=(const EventStream&) = delete;

  /// The next text to send, in the event-stream format: at once on the first call, then after a
  /// change, or a comment when nothing changed for long. Empty after at most a second without
  /// either, so that the caller can see whether the client still lives. Nothing: it is over.
  std::optional<std::string> next();

 private:
  EventHub& hub_;
  std::optional<std::uint64_t> told_;
  Instant told_at_{};
};

/// Tells any number of watchers, up to a limit, that something changed. It keeps one counter and no
/// queue: a client that is slow gets fewer events, not older ones, and costs no memory.
class EventHub {
 public:
  EventHub(Lab& lab, const HttpLimits& limits);

  /// Nothing when as many streams are open as the limits allow. The stream must not outlive the
  /// hub.
  std::shared_ptr<EventStream> open();

  /// Every stream's next() returns nothing from now on.
  void stop();

 private:
  friend class EventStream;

  const HttpLimits& limits_;
  std::mutex mutex_;  // guards the three below
  std::condition_variable changed_;
  std::uint64_t counter_ = 0;
  std::size_t clients_ = 0;
  bool stopped_ = false;

  Lab::Subscription subscription_;  // last, so that it ends before what its callback uses
};

}  // namespace gb
