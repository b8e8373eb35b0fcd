#include "proto/rpc/address.h"

#include <arpa/inet.h>

#include <charconv>

namespace gb {

std::string HostPort::text() const {
  return host.find(':') == std::string::npos ? fmt::format("{}:{}", host, port)
                                             : fmt::format("[{}]:{}", host, port);
}

Result<HostPort> parse_host_port(std::string_view text) {
  const auto wrong = [text] {
    return fail(ErrorCode::InvalidArgument,
                "\"{}\" is no address: expected HOST:PORT, such as 127.0.0.1:7450 or [::1]:7450",
                text);
  };
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return wrong();
  std::string_view host = text.substr(0, colon);
  if (host.front() == '[' && host.back() == ']') {
    host = host.substr(1, host.size() - 2);
  } else if (host.find(':') != std::string_view::npos) {
    return wrong();
  }
  const std::string_view digits = text.substr(colon + 1);
  int port = -1;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
  if (host.empty() || error != std::errc() || end != digits.data() + digits.size() || port < 0 ||
      port > 65535) {
    return wrong();
  }
  return HostPort{std::string(host), port};
}

bool is_loopback(std::string_view host) {
  if (host == "localhost") return true;
  const std::string text(host);
  in_addr four{};
  if (::inet_pton(AF_INET, text.c_str(), &four) == 1) return (ntohl(four.s_addr) >> 24U) == 127;
  in6_addr six{};
  return ::inet_pton(AF_INET6, text.c_str(), &six) == 1 && IN6_IS_ADDR_LOOPBACK(&six);
}

Result<HostPort> parse_listen_address(std::string_view text) {
  auto address = parse_host_port(text);
  if (!address) return address;
  if (!is_loopback(address->host)) {
    return fail(
        ErrorCode::InvalidArgument,
        "will not listen on {}: there are no credentials yet, so only loopback is allowed; use "
        "127.0.0.1:{} and reach it from other machines through an SSH tunnel",
        text, address->port);
  }
  return address;
}

}  // namespace gb
