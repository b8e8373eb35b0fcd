#include "proto/rpc/access.h"

#include "proto/rpc/address.h"

namespace gb {
namespace {

/// "ipv4:127.0.0.1:51234" -> "127.0.0.1". gRPC percent-encodes the brackets of "ipv6:[::1]:51234".
std::string host_of(const std::string& peer) {
  std::string host = peer.substr(peer.find(':') + 1);
  host = host.substr(0, host.rfind(':'));
  for (const std::string_view bracket : {"%5B", "%5D", "[", "]"}) {
    if (const auto at = host.find(bracket); at != std::string::npos) host.erase(at, bracket.size());
  }
  return host;
}

class LoopbackAccess final : public AccessCheck {
 public:
  Result<void> admit(const CallFacts& call) override {
    const bool network = call.peer.starts_with("ipv4:") || call.peer.starts_with("ipv6:");
    if (!network || is_loopback(host_of(call.peer))) return {};
    return fail(
        ErrorCode::Unauthenticated,
        "{} from {}: there are no credentials yet, so only callers on this machine are admitted",
        call.method, call.peer);
  }
};

}  // namespace

std::shared_ptr<AccessCheck> loopback_access() { return std::make_shared<LoopbackAccess>(); }

}  // namespace gb
