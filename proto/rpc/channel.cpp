#include "proto/rpc/channel.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>

#include "proto/rpc/address.h"
#include "proto/rpc/limits.h"
#include "proto/rpc/log.h"

namespace gb {

Result<std::shared_ptr<grpc::Channel>> open_channel(const std::string& address) {
  const auto parsed = parse_host_port(address);
  if (!parsed) return tl::unexpected(parsed.error());
  if (!is_loopback(parsed->host)) {
    return fail(ErrorCode::InvalidArgument,
                "will not connect to {}: there are no credentials yet, so only loopback is "
                "allowed; open an SSH "
                "tunnel and use its local end",
                address);
  }
  route_grpc_log();
  grpc::ChannelArguments arguments;
  set_client_limits(arguments);
  // Reconnecting is the session's business, with its own jitter; the 120 s between tries of the
  // default would be in the way. (The minimum is what one attempt to connect may take.)
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 100);
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 5000);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 1000);
  // A channel is a connection of its own, so that two agents in one process do not share a fate.
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  // The proxy settings of this machine are not meant for its loopback.
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  return grpc::CreateCustomChannel(parsed->text(), grpc::InsecureChannelCredentials(), arguments);
}

}  // namespace gb
