#pragma once

#include <memory>
#include <string>

#include "core/base/error.h"

namespace grpc {
class Channel;
}

namespace gb {

/// A channel to a coordinator, with our limits and keepalive; connects when first used.
/// InvalidArgument: no HOST:PORT, or not on loopback (an SSH tunnel ends there).
Result<std::shared_ptr<grpc::Channel>> open_channel(const std::string& address);

}  // namespace gb
