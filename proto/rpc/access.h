#pragma once

#include <memory>
#include <string>

#include "core/base/error.h"

namespace gb {

/// Who asks for what, as far as the transport knows.
struct CallFacts {
  std::string method;  // "/graphbench.v1.ControlService/SubmitMatrix"
  std::string peer;    // "ipv4:127.0.0.1:51234"; "inproc" inside one process
};

/// Asked once for every RPC before anything else is done with it; the one place where credentials
/// will be checked. Called from several threads. An error ends the call with it: Unauthenticated or
/// PermissionDenied.
class AccessCheck {
 public:
  virtual ~AccessCheck() = default;
  virtual Result<void> admit(const CallFacts& call) = 0;
};

/// What holds until there are credentials: whoever can reach this machine's loopback may do
/// everything, nobody else anything.
std::shared_ptr<AccessCheck> loopback_access();

}  // namespace gb
