#pragma once

#include <memory>

#include "coordinator/http/http_config.h"
#include "coordinator/lab/lab.h"

namespace gb {

/// The coordinator's face for browsers, scripts and Prometheus. It reads and never changes the lab:
///
///   /  and its assets          the page
///   /healthz  /readyz          the process answers; the lab can take work (503 with the reason)
///   /metrics                   Prometheus text
///   /api/v1/agents             ListAgentsResponse
///   /api/v1/matrices           ListMatricesResponse; page_size, page_token
///   /api/v1/matrices/{id}      MatrixView with its cells
///   /api/v1/results            ListResultsResponse; matrix_id, engine, workload, scale, machine,
///                              include_superseded, page_size, page_token
///   /api/v1/results/{run}      the document's canonical bytes; ETag is their SHA-256
///   /api/v1/events             server-sent events: `change` with a counter, coalesced
///
/// Messages are protobuf's JSON mapping of ControlService; errors are application/problem+json.
class HttpServer {
 public:
  /// Listens and serves from its own threads until `stop`. `lab` must outlive it.
  /// InvalidArgument: `host` is not loopback, or limits that cannot work. Unavailable: the port is
  /// taken, and named.
  static Result<std::unique_ptr<HttpServer>> start(Lab& lab, const HttpConfig& config);
  /// As `stop`.
  ~HttpServer();

  int port() const;

  /// Ends event streams, finishes what is being answered and returns when its threads are gone.
  void stop();

 private:
  struct Inside;
  explicit HttpServer(std::unique_ptr<Inside> inside);
  std::unique_ptr<Inside> inside_;
};

}  // namespace gb
