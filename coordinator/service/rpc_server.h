#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "coordinator/lab/lab.h"
#include "core/base/error.h"
#include "proto/rpc/access.h"

namespace grpc {
class Channel;
}

namespace gb {

struct RpcConfig {
  std::string address = "127.0.0.1:7450";  // port 0: any free one
  std::shared_ptr<AccessCheck> access;     // asked for every call; none: loopback_access()
  /// Messages to one agent that may wait; one more and its stream is closed.
  std::size_t agent_queue_limit = 64;
  /// Whence datasets are served, `<name>-<checksum8>/` each; need not exist. Empty: none are.
  std::filesystem::path datasets_folder = {};
};

/// The gRPC face of a lab: AgentService, ControlService and DatasetService. Nothing is decided
/// here.
class RpcServer {
 public:
  /// The lab must outlive the server. InvalidArgument: not HOST:PORT, or not on loopback.
  /// Unavailable: the port is taken.
  static Result<std::unique_ptr<RpcServer>> start(Lab& lab, const RpcConfig& config);
  ~RpcServer();

  int port() const;
  /// A channel that leaves out the network, for an agent or a verb in the same process.
  std::shared_ptr<grpc::Channel> in_process_channel();

  /// Ends all streams with Unavailable, which tells agents to come back later, and waits for
  /// running calls.
  void stop();

 private:
  struct Inside;
  explicit RpcServer(std::unique_ptr<Inside> inside);
  std::unique_ptr<Inside> inside_;
};

}  // namespace gb
