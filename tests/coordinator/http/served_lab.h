#pragma once

#include <doctest/doctest.h>
#include <httplib.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "coordinator/http/http_server.h"
#include "tests/support/small_lab.h"

namespace gb {

/// A small lab behind HTTP on a free port, and a client for it.
class ServedLab : public support::SmallLab {
 public:
  explicit ServedLab(HttpConfig config = {}) {
    config.port = 0;
    auto started = HttpServer::start(lab(), config);
    REQUIRE_MESSAGE(started.has_value(), (started ? "" : started.error().message));
    server_ = std::move(*started);
  }

  HttpServer& server() { return *server_; }
  int port() const { return server_->port(); }

  httplib::Response get(const std::string& path, const httplib::Headers& headers = {}) const {
    httplib::Client client("127.0.0.1", port());
    auto answer = client.Get(path, headers);
    REQUIRE_MESSAGE(answer, path);
    return *answer;
  }
  nlohmann::json json(const std::string& path) const {
    const auto answer = get(path);
    REQUIRE_MESSAGE(answer.status == 200, path, ": ", answer.body);
    CHECK(answer.get_header_value("Content-Type") == "application/json");
    return nlohmann::json::parse(answer.body);
  }
  nlohmann::json problem(const std::string& path, int status) const {
    const auto answer = get(path);
    CHECK(answer.status == status);
    CHECK(answer.get_header_value("Content-Type") == "application/problem+json");
    auto problem = nlohmann::json::parse(answer.body);
    CHECK(problem["status"] == status);
    CHECK(problem["title"] != "");
    return problem;
  }

 private:
  std::unique_ptr<HttpServer> server_;
};

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace gb
