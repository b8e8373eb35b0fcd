#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>

#include "core/base/clock.h"

namespace gb {

/// What one visitor, or ten thousand, may take of the coordinator. Everything that grows has a
/// bound here.
struct HttpLimits {
  /// Threads that serve connections, one connection each; event streams hold theirs for as long as
  /// they live, so `event_clients` must be fewer.
  std::size_t workers = 48;
  std::size_t event_clients = 32;
  /// Accepted and not served yet; one more is answered 503 and closed.
  std::size_t waiting_connections = 128;

  /// Request line and headers together.
  std::size_t header_bytes = 16 * 1024;
  /// From the first byte of a request to its last header, however slowly it trickles in.
  Nanos request_deadline = std::chrono::seconds(5);
  /// Between requests; cut short when others wait.
  Nanos idle_timeout = std::chrono::seconds(5);
  /// For one write, plus its size at 64 KiB/s: a client that reads slower is dropped.
  Nanos write_timeout = std::chrono::seconds(5);

  /// At most one event per gap: what changes meanwhile is told by one event, not by a backlog.
  Nanos event_gap = std::chrono::milliseconds(250);
  /// A comment when nothing changed, so that both ends notice a dead connection.
  Nanos event_keepalive = std::chrono::seconds(15);
};

struct HttpConfig {
  /// A loopback address or "localhost": there are no credentials yet.
  std::string host = "127.0.0.1";
  int port = 7451;  // 0: any free one
  /// Serves the page from this folder instead of from the program, to work on it without a build.
  std::filesystem::path web_folder;
  HttpLimits limits;
};

}  // namespace gb
