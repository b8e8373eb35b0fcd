#include "coordinator/http/connection.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace gb {
namespace {

constexpr std::size_t kSlowestBytesPerSecond = 64 * 1024;

/// Whether `events` came within `span`; also true when the connection broke, which the next call on
/// it will tell.
bool wait_for(int socket, short events, Nanos span) {
  const Instant until = now() + span;
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - now()).count();
    pollfd watched{socket, events, 0};
    const int ready = poll(&watched, 1, static_cast<int>(std::max<std::int64_t>(left, 0)));
    if (ready > 0) return true;
    if (ready == 0 || errno != EINTR) return false;
  }
}

}  // namespace

HttpConnection::HttpConnection(int socket, const HttpLimits& limits)
    : socket_(socket), limits_(limits) {}

bool HttpConnection::readable_within(Nanos span) {
  return begin_ < end_ || wait_for(socket_, POLLIN, span);
}

bool HttpConnection::is_readable() const {
  return begin_ < end_ || wait_for(socket_, POLLIN, Nanos(0));
}

bool HttpConnection::is_writable() const {
  pollfd watched{socket_, POLLOUT | POLLRDHUP, 0};
  return poll(&watched, 1, 0) == 1 && (watched.revents & (POLLERR | POLLHUP | POLLRDHUP)) == 0;
}

ssize_t HttpConnection::read(char* into, std::size_t size) {
  if (over_ || budget_ == 0) {
    over_ = true;
    return -1;
  }
  if (begin_ == end_) {
    const Nanos left = deadline_ - now();
    if (left <= Nanos(0) || !wait_for(socket_, POLLIN, left)) {
      over_ = true;
      return -1;
    }
    const ssize_t received = recv(socket_, buffer_.data(), buffer_.size(), 0);
    if (received < 0 && (errno == EINTR || errno == EAGAIN)) return read(into, size);
    if (received <= 0) {
      over_ = true;
      return -1;
    }
    begin_ = 0;
    end_ = static_cast<std::size_t>(received);
  }
  const std::size_t count = std::min({size, end_ - begin_, budget_});
  std::memcpy(into, buffer_.data() + begin_, count);
  begin_ += count;
  budget_ -= count;
  return static_cast<ssize_t>(count);
}

ssize_t HttpConnection::write(const char* bytes, std::size_t size) {
  const Instant until =
      now() + limits_.write_timeout + std::chrono::seconds(size / kSlowestBytesPerSecond);
  std::size_t sent = 0;
  while (sent < size) {
    const ssize_t count = send(socket_, bytes + sent, size - sent, MSG_NOSIGNAL);
    if (count > 0) {
      sent += static_cast<std::size_t>(count);
      continue;
    }
    if (count < 0 && errno == EINTR) continue;
    const Nanos left = until - now();
    if (errno != EAGAIN || left <= Nanos(0) || !wait_for(socket_, POLLOUT, left)) {
      over_ = true;
      return -1;
    }
  }
  return static_cast<ssize_t>(size);
}

void HttpConnection::get_remote_ip_and_port(std::string& ip, int& port) const {
  ip.clear();
  port = 0;
}

void HttpConnection::get_local_ip_and_port(std::string& ip, int& port) const {
  ip.clear();
  port = 0;
}

}  // namespace gb
