#include "coordinator/http/http_server.h"

#include <httplib.h>
#include <spdlog/spdlog.h>

#include <system_error>
#include <utility>

#include "coordinator/http/connection.h"
#include "coordinator/http/events.h"
#include "coordinator/http/listener.h"
#include "coordinator/http/problem.h"
#include "coordinator/http/routes.h"

namespace gb {
namespace {

/// On every answer. Scripts, styles and connections come from here alone and none stands in the
/// page's text; nothing may turn text into markup, so a name stored in the lab cannot become a
/// script.
const httplib::Headers& safe_headers() {
  static const httplib::Headers headers = {
      {"Content-Security-Policy",
       "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src "
       "'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
       "require-trusted-types-for 'script'; trusted-types 'none'"},
      {"X-Content-Type-Options", "nosniff"},
      {"X-Frame-Options", "DENY"},
      {"Referrer-Policy", "no-referrer"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cache-Control", "no-cache"},
  };
  return headers;
}

/// cpp-httplib's parser and writer of HTTP, without its sockets and threads: those are bounded
/// here.
class Protocol : private httplib::Server {
 public:
  Protocol(const Routes& routes, const HttpLimits& limits) : limits_(limits) {
    set_default_headers(safe_headers());
    // Before its routing, which matches regular expressions against whatever a client sends.
    set_pre_routing_handler(
        [&routes](const httplib::Request& request, httplib::Response& response) {
          routes.answer(request, response);
          return HandlerResponse::Handled;
        });
    set_exception_handler(
        [](const httplib::Request& request, httplib::Response& response,
           std::exception_ptr thrown) { answer_thrown(request, response, thrown); });
    // What the parser refuses by itself has no body yet.
    set_error_handler(Handler([this](const httplib::Request&, httplib::Response& response) {
      if (response.body.empty()) answer_problem(response, response.status, refusal());
    }));
  }

  void serve(Listener& listener, int socket) {
    svr_sock_ = listener.socket();  // or it takes itself for stopped and ends event streams
    HttpConnection connection(socket, limits_);
    bool closing = false;
    while (!closing && !listener.stopping() &&
           connection.await_request([&listener] { return listener.crowded(); })) {
      const bool fine = process_request(connection, false, closing, [&](httplib::Request& request) {
        // Ranges of a few kilobytes serve nobody, and many small ones multiply an answer.
        request.ranges.clear();
        if (request.has_header("Content-Length") || request.has_header("Transfer-Encoding")) {
          // No route reads a body, and what follows an unread one is not a request.
          closing = true;
          request.headers.erase("Expect");
          request.headers.erase("Connection");
          request.set_header("Connection", "close");
        }
      });
      if (!fine || connection.over()) return;
    }
  }

 private:
  static void answer_thrown(const httplib::Request& request, httplib::Response& response,
                            const std::exception_ptr& thrown) {
    try {
      std::rethrow_exception(thrown);
    } catch (const std::exception& error) {
      spdlog::error("http request failed path={} error={}", request.path, error.what());
    } catch (...) {
      spdlog::error("http request failed path={} error=unknown", request.path);
    }
    answer_problem(response, 500, "our own fault; the coordinator's log says more");
  }

  std::string refusal() const {
    return fmt::format(
        "this is not an HTTP/1.1 request, its line or a header is over 8 KiB, all of them are over "
        "{} KiB, or they took longer than {} s",
        limits_.header_bytes / 1024,
        std::chrono::duration_cast<std::chrono::seconds>(limits_.request_deadline).count());
  }

  const HttpLimits& limits_;
};

Result<void> check(const HttpLimits& limits) {
  if (limits.workers == 0 || limits.event_clients >= limits.workers) {
    return fail(
        ErrorCode::InvalidArgument,
        "{} HTTP threads cannot serve {} event streams and anything else: give more threads",
        limits.workers, limits.event_clients);
  }
  return {};
}

}  // namespace

struct HttpServer::Inside {
  Inside(Lab& lab, const HttpConfig& given)
      : config(given),
        events(lab, config.limits),
        routes(lab, events, config.web_folder),
        protocol(routes, config.limits) {}

  HttpConfig config;
  EventHub events;
  Routes routes;
  Protocol protocol;
  std::unique_ptr<Listener> listener;  // last: its threads end before what they use
};

HttpServer::HttpServer(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}

HttpServer::~HttpServer() { stop(); }

Result<std::unique_ptr<HttpServer>> HttpServer::start(Lab& lab, const HttpConfig& config) try {
  if (auto fine = check(config.limits); !fine) return tl::unexpected(fine.error());
  auto listener = Listener::open(config.host, config.port);
  if (!listener) return tl::unexpected(listener.error());

  auto inside = std::make_unique<Inside>(lab, config);
  inside->listener = std::move(*listener);
  inside->listener->run(
      config.limits.workers, config.limits.waiting_connections,
      [&inside = *inside](int socket) { inside.protocol.serve(*inside.listener, socket); });
  spdlog::info("http listening host={} port={}", config.host, inside->listener->port());
  return std::unique_ptr<HttpServer>(new HttpServer(std::move(inside)));
} catch (const std::system_error& error) {
  return fail(ErrorCode::Unavailable, "start the threads of HTTP: {}", error.what());
}

int HttpServer::port() const { return inside_->listener->port(); }

void HttpServer::stop() {
  inside_->events.stop();
  inside_->listener->stop();
}

}  // namespace gb
