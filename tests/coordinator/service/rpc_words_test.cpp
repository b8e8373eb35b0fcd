#include <doctest/doctest.h>

#include "proto/rpc/access.h"
#include "proto/rpc/address.h"
#include "proto/rpc/channel.h"
#include "proto/rpc/status.h"

using namespace gb;

TEST_CASE("an error survives the way over the wire, code and words") {
  for (int i = 0; i <= static_cast<int>(ErrorCode::Internal); ++i) {
    const Error error{static_cast<ErrorCode>(i), "load grid: disk full"};
    CAPTURE(name_of(error.code));
    const grpc::Status status = to_status(error);
    CHECK_FALSE(status.ok());
    CHECK(to_error(status).code == error.code);
    CHECK(to_error(status).message == error.message);
  }
  CHECK(to_status(Result<void>{}).ok());
}

TEST_CASE("a message too long for a header is cut, not lost") {
  const grpc::Status status = to_status(Error{ErrorCode::Internal, std::string(100'000, 'x')});
  CHECK(status.error_message().size() < 8000);
  CHECK(status.error_message().starts_with("xxx"));
}

TEST_CASE("addresses are HOST:PORT") {
  CHECK(parse_host_port("127.0.0.1:7450")->port == 7450);
  CHECK(parse_host_port("[::1]:0")->host == "::1");
  CHECK(parse_host_port("[::1]:7450")->text() == "[::1]:7450");
  for (const char* wrong : {"", "7450", ":7450", "localhost", "localhost:", "localhost:x",
                            "a:70000", "a:-1", "::1:7450", "a:1b"}) {
    CAPTURE(wrong);
    const auto parsed = parse_host_port(wrong);
    REQUIRE_FALSE(parsed);
    CHECK(parsed.error().code == ErrorCode::InvalidArgument);
    CHECK(parsed.error().message.find("HOST:PORT") != std::string::npos);
  }
}

TEST_CASE("without credentials only loopback is listened on and connected to") {
  for (const char* fine : {"127.0.0.1:0", "127.9.9.9:1", "localhost:7450", "[::1]:7450"}) {
    CAPTURE(fine);
    CHECK(parse_listen_address(fine).has_value());
    CHECK(open_channel(fine).has_value());
  }
  for (const char* open : {"0.0.0.0:7450", "192.168.1.4:7450", "[::]:7450", "lab.example:7450",
                           "127.0.0.1.lab.example:7450"}) {
    CAPTURE(open);
    const auto refused = parse_listen_address(open);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::InvalidArgument);
    CHECK(refused.error().message.find("no credentials yet") != std::string::npos);
    CHECK_FALSE(open_channel(open).has_value());
  }
}

TEST_CASE("callers from elsewhere are not admitted") {
  const auto access = loopback_access();
  for (const char* peer :
       {"ipv4:127.0.0.1:5000", "ipv6:%5B::1%5D:5000", "ipv6:[::1]:5000", "inproc", "unix:/run/x"}) {
    CAPTURE(peer);
    CHECK(access->admit({"/m", peer}).has_value());
  }
  for (const char* peer : {"ipv4:10.0.0.7:5000", "ipv6:%5B2001:db8::1%5D:5000"}) {
    CAPTURE(peer);
    const auto refused = access->admit({"/m", peer});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::Unauthenticated);
  }
}
