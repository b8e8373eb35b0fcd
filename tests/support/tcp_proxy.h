#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <list>
#include <mutex>
#include <thread>

namespace gb {

/// A link between a client and a server on loopback that a test can spoil.
class TcpProxy {
 public:
  explicit TcpProxy(int server_port) : server_port_(server_port) {
    listener_ = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address = loopback(0);
    ::bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address);
    ::listen(listener_, 16);
    socklen_t length = sizeof address;
    ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &length);
    port_ = ntohs(address.sin_port);
    acceptor_ = std::thread([this] { accept_all(); });
  }
  ~TcpProxy() {
    stopping_ = true;
    acceptor_.join();
    for (std::thread& pump : pumps_) pump.join();
    ::close(listener_);
  }

  int port() const { return port_; }
  /// What the server sends is swallowed; what the client sends arrives. The stream is spoilt from
  /// then on, so `cut` must follow before `mute_server(false)`.
  void mute_server(bool mute) { mute_server_ = mute; }
  /// Neither side's bytes arrive, and neither is told.
  void mute_both(bool mute) { mute_server_ = mute_client_ = mute; }
  /// Ends every connection there is.
  void cut() { ++generation_; }

 private:
  static sockaddr_in loopback(int port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    return address;
  }

  static bool readable(int socket) {
    pollfd wait{socket, POLLIN, 0};
    return ::poll(&wait, 1, 10) > 0;
  }

  void accept_all() {
    while (!stopping_) {
      if (!readable(listener_)) continue;
      const int client = ::accept(listener_, nullptr, nullptr);
      const int server = ::socket(AF_INET, SOCK_STREAM, 0);
      const sockaddr_in address = loopback(server_port_);
      if (::connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        ::close(client);
        ::close(server);
        continue;
      }
      pumps_.emplace_back([this, client, server] { pump(client, server); });
    }
  }

  void pump(int client, int server) {
    const int mine = generation_;
    std::array<char, 16384> bytes{};
    const auto carry = [&](int from, int to, bool swallow) {
      pollfd wait{from, POLLIN, 0};
      if (::poll(&wait, 1, 1) <= 0) return true;
      const ssize_t size = ::recv(from, bytes.data(), bytes.size(), 0);
      if (size <= 0) return false;
      return swallow ||
             ::send(to, bytes.data(), static_cast<std::size_t>(size), MSG_NOSIGNAL) == size;
    };
    while (!stopping_ && generation_ == mine && carry(client, server, mute_client_) &&
           carry(server, client, mute_server_)) {
    }
    ::close(client);
    ::close(server);
  }

  const int server_port_;
  int listener_ = -1;
  int port_ = 0;
  std::atomic<bool> stopping_{false}, mute_server_{false}, mute_client_{false};
  std::atomic<int> generation_{0};
  std::list<std::thread> pumps_;  // the acceptor's alone until it has ended
  std::thread acceptor_;
};

}  // namespace gb
