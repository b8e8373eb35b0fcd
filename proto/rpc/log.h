#pragma once

namespace gb {

/// Sends what gRPC itself logs to our own log, as `debug`: every failure it complains of reaches
/// the caller as a status too, and one event is one line. Idempotent.
void route_grpc_log();

}  // namespace gb
