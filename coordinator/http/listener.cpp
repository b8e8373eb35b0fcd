#include "coordinator/http/listener.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <string_view>
#include <system_error>
#include <utility>

namespace gb {
namespace {

struct Address {
  sockaddr_storage storage{};
  socklen_t size = 0;
};

/// Loopback addresses alone, as text; names other than localhost are not looked up, because what
/// they mean is for somebody else to decide.
Result<Address> loopback_address(const std::string& host, int port) {
  if (port < 0 || port > 65535) {
    return fail(ErrorCode::InvalidArgument, "HTTP port {} does not exist: give 0 to 65535", port);
  }
  Address address;
  const std::string text = host == "localhost" ? "127.0.0.1" : host;
  auto* v4 = reinterpret_cast<sockaddr_in*>(&address.storage);
  if (inet_pton(AF_INET, text.c_str(), &v4->sin_addr) == 1 &&
      (ntohl(v4->sin_addr.s_addr) >> 24U) == 127) {
    v4->sin_family = AF_INET;
    v4->sin_port = htons(static_cast<std::uint16_t>(port));
    address.size = sizeof(sockaddr_in);
    return address;
  }
  address = Address{};
  auto* v6 = reinterpret_cast<sockaddr_in6*>(&address.storage);
  if (inet_pton(AF_INET6, text.c_str(), &v6->sin6_addr) == 1 &&
      IN6_IS_ADDR_LOOPBACK(&v6->sin6_addr)) {
    v6->sin6_family = AF_INET6;
    v6->sin6_port = htons(static_cast<std::uint16_t>(port));
    address.size = sizeof(sockaddr_in6);
    return address;
  }
  return fail(ErrorCode::InvalidArgument,
              "HTTP may listen on loopback only until credentials exist: \"{}\" is not 127.0.0.1, "
              "::1 or localhost; reach it from elsewhere through an SSH tunnel",
              host.substr(0, 80));
}

int bound_port(int socket) {
  Address address;
  address.size = sizeof(address.storage);
  if (getsockname(socket, reinterpret_cast<sockaddr*>(&address.storage), &address.size) != 0) {
    return -1;
  }
  return address.storage.ss_family == AF_INET6
             ? ntohs(reinterpret_cast<sockaddr_in6*>(&address.storage)->sin6_port)
             : ntohs(reinterpret_cast<sockaddr_in*>(&address.storage)->sin_port);
}

void prepare(int socket) {
  // A client that stops reading is noticed after some kilobytes, not after the megabytes that the
  // kernel would buffer for it.
  const int send_bytes = 64 * 1024;
  setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &send_bytes, sizeof(send_bytes));
  // Headers and body are two writes; the second must not wait for the first one's acknowledgement.
  const int yes = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
}

/// Best effort and without waiting: whoever is refused may not hold up the door.
void refuse(int socket) {
  constexpr std::string_view kProblem =
      R"({"type":"about:blank","title":"Service Unavailable","status":503,"detail":"too many clients"})";
  static const std::string answer = fmt::format(
      "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/problem+json\r\n"
      "Content-Length: {}\r\nRetry-After: 1\r\nConnection: close\r\n\r\n{}",
      kProblem.size(), kProblem);
  (void)send(socket, answer.data(), answer.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  close(socket);
}

}  // namespace

Listener::Listener(int socket, int port) : socket_(socket), port_(port) {}

Result<std::unique_ptr<Listener>> Listener::open(const std::string& host, int port) {
  auto address = loopback_address(host, port);
  if (!address) return tl::unexpected(address.error());

  const int socket = ::socket(address->storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (socket < 0) {
    return fail(ErrorCode::Unavailable, "open a socket for HTTP: {}",
                std::generic_category().message(errno));
  }
  // Not SO_REUSEPORT: with it, a second coordinator would silently share the port.
  const int yes = 1;
  setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
  if (bind(socket, reinterpret_cast<const sockaddr*>(&address->storage), address->size) != 0 ||
      listen(socket, SOMAXCONN) != 0) {
    const int error = errno;
    close(socket);
    if (error == EADDRINUSE) {
      return fail(ErrorCode::Unavailable,
                  "HTTP port {} on {} is taken, perhaps by another coordinator: stop that one or "
                  "choose another port (0: any free one)",
                  port, host);
    }
    return fail(error == EACCES ? ErrorCode::PermissionDenied : ErrorCode::Unavailable,
                "listen for HTTP on {} port {}: {}", host, port,
                std::generic_category().message(error));
  }
  std::unique_ptr<Listener> listener(new Listener(socket, bound_port(socket)));
  if (pipe2(listener->wake_, O_CLOEXEC) != 0) {
    return fail(ErrorCode::Unavailable, "open a pipe for HTTP: {}",
                std::generic_category().message(errno));
  }
  return listener;
}

Listener::~Listener() {
  stop();
  close(socket_);
}

void Listener::run(std::size_t workers, std::size_t waiting_limit, Serve serve) {
  threads_.emplace_back([this, waiting_limit] { accept_connections(waiting_limit); });
  for (std::size_t i = 0; i < workers; ++i) {
    threads_.emplace_back([this, serve] { work(serve); });
  }
}

void Listener::accept_connections(std::size_t waiting_limit) {
  pollfd watched[2] = {{socket_, POLLIN, 0}, {wake_[0], POLLIN, 0}};
  for (;;) {
    if (poll(watched, 2, -1) < 0 && errno != EINTR) return;
    if (watched[1].revents != 0) return;
    if ((watched[0].revents & POLLIN) == 0) continue;
    const int socket = accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (socket < 0) {
      if (errno == EMFILE || errno == ENFILE) {
        // Out of descriptors: the connection stays in the kernel's queue until one is free.
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
      }
      continue;
    }
    prepare(socket);
    const std::lock_guard lock(mutex_);
    if (stopping_ || waiting_.size() >= waiting_limit) {
      refuse(socket);
      continue;
    }
    waiting_.push_back(socket);
    waiting_count_ = waiting_.size();
    arrived_.notify_one();
  }
}

void Listener::work(const Serve& serve) {
  for (;;) {
    int socket = -1;
    {
      std::unique_lock lock(mutex_);
      arrived_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
      if (stopping_) return;
      socket = waiting_.front();
      waiting_.pop_front();
      waiting_count_ = waiting_.size();
      open_.insert(socket);
    }
    serve(socket);
    const std::lock_guard lock(mutex_);
    open_.erase(socket);
    shutdown(socket, SHUT_RDWR);
    close(socket);
  }
}

void Listener::stop() {
  {
    const std::lock_guard lock(mutex_);
    if (stopping_.exchange(true)) return;
    arrived_.notify_all();
    // Whoever waits for a request sees the end of its stream; an answer under way is finished.
    for (const int socket : open_) shutdown(socket, SHUT_RD);
  }
  if (wake_[1] >= 0) close(wake_[1]);
  for (auto& thread : threads_) thread.join();
  threads_.clear();
  if (wake_[0] >= 0) close(wake_[0]);
  for (const int socket : waiting_) close(socket);
  waiting_.clear();
}

}  // namespace gb
