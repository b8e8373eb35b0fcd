#pragma once

#include <grpcpp/support/server_callback.h>

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>

#include "coordinator/lab/lab.h"

namespace gb {

/// Everyone who watches a matrix, served by one thread. A reader gets the newest snapshot when it
/// is ready for one, so that a slow one costs one message of memory and nobody else's time.
class WatchHub {
 public:
  explicit WatchHub(Lab& lab, std::size_t limit = 256);
  ~WatchHub();

  /// The reactor of one call: ends by itself with the matrix. NotFound, or ResourceExhausted beyond
  /// `limit` watchers, through its status.
  grpc::ServerWriteReactor<graphbench::v1::MatrixView>* watch(std::string matrix_id);

  /// Ends every watch with Unavailable and takes no more. Idempotent.
  void stop();

 private:
  class Watcher;
  void run();
  void serve();
  void wake();

  Lab& lab_;
  const std::size_t limit_;
  std::mutex mutex_;  // guards all below
  std::condition_variable woken_;
  std::set<Watcher*> watchers_;
  bool news_ = false;
  bool stopping_ = false;
  Lab::Subscription subscription_;
  std::thread thread_;
};

}  // namespace gb
