#include <chrono>
#include <thread>

#include "tests/coordinator/http/raw_client.h"
#include "tests/coordinator/http/served_lab.h"

namespace gb {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view kAsk =
    "GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n";

std::size_t count_of(const std::string& text, std::string_view part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("an event comes at once, and another one when something has changed") {
  ServedLab served;
  RawClient watcher(served.port());
  watcher.send(kAsk);
  const std::string first = watcher.read_until("}\n\n", 5s);
  CHECK(contains(first, "HTTP/1.1 200"));
  CHECK(contains(first, "Content-Type: text/event-stream"));
  CHECK(contains(first, "event: change\n"));

  for (const char* machine : {"laptop", "server1"}) {
    watcher.forget();
    served.join(machine);
    CHECK(contains(watcher.read_until("}\n\n", 5s), "event: change\n"));
  }
}

TEST_CASE("a burst of changes is told by few events") {
  HttpConfig config;
  config.limits.event_gap = 300ms;
  ServedLab served(config);
  served.join("laptop");
  RawClient watcher(served.port());
  watcher.send(kAsk);
  watcher.read_until("}\n\n", 5s);
  watcher.forget();
  for (int i = 0; i < 200; ++i) served.heartbeat("laptop", i, 1'000'000 + i);
  watcher.closed_within(700ms);
  const std::size_t events = count_of(watcher.read_until("", 0ms), "event: change");
  CHECK(events >= 1);
  CHECK(events <= 4);
}

TEST_CASE("a quiet stream is kept alive by comments") {
  HttpConfig config;
  config.limits.event_keepalive = 50ms;
  ServedLab served(config);
  RawClient watcher(served.port());
  watcher.send(kAsk);
  CHECK(contains(watcher.read_until(": nothing new\n\n", 5s), ": nothing new\n\n"));
}

TEST_CASE("one stream too many is refused, and a place is free again once a client has gone") {
  HttpConfig config;
  config.limits.event_clients = 2;
  config.limits.workers = 4;
  ServedLab served(config);
  RawClient first(served.port());
  first.send(kAsk);
  first.read_until("}\n\n", 5s);
  {
    RawClient second(served.port());
    second.send(kAsk);
    second.read_until("}\n\n", 5s);
    RawClient third(served.port());
    third.send(kAsk);
    const std::string refused = third.read_until("come back", 5s);
    CHECK(contains(refused, "HTTP/1.1 503"));
    CHECK(contains(refused, "Retry-After"));
  }
  const Instant until = now() + 5s;
  bool served_again = false;
  while (!served_again && now() < until) {
    RawClient fourth(served.port());
    fourth.send(kAsk);
    served_again = contains(fourth.read_until("\n\n", 1s), "event: change");
    if (!served_again) std::this_thread::sleep_for(50ms);
  }
  CHECK(served_again);
}

TEST_CASE("a client that stops reading is dropped, while agents and other clients notice nothing") {
  HttpConfig config;
  config.limits.event_keepalive = 1us;
  config.limits.write_timeout = 300ms;
  config.limits.event_clients = 1;
  ServedLab served(config);
  RawClient paused(served.port(), 2048);
  paused.send(kAsk);

  // Its buffers fill with comments; then a write waits, times out, and the only place is free
  // again.
  const Instant until = now() + 20s;
  bool dropped = false;
  while (!dropped && now() < until) {
    RawClient other(served.port());
    other.send(kAsk);
    dropped = contains(other.read_until("\r\n", 2s), "HTTP/1.1 200");
    const Instant before = now();
    served.join("laptop");
    CHECK(now() - before < 1s);
    CHECK(served.get("/healthz").status == 200);
    if (!dropped) std::this_thread::sleep_for(100ms);
  }
  CHECK(dropped);
}

TEST_CASE("stopping ends open streams without waiting for their clients") {
  ServedLab served;
  RawClient watcher(served.port());
  watcher.send(kAsk);
  watcher.read_until("}\n\n", 5s);
  const Instant before = now();
  served.server().stop();
  CHECK(now() - before < 3s);
  CHECK(watcher.closed_within(1s));
}

}  // namespace gb
