#include <chrono>
#include <memory>
#include <vector>

#include "tests/coordinator/http/raw_client.h"
#include "tests/coordinator/http/served_lab.h"

namespace gb {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view kHealth = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";

HttpConfig small_server() {
  HttpConfig config;
  config.limits.workers = 4;
  config.limits.event_clients = 2;
  config.limits.waiting_connections = 16;
  config.limits.request_deadline = 400ms;
  return config;
}

}  // namespace

TEST_CASE("a request that trickles in byte by byte is over at its deadline, whatever its pace") {
  ServedLab served(small_server());
  RawClient slow(served.port());
  slow.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n");
  const Instant before = now();
  bool closed = false;
  while (!closed && now() - before < 5s) {
    slow.send("X");
    closed = slow.closed_within(50ms);
  }
  CHECK(closed);
  CHECK(now() - before < 3s);
}

TEST_CASE("slow clients on every thread keep nobody else out for longer than a deadline") {
  ServedLab served(small_server());
  std::vector<std::unique_ptr<RawClient>> slow;
  for (int i = 0; i < 4; ++i) {
    slow.push_back(std::make_unique<RawClient>(served.port()));
    slow.back()->send("GET / HT");
  }
  const Instant before = now();
  CHECK(served.get("/healthz").status == 200);
  CHECK(now() - before < 3s);
}

TEST_CASE("many idle connections are turned away at the door, and an honest client is served") {
  ServedLab served(small_server());
  std::vector<std::unique_ptr<RawClient>> idle;
  for (int i = 0; i < 200; ++i) idle.push_back(std::make_unique<RawClient>(served.port()));
  bool refused = false;
  for (auto& client : idle) {
    refused = refused || contains(client->read_until("too many", 1ms), "503");
  }
  CHECK(refused);
  // Those let in go as soon as others wait, a few at a time, so a place frees up soon.
  bool answered = false;
  const Instant until = now() + 10s;
  while (!answered && now() < until) {
    RawClient honest(served.port());
    honest.send(kHealth);
    answered = contains(honest.read_until("ok\n", 3s), "200");
  }
  CHECK(answered);
}

TEST_CASE("headers without end are cut off at their limit") {
  ServedLab served;
  RawClient endless(served.port());
  endless.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n");
  bool open = true;
  for (int i = 0; i < 1000 && open; ++i) {
    open = endless.send("X-Filler-" + std::to_string(i) + ": " + std::string(1000, 'x') + "\r\n");
  }
  CHECK(endless.closed_within(3s));
  CHECK(served.get("/healthz").status == 200);
}

TEST_CASE("a request line or header that is too long is refused with a problem") {
  ServedLab served;
  RawClient long_line(served.port());
  long_line.send("GET /" + std::string(9000, 'a') + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
  CHECK(contains(long_line.read_until("detail", 3s), "HTTP/1.1 414"));
  RawClient long_header(served.port());
  long_header.send("GET / HTTP/1.1\r\nHost: localhost\r\nX: " + std::string(9000, 'a') +
                   "\r\n\r\n");
  CHECK(contains(long_header.read_until("detail", 3s), "application/problem+json"));
}

TEST_CASE("what is not HTTP ends its connection and nothing else") {
  ServedLab served;
  const std::vector<std::string> garbage = {
      std::string("\0\0\0\0", 4) + "\r\n\r\n",
      "\x16\x03\x01\x02 a TLS hello\r\n\r\n",
      "GET\r\n\r\n",
      "GET / HTTP/9.9\r\n\r\n",
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
      "get / http/1.1\r\n\r\n",
      "GET /%zz%00%ff HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: localhost\r\nRange: bytes=" + std::string(8000, '0') + "-\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: localhost\r\nRange: bytes=" + std::string(4000, ',') + "\r\n\r\n",
      "GET /healthz HTTP/1.1\r\nHost: localhost\r\n: \r\n\x80\xff: x\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: "
      "chunked\r\n\r\nffffffffffffffff\r\n",
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999\r\n\r\n"};
  for (const auto& bytes : garbage) {
    RawClient client(served.port());
    client.send(bytes);
    client.read_until("\r\n\r\n", 100ms);
  }
  CHECK(served.get("/healthz").status == 200);
}

TEST_CASE("a body is never taken for the next request") {
  ServedLab served;
  RawClient smuggler(served.port());
  const std::string body(kHealth);
  smuggler.send("POST /api/v1/matrices HTTP/1.1\r\nHost: localhost\r\nContent-Length: " +
                std::to_string(body.size()) + "\r\n\r\n" + body);
  CHECK(smuggler.closed_within(3s));
  const std::string& answer = smuggler.read_until("", 0ms);
  CHECK(contains(answer, "HTTP/1.1 405"));
  CHECK(!contains(answer, "HTTP/1.1 200"));
}

TEST_CASE("a range multiplies nothing") {
  ServedLab served;
  std::string ranges = "bytes=0-0";
  for (int i = 0; i < 500; ++i) ranges += ",0-";
  const auto answer = served.get("/style.css", {{"Range", ranges}});
  CHECK(answer.status == 200);
  CHECK(answer.body.size() < 64 * 1024);
}

TEST_CASE("requests sent together on one connection are answered in order") {
  ServedLab served;
  RawClient client(served.port());
  client.send(std::string(kHealth) +
              "GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  const std::string& answers = client.read_until("ready\n", 3s);
  CHECK(contains(answers, "ok\n"));
  CHECK(answers.find("ok\n") < answers.find("ready\n"));
  CHECK(client.closed_within(3s));
}

}  // namespace gb
