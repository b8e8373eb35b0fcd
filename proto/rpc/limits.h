#pragma once

#include "core/base/clock.h"

namespace grpc {
class ChannelArguments;
class ServerBuilder;
}  // namespace grpc

namespace gb {

/// The largest message either side accepts, in bytes. gRPC's own default of 4 MiB is below a large
/// result document.
inline constexpr int kMessageLimitBytes = 16 * 1024 * 1024;

/// A silent peer is noticed after the sum of both; without keepalive a partition stays unnoticed
/// for 40 s and more.
inline constexpr Nanos kKeepaliveTime = std::chrono::seconds(5);
inline constexpr Nanos kKeepaliveTimeout = std::chrono::seconds(3);

/// Message limit and keepalive of a client's channel.
void set_client_limits(grpc::ChannelArguments& arguments);

/// The server's counterpart: accepts pings that often (by default it hangs up on such a client
/// after 25 s), pings itself, and does not share its port with another process.
void set_server_limits(grpc::ServerBuilder& builder);

}  // namespace gb
