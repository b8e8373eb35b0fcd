#pragma once

#include <grpcpp/support/status.h>

#include "core/base/error.h"

namespace gb {

/// The one mapping between our errors and gRPC's. Both ways and back gives the same code and
/// message.
grpc::Status to_status(const Error& error);
grpc::Status to_status(const Result<void>& result);

/// status: not OK.
Error to_error(const grpc::Status& status);

}  // namespace gb
