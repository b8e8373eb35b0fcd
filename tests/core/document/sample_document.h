#pragma once

#include <filesystem>
#include <string>

#include "core/document/result_document.h"

namespace gb::test {

/// tests/fixtures/documents/<name>.
inline std::filesystem::path fixture(const std::string& name) {
  return std::filesystem::path(GB_SOURCE_DIR) / "tests/fixtures/documents" / name;
}

inline const std::string kZuFile = "20260819T151225Z-zu-inproc-46dceb23.json";
inline const std::string kLadybugFile = "20260819T151452Z-ladybug-inproc-46dceb23.json";
inline const std::string kLegacyFile = "20260624T101112Z-ladybug-inproc-fd000c2a.json";

/// A document in which every field differs from its default, so that a forgotten one shows.
inline ResultDocument full_document() {
  ResultDocument d;
  d.workload = "micro-read";
  d.family = "micro";
  d.fidelity = "harness-native";
  Condition& c = d.condition;
  c.harness_version = "0.1.0";
  c.harness_commit = "abc";
  c.engine = "sqlite";
  c.engine_version = "3.40.1";
  c.plane = "inproc";
  c.dialect_used = {{"q1", "sql"}};
  c.config = {{"synchronous", "normal"}, {"cache", "64 MiB"}};
  c.tuned = true;
  c.dataset = "grid-100x100";
  c.scale = "sf1";
  c.dataset_checksum = "sha256:fd000c2a";
  c.params_checksum = "sha256:00ff";
  c.workload = "micro-read";
  c.mix_seed = 7;
  c.latency_model = "open-model";
  c.rate = 0.1;
  c.concurrency = {1, 4, 16};
  c.warmup_outcome = "fixed-3s";
  c.cache = "cold";
  c.cold_protocol = "drop_caches";
  c.validation_mode = "sampled";
  c.repetitions = 5;
  c.hardware = {"CPU", 8, 1LL << 34, "linux", "amd64", 3024291, 3010000, 3970000};
  c.started_at = WallTime(Nanos(1'790'000'000'123'456'789));
  c.finished_at = WallTime(Nanos(1'790'000'100'000'000'000));
  d.verification = {{"q1", "PASS", "", 9, "sql"}, {"q2", "SKIP", "no-dialect-text", 0, ""}};
  d.classes = {{"traversal",
                {"traversal", 1000, 1, "disk \"full\"\n", 1, 2, 3, 4, 5, 6, 7, 8, 99.5, 198.25}}};
  d.queries = d.classes;
  d.cold = d.classes;
  d.sweep = {{4, "traversal", 1234.5, 42}};
  d.load = {190000000, 10000, 19800, 14417920, "prepared inserts"};
  d.resource.values = {{"MaxRSSBytes", 1LL << 28}, {"MajorFaults", 0}};
  d.teps = {{"g500-bfs", {"generator", 259600, {1.5e8, 225180000}, 2.24e8}}};
  d.drift = {{"traversal", {10000000000, 2, 10, 11, 10000000000, 1.1, {10, 11}}}};
  GbFields& g = d.gb.emplace();
  g.run_id = "01990000-0000-7000-8000-000000000001";
  g.group_id = "group";
  g.cell_id = "cell";
  g.machine = "laptop";
  g.machine_class = "developer";
  g.host_fingerprint = "fp";
  g.round = 2;
  g.lineage_key = "aa";
  g.compatibility_key = "bb";
  g.workload_version = "v1";
  g.configuration_digest = "cc";
  g.sequence_sha256 = "dd";
  g.durability = "wal, synchronous=normal";
  g.read_mode = "prepared";
  g.library_path = "/usr/lib/libsqlite3.so.0";
  g.library_sha256 = "ee";
  g.indexes = {"edge(src)", "edge(dst)"};
  g.partial = true;
  g.outcomes = {{"q1", {"measured", "", "", {{"hub", 2}, {"miss", 1}}, "traversal"}},
                {"q2", {"skipped", "no-dialect-text", "no text for gql", {}, ""}}};
  g.samples = {{"q1", {"KLUv/Q==", "", 1000, 1, 3, -1, -1, -1, -1, 4, 6, 1.25}}};
  g.sync_before = {1000, 900, 1100, {1000, 900, 1100}, true, "ext4", ""};
  g.sync_after = {-1, -1, -1, {}, false, "tmpfs", "memory"};
  g.host = {{"before", 0.5, 0.25, 0.125, -1, -1}, {"after", 1.5, 0.5, 0.25, 0.75, 0.01}};
  g.host_facts = {{"kernel", "6.1"}};
  g.settings = {{"operations", 1000}, {"warm_up_ns", 2000000000}};
  g.timer_floor_p50_ns = 25;
  g.timer_floor_p999_ns = 60;
  g.clock_read_ns = 21;
  g.dataset_source = "cache";
  g.phase_ns = {{"load", 190000000}};
  g.outcomes["q3"] = {"measured", "", "", {}, "analytical", true};
  const QuerySamples other{"", "KLUv/Q==", 2000, 1, 3, 4, 6, 5, 8, 7, 9, 1.25};
  g.service = {{"q1", {1, 2, 3, 4, 5, 6, other}}};
  g.lateness = {{"q1", {0, 1, 2, 3, 4, 5, other}}};
  g.windows = {{"q1", {10000000000, {5, 6}, {0, 1}, {10, 11}, {20, 22}}}};
  g.seconds = {{"q1", {1000000000, {5}, {0}, {10}, {20}}}};
  g.trends = {{"q1", {60, 0.0625, 0.5, 0.25, 0.75}}};
  g.bindings = {{"q1", {{3, 0}, {10, 0}}}};
  g.batches = {{"q1", {1000, 20, 150, 170}}};
  g.error_classes = {{"q1", {{"timeout", 1}}}};
  g.phase_resources = {{"measure", {{"server.rss_peak_bytes", 1 << 20}}}};
  return d;
}

}  // namespace gb::test
