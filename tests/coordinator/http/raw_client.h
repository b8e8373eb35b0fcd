#pragma once

#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>
#include <string_view>

#include "core/base/clock.h"

namespace gb {

/// A connection that may say anything, at any pace, which a proper client would not.
class RawClient {
 public:
  /// receive_bytes: size of the kernel's receive buffer; 0 leaves it alone.
  explicit RawClient(int port, int receive_bytes = 0) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    if (receive_bytes > 0) {
      setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_bytes, sizeof(receive_bytes));
    }
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    REQUIRE(connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0);
  }
  ~RawClient() { close(socket_); }
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  bool send(std::string_view bytes) {
    return ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL) ==
           static_cast<ssize_t>(bytes.size());
  }

  /// What has come until `part` is in it, the other end closed, or `span` is over.
  const std::string& read_until(std::string_view part, Nanos span) {
    const Instant until = now() + span;
    while (received_.find(part) == std::string::npos && !closed_ && now() < until) {
      pollfd watched{socket_, POLLIN, 0};
      if (poll(&watched, 1, 20) <= 0) continue;
      char buffer[4096];
      const ssize_t count = recv(socket_, buffer, sizeof(buffer), 0);
      if (count <= 0) {
        closed_ = true;
      } else {
        received_.append(buffer, static_cast<std::size_t>(count));
      }
    }
    return received_;
  }
  /// Whether the other end closes within `span`.
  bool closed_within(Nanos span) {
    read_until("\x01 never sent", span);
    return closed_;
  }
  void forget() { received_.clear(); }

 private:
  int socket_;
  std::string received_;
  bool closed_ = false;
};

}  // namespace gb
