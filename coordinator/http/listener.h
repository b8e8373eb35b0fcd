#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "core/base/error.h"

namespace gb {

/// A TCP socket on loopback and the threads that serve what it accepts: a bounded number at once,
/// a bounded number waiting, the rest refused at the door.
class Listener {
 public:
  /// Serves one connection until it is over. The listener closes the socket afterwards.
  using Serve = std::function<void(int socket)>;

  /// Binds and listens. InvalidArgument: not a loopback address, or no port. Unavailable: taken.
  static Result<std::unique_ptr<Listener>> open(const std::string& host, int port);
  ~Listener();

  void run(std::size_t workers, std::size_t waiting_limit, Serve serve);

  int port() const { return port_; }
  int socket() const { return socket_; }
  bool stopping() const { return stopping_; }
  /// Whether connections wait for a thread: then idle ones should go.
  bool crowded() const { return waiting_count_ > 0; }

  /// Accepts no more, ends reading on every open connection and waits for the threads.
  void stop();

 private:
  Listener(int socket, int port);
  void accept_connections(std::size_t waiting_limit);
  void work(const Serve& serve);

  int socket_;
  int port_;
  int wake_[2] = {-1, -1};  // a pipe: closing its write end wakes the accepting thread
  std::atomic<std::size_t> waiting_count_ = 0;
  std::atomic<bool> stopping_ = false;  // becomes true under the mutex

  std::mutex mutex_;  // guards the two below
  std::condition_variable arrived_;
  std::deque<int> waiting_;
  std::set<int> open_;

  std::vector<std::thread> threads_;
};

}  // namespace gb
