#include "core/document/codec.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/duration.h"
#include "core/base/file.h"
#include "core/base/sha256.h"
#include "core/document/result_files.h"
#include "tests/core/document/sample_document.h"

namespace {

using nlohmann::json;

/// Whether every member of `part` is in `whole` with an equal value.
bool contains(const json& whole, const json& part) {
  if (!part.is_object())
    return whole == part ||
           (part.is_number() && whole.is_number() && whole.get<double>() == part.get<double>());
  for (const auto& [name, value] : part.items()) {
    if (!whole.contains(name) || !contains(whole.at(name), value)) return false;
  }
  return true;
}

/// The message of decoding `text`, which must fail.
std::string refusal(const std::string& text) {
  const auto document = gb::decode_document(text, "r.json");
  REQUIRE(!document);
  CHECK(document.error().code == gb::ErrorCode::InvalidArgument);
  return document.error().message;
}

}  // namespace

TEST_CASE("a document with every field set survives encoding and decoding, byte for byte") {
  const std::string bytes = gb::encode_document(gb::test::full_document());
  const auto back = gb::decode_document(bytes, "r.json");
  REQUIRE(back);
  CHECK(gb::encode_document(*back) == bytes);

  // No field of the encoded text is a default that decoding could have supplied by itself.
  const json filled = json::parse(bytes);
  const json defaults = json::parse(gb::encode_document([] {
    gb::ResultDocument empty;
    empty.gb.emplace();
    return empty;
  }()));
  for (const char* section : {"condition", "gb", "load"}) {
    for (const auto& [name, value] : filled.at(section).items()) {
      CAPTURE(name);
      CHECK(defaults.at(section).value(name, json()) != value);
    }
  }
  CHECK(back->gb->outcomes.at("q1").verified_strata.at("hub") == 2);
  CHECK(back->gb->samples.at("q1").p99_high == 6);
  CHECK(back->gb->host[1].steal_share == 0.01);
  CHECK(back->gb->sync_after.why_not == "memory");
  CHECK(back->condition.started_at == gb::test::full_document().condition.started_at);
  CHECK(back->condition.rate == 0.1);
  CHECK(back->queries.at("traversal").first_error == "disk \"full\"\n");
  CHECK(back->drift.at("traversal").p99s == std::vector<std::int64_t>{10, 11});
}

TEST_CASE(
    "canonical bytes: sorted keys, two blanks, whole numbers without a point, one line feed") {
  const std::string bytes = gb::encode_document(gb::test::full_document());
  CHECK(bytes.starts_with("{\n  \"classes\": {\n    \"traversal\": {\n      \"class\":"));
  CHECK(bytes.ends_with("\"workload\": \"micro-read\"\n}\n"));
  CHECK(bytes.find("\"Rate\": 0.1,") != std::string::npos);
  CHECK(bytes.find("\"throughput\": 99.5") != std::string::npos);
  CHECK(bytes.find("\"harmonic_mean\": 224000000") != std::string::npos);
  CHECK(bytes.find("\"StartedAt\": \"2026-09-21T14:13:20.123456789Z\"") != std::string::npos);
  CHECK(bytes.find('\t') == std::string::npos);
  CHECK(bytes.find('\r') == std::string::npos);
  // A change of these bytes changes the hash of every document: it must be meant.
  CHECK(gb::sha256_hex(bytes) ==
        "996b145e2fa04b71d0bfbdf505dd1bbeccf2abcd88dedb6a43414217ea2a8702");
}

TEST_CASE(
    "both published files are read completely and written so that the reference can read them") {
  for (const auto& name : {gb::test::kZuFile, gb::test::kLadybugFile}) {
    CAPTURE(name);
    const auto path = gb::test::fixture(name);
    const auto document = gb::read_result(path);
    REQUIRE(document);
    CHECK(document->schema == 3);
    CHECK(!document->gb);
    CHECK(document->verification.size() == 9);
    CHECK(document->queries.size() == 9);
    const json original = json::parse(*gb::read_file(path));
    CHECK(contains(json::parse(gb::encode_document(*document)), original));
  }
}

TEST_CASE("the published zu file has the published values") {
  const auto document = gb::read_result(gb::test::fixture(gb::test::kZuFile));
  REQUIRE(document);
  CHECK(document->condition.engine == "zu");
  CHECK(document->condition.engine_version == "0.0.1");
  CHECK(document->condition.concurrency == std::vector<std::int64_t>{1});
  CHECK(gb::format_rfc3339(document->condition.started_at) == "2026-08-19T15:12:25.115597Z");
  CHECK(document->condition.hardware.ram_bytes == 25769803776);
  CHECK(document->condition.hardware.sync_ns == 0);  // absent: not probed
  CHECK(document->queries.at("lsqb-q9").stddev == 389125);
  CHECK(document->load.bytes_on_disk == 14417920);
  CHECK(document->resource.values.at("CPUUserNs") == 168217891000);
  CHECK(document->resource.values.at("DiskReadBytes") == -1);
  CHECK(document->drift.empty());
}

TEST_CASE("the legacy file is mapped: class codes, names, time, system, and unknown resources") {
  const auto document = gb::read_result(gb::test::fixture(gb::test::kLegacyFile));
  REQUIRE(document);
  CHECK(document->schema == 2);
  CHECK(document->workload == "micro-grid");
  CHECK(document->condition.engine_version == "0.17.1");
  CHECK(document->condition.scale == "SF1");
  CHECK(document->condition.hardware.os == "darwin");
  CHECK(document->condition.hardware.arch == "arm64");
  CHECK(document->condition.latency_model.empty());
  CHECK(document->condition.finished_at == gb::WallTime{});
  CHECK(gb::format_rfc3339(document->condition.started_at) == "2026-06-24T10:11:12.622003Z");
  REQUIRE(document->classes.contains("traversal"));
  const gb::StatFields& all = document->classes.at("traversal");
  CHECK(all.query_class == "traversal");
  CHECK(all.count == 250);
  CHECK(all.errors == 50);
  CHECK(all.p99 == 196094875);
  CHECK(all.max == 199451250);
  CHECK(all.throughput == 6.666666666666667);
  CHECK(document->queries.at("micro-khop2").p90 == 67966792);
  CHECK(document->queries.at("micro-sp").errors == 50);
  CHECK(document->load.duration == 71358333);
  CHECK(document->load.bytes_on_disk == -1);
  CHECK(document->resource.values.empty());
  CHECK(document->verification.empty());
}

TEST_CASE("legacy class keys: an unknown number is named after itself, a text is kept") {
  const auto document = gb::decode_document(
      R"({"Stats": {"0": {"Class": 0, "Count": 1}, "9": {"Class": 9}, "pool": {"Class": 3}},
          "Condition": {"Engine": "e", "OS": "plan9", "Hardware": "a CPU", "Seed": 4,
                        "Warmup": "stable", "OfferedRate": 2.5}})",
      "r.json");
  REQUIRE(document);
  CHECK(document->classes.contains("point-read"));
  CHECK(document->classes.contains("class-9"));
  CHECK(document->classes.at("pool").query_class == "write");
  CHECK(document->condition.hardware.os == "plan9");
  CHECK(document->condition.hardware.arch.empty());
  CHECK(document->condition.hardware.cpu == "a CPU");
  CHECK(document->condition.mix_seed == 4);
  CHECK(document->condition.warmup_outcome == "stable");
  CHECK(document->condition.rate == 2.5);
}

TEST_CASE("any schema from 3 on is read, and what is unknown in it ignored") {
  const auto document = gb::decode_document(
      R"({"schema": 17, "later": [1], "condition": {"Engine": "e", "New": {"x": 1}},
          "queries": {"q": {"count": 1, "p50": 5, "p42": 6}}})",
      "r.json");
  REQUIRE(document);
  CHECK(document->schema == 17);
  CHECK(document->queries.at("q").p50 == 5);
  CHECK(document->condition.harness_commit.empty());
  CHECK(document->condition.mix_seed == 0);
}

TEST_CASE("null is a missing value and escaped spelling the same text") {
  const auto document = gb::decode_document(
      "{\"schema\": 3, \"condition\": {\"Engine\": \"a\\u003cb\\u0026c\", \"Config\": null, "
      "\"Concurrency\": null}, \"verification\": null}",
      "r.json");
  REQUIRE(document);
  CHECK(document->condition.engine == "a<b&c");
  CHECK(document->condition.config.empty());
}

TEST_CASE("a wrong field is refused with file, place and what was found") {
  const std::string head = R"({"schema": 3, "condition": {)";
  CHECK(refusal(head + R"("Engine": 5}})") ==
        "r.json: field condition.Engine: a text was expected, found 5");
  CHECK(
      refusal(head + R"("Hardware": {"Cores": "ten"}}})") ==
      "r.json: field condition.Hardware.Cores: an integer of 64 bits was expected, found \"ten\"");
  CHECK(refusal(head + R"(}, "queries": {"q1": {"p50": 1.5}}})") ==
        "r.json: field queries.q1.p50: an integer of 64 bits was expected, found 1.5");
  CHECK(refusal(head + R"(}, "load": {"duration": 9223372036854775808}})") ==
        "r.json: field load.duration: an integer of 64 bits was expected, found "
        "9223372036854775808");
  CHECK(refusal(head + R"("Tuned": "no"}})") ==
        "r.json: field condition.Tuned: true or false was expected, found \"no\"");
  CHECK(refusal(head + R"("StartedAt": "yesterday"}})") ==
        "r.json: field condition.StartedAt: an RFC 3339 time was expected, found \"yesterday\"");
  CHECK(refusal(head + R"(}, "verification": [{"query_id": "a"}, {"query_id": []}]})") ==
        "r.json: field verification[1].query_id: a text was expected, found []");
  CHECK(refusal(head + R"(}, "gb": {"samples": {"q": 1}}})") ==
        "r.json: field gb.samples.q: an object was expected, found 1");
  CHECK(refusal(R"({"schema": "3", "condition": {}})") ==
        "r.json: field schema: an integer of 64 bits was expected, found \"3\"");
  CHECK(refusal(R"({"Condition": {"Engine": "e"}, "ByQuery": {"q": {"P50": "x"}}})") ==
        "r.json: field ByQuery.q.P50: an integer of 64 bits was expected, found \"x\"");
}

TEST_CASE("what is no result document is refused, invalid JSON with line and column") {
  for (const char* text : {"{}", "[]", "3", "null", R"({"schema": 3})", R"({"name": "package"})"}) {
    CHECK(refusal(text) == "r.json: this is no result document: it has no member \"condition\"");
  }
  CHECK(refusal(R"({"schema": 3, "condition": []})") ==
        "r.json: field condition: an object was expected, found []");
  CHECK(refusal("{\n \"schema\": 3,}").find("r.json: parse error at line 2, column 14") == 0);
  CHECK(refusal("").find("r.json: parse error at line 1, column 1") == 0);
}

TEST_CASE("a document cut anywhere is refused") {
  const std::string bytes = gb::encode_document(gb::test::full_document());
  for (std::size_t length = 0; length + 2 < bytes.size(); length += 97) {
    CHECK(!gb::decode_document(bytes.substr(0, length), "r.json"));
  }
}

TEST_CASE("nesting a stranger made a hundred thousand deep is no way to crash us") {
  const std::string deep(100'000, '[');
  CHECK(!gb::decode_document(deep, "r.json"));
  const std::string closed = R"({"condition": {}, "x": )" + deep + std::string(100'000, ']') + "}";
  CHECK(gb::decode_document(closed, "r.json"));
}

TEST_CASE("bytes that are no UTF-8 and numbers that are none still give a readable document") {
  gb::ResultDocument document = gb::test::full_document();
  document.queries["traversal"].first_error = "broken \xff\xfe text";
  document.queries["traversal"].throughput = std::numeric_limits<double>::infinity();
  const std::string bytes = gb::encode_document(document);
  const auto back = gb::decode_document(bytes, "r.json");
  REQUIRE(back);
  CHECK(back->queries.at("traversal").first_error == "broken \xEF\xBF\xBD\xEF\xBF\xBD text");
  CHECK(back->queries.at("traversal").throughput == 0);
}
