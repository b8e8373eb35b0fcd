#pragma once

#include <grpcpp/support/server_callback.h>

#include <deque>
#include <mutex>

#include "coordinator/lab/lab.h"

namespace gb {

using AgentReactor =
    grpc::ServerBidiReactor<graphbench::v1::AgentMessage, graphbench::v1::CoordinatorMessage>;

/// The lab's end of one agent's stream: a bounded queue in front of gRPC's one write at a time. Any
/// thread. It outlives the reactor; what is sent after that goes nowhere.
class StreamLink final : public AgentLink {
 public:
  StreamLink(AgentReactor& reactor, grpc::CallbackServerContext& context, std::size_t limit)
      : reactor_(&reactor), context_(&context), limit_(limit) {}

  /// Queues. An agent that lets more than the limit pile up does not read: its stream is cut, and
  /// it comes back with a clean slate.
  void send(graphbench::v1::CoordinatorMessage message) override;
  /// Ends the stream with this reason, after the message that is leaving now.
  void close(const Error& reason) override { finish(reason, false); }

  /// The agent has ended its side.
  void agent_left();
  void written(bool ok);  // the reactor's OnWriteDone
  void detach();          // the reactor's OnDone

 private:
  void finish(const Error& reason, bool cut);
  void go_on();  // with the mutex held

  std::mutex mutex_;  // guards all below
  AgentReactor* reactor_;
  grpc::CallbackServerContext* context_;
  const std::size_t limit_;
  std::deque<graphbench::v1::CoordinatorMessage> queue_;  // the first one is leaving when writing_
  bool writing_ = false, ending_ = false, finished_ = false;
  grpc::Status end_;
};

}  // namespace gb
