#include "proto/rpc/limits.h"

#include <grpcpp/server_builder.h>
#include <grpcpp/support/channel_arguments.h>

namespace gb {
namespace {

int milliseconds(Nanos span) {
  return static_cast<int>(std::chrono::duration_cast<std::chrono::milliseconds>(span).count());
}

}  // namespace

void set_client_limits(grpc::ChannelArguments& arguments) {
  arguments.SetMaxReceiveMessageSize(kMessageLimitBytes);
  arguments.SetMaxSendMessageSize(kMessageLimitBytes);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, milliseconds(kKeepaliveTime));
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, milliseconds(kKeepaliveTimeout));
  arguments.SetInt(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  arguments.SetInt(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);  // 0: as many as it takes
}

void set_server_limits(grpc::ServerBuilder& builder) {
  builder.SetMaxReceiveMessageSize(kMessageLimitBytes);
  builder.SetMaxSendMessageSize(kMessageLimitBytes);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, milliseconds(kKeepaliveTime));
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, milliseconds(kKeepaliveTimeout));
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
  // A little below the client's interval, so that a timer that fires early is no offence.
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS,
                             milliseconds(kKeepaliveTime) / 2);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MAX_PING_STRIKES, 0);  // 0: never hang up over pings
  // Otherwise a second coordinator would start on the same port and get half of the connections.
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
}

}  // namespace gb
