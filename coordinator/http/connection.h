#pragma once

#include <httplib.h>

#include <array>
#include <cstddef>
#include <string>

#include "coordinator/http/http_config.h"

namespace gb {

/// One accepted socket as cpp-httplib reads and writes it. The library's own stream times out every
/// single read, so a client that sends a byte now and then keeps a thread for ever; this one gives
/// a request a deadline and a size, and a reader a slowest pace.
class HttpConnection final : public httplib::Stream {
 public:
  /// `socket` must not block. It stays the caller's.
  HttpConnection(int socket, const HttpLimits& limits);

  /// Waits for the first byte of a request; false when there is none in time, or when `crowded()`
  /// says that others wait. Its deadline and its budget of bytes start now.
  template <class Crowded>
  bool await_request(Crowded crowded) {
    constexpr std::chrono::milliseconds kLook{100};
    const Instant until = now() + limits_.idle_timeout;
    while (!readable_within(kLook)) {
      if (over_ || crowded() || now() >= until) return false;
    }
    deadline_ = now() + limits_.request_deadline;
    budget_ = limits_.header_bytes;
    return !over_;
  }

  /// Whether nothing more can be read: closed, failed, over its deadline or its budget.
  bool over() const { return over_; }

  bool is_readable() const override;
  /// False once the other end has gone.
  bool is_writable() const override;
  ssize_t read(char* into, std::size_t size) override;
  /// All of it or -1.
  ssize_t write(const char* bytes, std::size_t size) override;
  /// Empty and 0: every caller is on this host, and nothing depends on which one it is.
  void get_remote_ip_and_port(std::string& ip, int& port) const override;
  void get_local_ip_and_port(std::string& ip, int& port) const override;
  socket_t socket() const override { return socket_; }

 private:
  bool readable_within(Nanos span);

  int socket_;
  const HttpLimits& limits_;
  std::array<char, 4096> buffer_;
  std::size_t begin_ = 0, end_ = 0;  // what of `buffer_` was received and not read yet
  std::size_t budget_ = 0;           // bytes this request may still have
  Instant deadline_{};
  bool over_ = false;
};

}  // namespace gb
