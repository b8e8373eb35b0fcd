#include "agent/runner/request.h"

#include "tests/agent/runner/real_run.h"

using namespace gb::testing;

namespace {

std::string json_of(const v1::RunRequest& request) {
  std::string text;
  REQUIRE(google::protobuf::util::MessageToJsonString(request, &text).ok());
  return text;
}

v1::RunRequest minimal() {
  v1::RunRequest request;
  request.set_protocol(1);
  request.set_run_id("r");
  request.mutable_engine()->set_name("sqlite");
  request.set_workload("micro-read");
  request.set_scale("smoke");
  request.set_dataset_folder("d");
  request.set_run_folder("f");
  return request;
}

std::string refusal_of(const std::string& bytes) {
  const auto parsed = gb::parse_request(bytes, "request.json");
  REQUIRE_FALSE(parsed.has_value());
  return parsed.error().message;
}

}  // namespace

TEST_CASE("a request is read from JSON and from its binary form alike") {
  const auto from_json = gb::parse_request("\n " + json_of(minimal()), "request.json");
  const auto from_binary = gb::parse_request(minimal().SerializeAsString(), "request.binpb");
  REQUIRE(from_json.has_value());
  REQUIRE(from_binary.has_value());
  CHECK(from_json->SerializeAsString() == from_binary->SerializeAsString());
}

TEST_CASE("zeros among the settings become the defaults, but no warm-up stays none") {
  auto request = minimal();
  auto parsed = gb::parse_request(json_of(request), "request.json");
  REQUIRE(parsed.has_value());
  CHECK(parsed->settings().operations() == 1000);
  CHECK(parsed->settings().warm_up_nanos() == 2'000'000'000);
  CHECK(parsed->settings().operation_limit_nanos() == 60'000'000'000);
  CHECK(parsed->settings().verify_draws_per_stratum() == 2);
  request.mutable_settings()->set_warm_up_nanos(0);
  parsed = gb::parse_request(json_of(request), "request.json");
  REQUIRE(parsed.has_value());
  CHECK(parsed->settings().warm_up_nanos() == 0);
}

TEST_CASE("a request that cannot be served is refused with file, field and value") {
  CHECK(refusal_of("{\"protocol\": 1, \"colour\": 2}").find("colour") != std::string::npos);
  CHECK(refusal_of("garbage\xff").find("neither the JSON nor the binary form") !=
        std::string::npos);
  auto request = minimal();
  request.set_protocol(9);
  CHECK(refusal_of(json_of(request)).find("protocol 9 was asked for and this gb-runner speaks 1") !=
        std::string::npos);
  request = minimal();
  request.clear_workload();
  CHECK(refusal_of(json_of(request)) == "request.json: workload is missing");
  request = minimal();
  request.set_run_id("../r");
  CHECK(refusal_of(json_of(request)).find("run_id \"../r\"") != std::string::npos);
  request = minimal();
  request.mutable_settings()->set_operations(2'000'000'000);
  CHECK(refusal_of(json_of(request)).find("at most 10000000") != std::string::npos);
  request = minimal();
  request.mutable_settings()->set_operation_limit_nanos(~0ULL);
  CHECK(refusal_of(json_of(request)).find("operation_limit_nanos") != std::string::npos);
}
