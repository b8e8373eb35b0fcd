#include "agent/runner/run.h"

#include <algorithm>
#include <set>

#include "core/base/sha256.h"
#include "core/document/keys.h"
#include "core/stats/multiset.h"
#include "tests/agent/runner/real_run.h"

using namespace gb::testing;

namespace {

/// Between the beginning and the end of a block nothing may be told.
void check_blocks_are_undisturbed(const std::vector<v1::RunnerEvent>& events) {
  std::size_t blocks = 0;
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (!events[i].has_block_began()) continue;
    ++blocks;
    REQUIRE(i + 1 < events.size());
    REQUIRE(events[i + 1].has_block_ended());
    CHECK(events[i + 1].block_ended().query_id() == events[i].block_began().query_id());
    CHECK(events[i + 1].block_ended().count() == 50);
    CHECK(events[i + 1].block_ended().p50_nanos() > 0);
  }
  CHECK(blocks == 9);
}

void check_figures(const gb::ResultDocument& document) {
  CHECK(document.queries.size() == 9);
  for (const auto& [id, stat] : document.queries) {
    CAPTURE(id);
    CHECK(stat.count == 50);
    CHECK(stat.errors == 0);
    CHECK(stat.min > 0);
    CHECK(stat.p50 >= stat.min);
    CHECK(stat.p99 >= stat.p50);
    const auto samples = gb::decode_multiset(document.gb->samples.at(id).multiset);
    REQUIRE(samples.has_value());
    REQUIRE(samples->size() == 50);
    CHECK(samples->front().count() == stat.min);
    CHECK(samples->at(24).count() == stat.p50);  // the 25th of 50
    CHECK(samples->back().count() == stat.p99);  // the 50th of 50
    CHECK(document.gb->samples.at(id).wall_seconds > 0);
  }
  std::int64_t pooled = 0;
  for (const auto& [name, stat] : document.classes) pooled += stat.count;
  CHECK(pooled == 9 * 50);
}

void check_conditions(const gb::ResultDocument& document, const std::string& engine) {
  const auto& condition = document.condition;
  const auto& gb = *document.gb;
  CHECK(document.schema == 4);
  CHECK(condition.engine == engine);
  CHECK_FALSE(condition.engine_version.empty());
  CHECK(condition.plane == "inproc");
  CHECK(condition.dataset == "grid-30x30");
  CHECK(condition.dataset_checksum == grid().checksum);
  CHECK(condition.latency_model == "service-time");
  CHECK(condition.warmup_outcome == "fixed-30ms");
  CHECK(condition.dialect_used.size() == 9);
  CHECK(condition.started_at < condition.finished_at);
  CHECK(condition.hardware.sync_ns == gb.sync_before.median_ns);
  CHECK(document.load.nodes == 900);
  CHECK(document.load.edges == grid().edge_count);
  CHECK(document.resource.values.at("DatasetBytes") > 0);
  CHECK(document.resource.values.at("MaxRSSBytes") > 0);
  CHECK(gb.sync_before.all_ns.size() == 75);
  CHECK(gb.sync_after.all_ns.size() == 75);
  REQUIRE(gb.host.size() == 3);
  CHECK(gb.host[0].when == "before");
  CHECK(gb.host[1].when == "during");
  CHECK(gb.host[2].when == "after");
  CHECK(gb.settings.at("operations") == 50);
  CHECK(gb.settings.at("seed") == 7);
  CHECK(gb.round == 2);
  CHECK(gb.timer_floor_p50_ns >= 0);
  CHECK(gb.library_sha256.size() == 64);
  CHECK_FALSE(gb.indexes.empty());
  CHECK(gb.phase_ns.count("measure") == 1);
  CHECK(gb.phase_ns.at("warm") >= 30'000'000);
  CHECK(gb.lineage_key == gb::lineage_key(document));
  CHECK(gb.compatibility_key == gb::compatibility_key(document));
}

}  // namespace

TEST_CASE("nine questions are verified and measured on each of the three SQLite engines") {
  std::set<std::string> sequences, compatibility, lineages;
  for (const std::string engine : {"sqlite", "sqlite-sync", "sqlite-mem"}) {
    CAPTURE(engine);
    const gb::TemporaryFolder folder;
    const Ran ran = run_to_document(request_for(engine, folder.path()));
    CHECK_FALSE(ran.sent.partial());
    CHECK(ran.sent.failed_count() == 0);
    CHECK(ran.sent.sha256() == gb::sha256_hex(ran.sent.bytes()));
    CHECK(ran.document.verification.size() == 9);
    for (const auto& line : ran.document.verification) {
      CAPTURE(line.query_id);
      CHECK(line.outcome == "PASS");
      CHECK(line.reason == "");
      CHECK(line.samples > 0);
      CHECK(ran.outcome(line.query_id).outcome == "measured");
      CHECK_FALSE(ran.outcome(line.query_id).verified_strata.empty());
    }
    check_figures(ran.document);
    check_conditions(ran.document, engine);
    check_blocks_are_undisturbed(ran.heard.events);
    CHECK(std::filesystem::is_empty(folder.path()));  // the store is gone
    const bool in_memory = engine == "sqlite-mem";
    CHECK((ran.document.resource.values.at("StoreBytes") == -1) == in_memory);
    sequences.insert(ran.document.gb->sequence_sha256);
    compatibility.insert(ran.document.gb->compatibility_key);
    lineages.insert(ran.document.gb->lineage_key);
  }
  // The same questions in the same order, so the figures may stand side by side.
  CHECK(sequences.size() == 1);
  CHECK(compatibility.size() == 1);
  CHECK(lineages.size() == 3);
}

TEST_CASE("phases are told in the order of a run, and verdicts before anything is timed") {
  const gb::TemporaryFolder folder;
  const Ran ran = run_to_document(request_for("sqlite-mem", folder.path()));
  std::vector<std::string> order;
  for (const auto& event : ran.heard.events) {
    if (event.has_phase()) order.emplace_back(gb::word_of(event.phase().phase()));
    if (event.has_verdict()) order.push_back(event.verdict().query_id());
  }
  CHECK(order == std::vector<std::string>{
                     "probe", "dataset", "start", "load", "verify", "micro-point",
                     "micro-point-miss", "micro-edge", "micro-khop1", "micro-khop2", "micro-khop3",
                     "micro-varlen", "micro-scan-count", "micro-scan-stats", "warm", "measure",
                     "resources", "probe after", "document"});
}

TEST_CASE("without warm-up there is no such phase, and the stamp says none") {
  const gb::TemporaryFolder folder;
  auto request = request_for("sqlite-mem", folder.path());
  request.mutable_settings()->set_warm_up_nanos(0);
  const Ran ran = run_to_document(request);
  CHECK(ran.document.condition.warmup_outcome == "none");
  CHECK(ran.document.gb->phase_ns.count("warm") == 0);
}
