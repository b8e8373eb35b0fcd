#include "coordinator/http/routes.h"

#include <string>
#include <string_view>
#include <utility>

#include "coordinator/http/api.h"
#include "coordinator/http/problem.h"
#include "coordinator/metrics/exposition.h"
#include "core/base/file.h"
#include "core/base/sha256.h"
#include "web/assets.h"

namespace gb {
namespace {

constexpr std::string_view kApi = "/api/v1/";

/// "localhost", with or without a port.
bool means_this_machine(std::string_view host) {
  if (host.starts_with('[')) return host.substr(0, host.find(']') + 1) == "[::1]";
  host = host.substr(0, host.find(':'));
  return host == "localhost" || host == "127.0.0.1" || host.ends_with(".localhost") ||
         (host.starts_with("127.") &&
          host.find_first_not_of("0123456789.") == std::string_view::npos);
}

}  // namespace

Routes::Routes(Lab& lab, EventHub& events, std::filesystem::path web_folder)
    : lab_(lab), events_(events), web_folder_(std::move(web_folder)) {}

void Routes::answer(const httplib::Request& request, httplib::Response& response) const {
  const std::string host = request.get_header_value("Host");
  if (!means_this_machine(host)) {
    answer_problem(
        response, 421,
        fmt::format("this is not \"{}\": ask for localhost or 127.0.0.1", host.substr(0, 80)));
  } else if (request.method != "GET" && request.method != "HEAD") {
    response.set_header("Allow", "GET, HEAD");
    answer_problem(response, 405, "HTTP only reads here; `gb matrix submit` and `cancel` change");
  } else {
    route(request, response);
  }
}

void Routes::route(const httplib::Request& request, httplib::Response& response) const {
  const std::string& path = request.path;
  if (path == "/healthz") return response.set_content("ok\n", "text/plain; charset=utf-8");
  if (path == "/readyz") return answer_ready(response);
  if (path == "/metrics") return answer_metrics(response);
  if (path.starts_with(kApi)) {
    const std::string_view rest = std::string_view(path).substr(kApi.size());
    if (rest == "events") return answer_events(response);
    if (answer_api(lab_, rest, request, response)) return;
  } else if (answer_page(request, response)) {
    return;
  }
  answer_problem(
      response, 404,
      fmt::format("nothing at \"{}\"; there are /, /healthz, /readyz, /metrics and "
                  "/api/v1/ with agents, matrices, results, verdicts/noise, verdicts/ab, "
                  "verdicts/gate, verdicts/history and events",
                  path.substr(0, 80)));
}

bool Routes::answer_page(const httplib::Request& request, httplib::Response& response) const {
  const WebAsset* asset = find_web_asset(request.path);
  if (asset == nullptr) return false;
  if (web_folder_.empty()) {
    answer_tagged(request, response, asset->sha256, asset->bytes, asset->content_type);
    return true;
  }
  // Only names that are built in are looked up in the folder, so no path leads out of it.
  const auto bytes = read_file(web_folder_ / asset->name);
  if (!bytes) {
    answer_problem(response, bytes.error());
  } else {
    answer_tagged(request, response, sha256_hex(*bytes), *bytes, asset->content_type);
  }
  return true;
}

void Routes::answer_ready(httplib::Response& response) const {
  if (const auto ready = lab_.ready(); !ready) {
    return answer_problem(response, 503, ready.error().message);
  }
  response.set_content("ready\n", "text/plain; charset=utf-8");
}

void Routes::answer_metrics(httplib::Response& response) const {
  const auto figures = lab_.figures();
  if (!figures) return answer_problem(response, figures.error());
  response.set_content(exposition(*figures), kExpositionType);
}

void Routes::answer_events(httplib::Response& response) const {
  auto stream = events_.open();
  if (stream == nullptr) {
    response.set_header("Retry-After", "5");
    return answer_problem(response, 503,
                          "as many event streams are open as this server allows; close a page or "
                          "come back in a few seconds");
  }
  response.set_chunked_content_provider(
      "text/event-stream", [stream](std::size_t, httplib::DataSink& sink) {
        const auto text = stream->next();
        if (!text) {
          sink.done();
          return true;
        }
        return text->empty() ? sink.is_writable() : sink.write(text->data(), text->size());
      });
}

}  // namespace gb
