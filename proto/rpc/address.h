#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"

namespace gb {

/// "127.0.0.1:7450", "[::1]:7450", "localhost:0".
struct HostPort {
  std::string host;  // without brackets
  int port = 0;      // 0 when listening: any free one

  std::string text() const;
};

/// InvalidArgument, naming the text and the form it should have.
Result<HostPort> parse_host_port(std::string_view text);

/// Whether only processes of this machine can reach it: 127.0.0.0/8, ::1 or "localhost".
bool is_loopback(std::string_view host);

/// Daemons have no credentials yet, so they listen on loopback only: InvalidArgument for any other
/// address, saying so.
Result<HostPort> parse_listen_address(std::string_view text);

}  // namespace gb
