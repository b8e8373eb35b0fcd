#include "core/document/schema.h"

#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/document/check.h"
#include "core/document/codec.h"
#include "core/document/figures.h"
#include "tests/core/document/sample_document.h"

namespace {

using nlohmann::json;

gb::ResultDocument sound_document() {
  gb::ResultDocument d = gb::test::full_document();
  std::vector<gb::Nanos> samples;
  for (int i = 1; i <= 1000; ++i) samples.emplace_back(i);
  const gb::Distribution latencies(samples);
  d.classes = {{"traversal", gb::stat_fields("traversal", latencies, 1, "boom")}};
  d.queries = {{"q1", gb::stat_fields("traversal", latencies, 1, "boom")}};
  d.cold = d.classes;
  d.gb->samples = {{"q1", gb::query_samples(latencies, 1.5)}};
  d.gb->service = {{"q1", gb::latency_fields(latencies, 1.5)}};
  d.gb->lateness = d.gb->service;
  return d;
}

std::string objection(const json& document) {
  const auto valid = gb::validate_document(document.dump(), "x.json");
  return valid ? "" : valid.error().message;
}

}  // namespace

TEST_CASE("the published schema is the one the codec's own fields make") {
  const auto published =
      gb::read_file(std::filesystem::path(GB_SOURCE_DIR) / "docs/schema/result-4.json");
  REQUIRE(published);
  // When fields change: gb schema > docs/schema/result-4.json
  CHECK(*published == gb::document_schema());
}

TEST_CASE("what we write is valid, with every field set and with next to none") {
  CHECK(gb::validate_document(gb::encode_document(sound_document()), "full"));
  gb::ResultDocument bare;
  bare.gb.emplace();
  CHECK(gb::validate_document(gb::encode_document(bare), "bare"));
}

TEST_CASE("the published documents of the reference are valid, the first generation too") {
  for (const auto& name : {gb::test::kZuFile, gb::test::kLadybugFile, gb::test::kLegacyFile}) {
    const auto valid = gb::validate_document(*gb::read_file(gb::test::fixture(name)), name);
    CAPTURE(name);
    CHECK(valid);
  }
}

TEST_CASE("a member that is missing, of another kind or no known word is named") {
  const json sound = json::parse(gb::encode_document(sound_document()));
  json broken = sound;
  broken["condition"].erase("EngineVersion");
  CHECK(objection(broken) == "x.json: field condition.EngineVersion: it is missing");
  broken = sound;
  broken["verification"][0]["outcome"] = "MAYBE";
  CHECK(objection(broken) ==
        "x.json: field verification[0].outcome: \"MAYBE\" is none of [\"PASS\",\"FAIL\",\"SKIP\"]");
  broken = sound;
  broken["gb"]["windows"]["q1"]["counts"][1] = -1;
  CHECK(objection(broken) ==
        "x.json: field gb.windows.q1: window 2 of a series has a negative count");
  broken = sound;
  broken["gb"]["samples"]["q1"]["count"] = -5;
  CHECK(objection(broken) == "x.json: field gb.samples.q1.count: -5 is below 0");
  broken = sound;
  broken["gb"]["of_tomorrow"] = {1, 2};  // a newer program's
  CHECK(objection(broken) == "");
}

TEST_CASE("a document that contradicts itself is refused with the first contradiction") {
  const auto with = [](const std::function<void(gb::ResultDocument&)>& change) {
    gb::ResultDocument d = sound_document();
    change(d);
    const auto found = gb::contradictions(d);
    return found.empty() ? std::string() : found.front();
  };
  CHECK(with([](auto&) {}) == "");
  CHECK(with([](auto& d) { d.queries["q1"].p90 = 1; }) ==
        "field queries.q1: min, p50, p90, p95, p99 and max do not ascend");
  CHECK(with([](auto& d) { d.queries["q1"].errors = 2000; }) ==
        "field queries.q1: 2000 errors of 1001 operations cannot be");
  CHECK(with([](auto& d) { d.queries["q1"].mean = 5000; }) ==
        "field queries.q1: the mean lies outside min and max");
  CHECK(with([](auto& d) { d.gb->samples["q1"].p50_low = 700; }) ==
        "field gb.samples.q1: p50 lies outside its interval 700 to 532");
  CHECK(with([](auto& d) {
          d.gb->samples["q1"].multiset[9] ^= 1;
        }).starts_with("field gb.samples.q1: samples: "));
  CHECK(with([](auto& d) { d.queries["q1"].errors = 0; }) ==
        "field gb.samples.q1: 1000 samples for 1001 successful operations");
  CHECK(with([](auto& d) { d.queries.clear(); }) ==
        "field gb.samples.q1: samples without figures in queries");
  CHECK(with([](auto& d) { d.condition.finished_at = gb::WallTime(gb::Nanos(1)); }) ==
        "field condition.FinishedAt: it lies before StartedAt");
}

TEST_CASE("a schema keyword we do not know is an error and no silent pass") {
  const auto held = gb::obeys_schema(json(1), json{{"multipleOf", 2}});
  REQUIRE(!held);
  CHECK(held.error().code == gb::ErrorCode::Unsupported);
}
