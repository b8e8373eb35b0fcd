#include "agent/pipe/pipe.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace gb {
namespace {

// A size takes at most this many bytes: 5 x 7 bits.
constexpr std::size_t kLongestVarint = 5;

void put_varint(std::string& out, std::size_t value) {
  while (value >= 0x80) {
    out += static_cast<char>((value & 0x7F) | 0x80);
    value >>= 7U;
  }
  out += static_cast<char>(value);
}

}  // namespace

Result<void> EventWriter::write(const graphbench::v1::RunnerEvent& event) {
  const std::size_t size = event.ByteSizeLong();
  if (size > kMaxEventBytes) {
    return fail(ErrorCode::ResourceExhausted, "event of {} bytes, the limit is {}", size,
                kMaxEventBytes);
  }
  std::string bytes;
  bytes.reserve(size + kLongestVarint);
  put_varint(bytes, size);
  event.AppendToString(&bytes);

  const std::lock_guard lock(mutex_);
  for (std::size_t sent = 0; sent < bytes.size();) {
    const ssize_t count = ::write(descriptor_, bytes.data() + sent, bytes.size() - sent);
    if (count >= 0) {
      sent += static_cast<std::size_t>(count);
    } else if (errno == EAGAIN) {
      pollfd room{descriptor_, POLLOUT, 0};
      poll(&room, 1, -1);
    } else if (errno != EINTR) {
      return fail(ErrorCode::Unavailable, "write to the events descriptor {}: {}", descriptor_,
                  std::generic_category().message(errno));
    }
  }
  return {};
}

Result<std::optional<graphbench::v1::RunnerEvent>> EventReader::next() {
  std::size_t size = 0, used = 0;
  for (;;) {
    if (read_ + used == waiting_.size()) return std::nullopt;
    const auto byte = static_cast<unsigned char>(waiting_[read_ + used]);
    size |= static_cast<std::size_t>(byte & 0x7FU) << (7 * used);
    ++used;
    if ((byte & 0x80U) == 0) break;
    if (used == kLongestVarint) {
      return fail(ErrorCode::DataLoss, "what came is no size of an event");
    }
  }
  if (size > kMaxEventBytes) {
    return fail(ErrorCode::DataLoss, "an event of {} bytes was announced, the limit is {}", size,
                kMaxEventBytes);
  }
  if (waiting_.size() - read_ - used < size) return std::nullopt;
  graphbench::v1::RunnerEvent event;
  if (!event.ParseFromArray(waiting_.data() + read_ + used, static_cast<int>(size)) ||
      event.event_case() == graphbench::v1::RunnerEvent::EVENT_NOT_SET) {
    return fail(ErrorCode::DataLoss, "{} bytes came that are no event of protocol {}", size,
                kPipeProtocol);
  }
  read_ += used + size;
  if (read_ == waiting_.size() || read_ > (std::size_t{1} << 16U)) {
    waiting_.erase(0, read_);
    read_ = 0;
  }
  return event;
}

std::string_view word_of(graphbench::v1::RunPhase phase) {
  using namespace graphbench::v1;
  switch (phase) {
    case RUN_PHASE_DATASET:
      return "dataset";
    case RUN_PHASE_PROBE:
      return "probe";
    case RUN_PHASE_START:
      return "start";
    case RUN_PHASE_LOAD:
      return "load";
    case RUN_PHASE_VERIFY:
      return "verify";
    case RUN_PHASE_WARM:
      return "warm";
    case RUN_PHASE_MEASURE:
      return "measure";
    case RUN_PHASE_RESOURCES:
      return "resources";
    case RUN_PHASE_PROBE_AFTER:
      return "probe after";
    case RUN_PHASE_DOCUMENT:
      return "document";
    default:
      return "spawn";
  }
}

}  // namespace gb
