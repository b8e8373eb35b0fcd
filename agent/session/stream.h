#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include "core/base/error.h"
#include "graphbench/v1/agent_service.pb.h"

namespace grpc {
class Channel;
}

namespace gb {

/// One stream to the coordinator, from its opening to its end: a thin pipe between gRPC's threads
/// and the session's. The session writes one message at a time and takes what came.
class CoordinatorStream {
 public:
  /// Opens. wake: called from gRPC's threads whenever there is something new to look at.
  CoordinatorStream(const std::shared_ptr<grpc::Channel>& channel, std::function<void()> wake);
  /// Cuts the stream if it has not ended and waits until gRPC is done with it.
  ~CoordinatorStream();

  /// Whether a message may be written now: the one before has left and the stream is open.
  bool idle() const;
  /// Only when idle.
  void write(graphbench::v1::AgentMessage message);
  /// No more will be written; the coordinator ends the stream then.
  void half_close();

  std::optional<graphbench::v1::CoordinatorMessage> take();

  bool ended() const;
  /// Once ended: why. Unavailable when the coordinator ended it in order.
  Error why() const;

  void cut();

 private:
  class Reactor;
  std::shared_ptr<Reactor> reactor_;
};

}  // namespace gb
