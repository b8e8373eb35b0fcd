#pragma once

#include <memory>
#include <mutex>
#include <set>

#include "coordinator/lab/lab.h"
#include "coordinator/service/stream_link.h"
#include "graphbench/v1/agent_service.grpc.pb.h"
#include "proto/rpc/access.h"

namespace gb {

struct AgentServiceLimits {
  std::size_t queue = 64;                  // messages that may wait for one agent
  std::size_t streams = 4096;              // open at once
  Nanos hello = std::chrono::seconds(10);  // a stream that has not said Hello by then is ended
};

/// AgentService over a lab: turns each stream's messages into calls of the lab, one at a time per
/// stream, so that an agent that sends faster than the lab commits is held back by flow control.
class AgentServiceFace final : public graphbench::v1::AgentService::CallbackService {
 public:
  AgentServiceFace(Lab& lab, AccessCheck& access, AgentServiceLimits limits)
      : lab_(lab), access_(access), limits_(limits) {}

  AgentReactor* Connect(grpc::CallbackServerContext* context) override;

  /// Ends every stream with this reason and takes no more.
  void close_all(const Error& reason);

 private:
  class Stream;

  Lab& lab_;
  AccessCheck& access_;
  const AgentServiceLimits limits_;
  std::mutex mutex_;  // guards open_ and closed_
  std::set<std::shared_ptr<StreamLink>> open_;
  bool closed_ = false;
};

}  // namespace gb
