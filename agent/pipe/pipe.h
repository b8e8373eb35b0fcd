#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "graphbench/v1/run.pb.h"

namespace gb {

/// Protocol of RunRequest and of the events that answer it. Runner and supervisor come from one
/// release, so both refuse any other.
inline constexpr std::uint32_t kPipeProtocol = 1;

/// The largest event either side accepts. A document of a large matrix cell is well below 1 MiB.
inline constexpr std::size_t kMaxEventBytes = std::size_t{64} << 20U;

/// Writes events to a descriptor, each as a varint of its size and its bytes. Any thread.
class EventWriter {
 public:
  /// descriptor: stays the caller's.
  explicit EventWriter(int descriptor) : descriptor_(descriptor) {}

  /// Unavailable: the reader is gone. ResourceExhausted: larger than kMaxEventBytes.
  Result<void> write(const graphbench::v1::RunnerEvent& event);

 private:
  int descriptor_;
  std::mutex mutex_;  // one whole event at a time
};

/// Takes the bytes of a pipe as they come and gives whole events.
class EventReader {
 public:
  void append(std::string_view bytes) { waiting_.append(bytes); }

  /// The next event, or nothing until more bytes came. DataLoss: the bytes are no event, or one
  /// larger than kMaxEventBytes; nothing behind it can be read.
  Result<std::optional<graphbench::v1::RunnerEvent>> next();

  /// Bytes of an event that has not come whole.
  std::size_t left_over() const { return waiting_.size() - read_; }

 private:
  std::string waiting_;
  std::size_t read_ = 0;
};

/// "load", "verify", ...: as people read it; "spawn" before the first phase.
std::string_view word_of(graphbench::v1::RunPhase phase);

}  // namespace gb
