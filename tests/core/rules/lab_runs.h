#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/document/result_document.h"

namespace gb::test {

/// A run of the lab's on one machine, as a document: figures as p50 in ns.
struct LabRun {
  std::string build = "1.0";
  std::string library = "aaaaaaaaaaaaaaaa";
  std::string group = "matrix-1";
  std::int64_t round = 1;
  int minute = 0;  // when it started
  std::map<std::string, std::int64_t> p50;
};

inline ResultDocument document_of(const LabRun& run) {
  ResultDocument d;
  d.workload = "micro-read";
  Condition& c = d.condition;
  c.engine = "sqlite";
  c.engine_version = run.build;
  c.plane = "inproc";
  c.scale = "sf1";
  c.dataset_checksum = "sha256:0123456789abcdef";
  c.workload = "micro-read";
  c.latency_model = "service-time";
  c.concurrency = {1};
  c.started_at = WallTime(std::chrono::hours(24 * 20000) + std::chrono::minutes(run.minute));
  c.finished_at = c.started_at + std::chrono::seconds(30);
  GbFields& gb = d.gb.emplace();
  gb.run_id = run.build + "/" + run.library + "/" + std::to_string(run.minute);
  gb.group_id = run.group;
  gb.round = run.round;
  gb.machine = "laptop";
  gb.host_fingerprint = "host-1";
  gb.library_sha256 = run.library;
  gb.sequence_sha256 = "5e90e4ce";
  for (const auto& [query, p50] : run.p50) {
    StatFields& stat = d.queries[query];
    stat.query_class = "traversal";
    stat.count = 1000;
    stat.min = p50 * 9 / 10;
    stat.p50 = p50;
    stat.p90 = p50 * 2;
    stat.p99 = p50 * 3;
    stat.max = p50 * 4;
    d.verification.push_back({query, "PASS", "", 2, ""});
    QuerySamples& samples = gb.samples[query];
    samples.count = 1000;
    samples.p50_low = p50 * 99 / 100;
    samples.p50_high = p50 * 101 / 100;
    samples.p99_low = p50 * 28 / 10;
    samples.p99_high = p50 * 35 / 10;
  }
  return d;
}

/// Interleaved rounds of two builds, the order turned round every second round; query `q` takes
/// `factor` times as long after, `same` as long as before, both with a little noise.
struct TwoSides {
  std::vector<ResultDocument> before, after;
};

inline TwoSides two_sides(double factor, int rounds, bool interleaved = true) {
  TwoSides sides;
  for (int i = 0; i < rounds; ++i) {
    const std::int64_t wiggle = 1'000'000 + (i * 37 % 11) * 1'000;
    const std::int64_t more = 1'000'000 + (i * 53 % 13) * 1'000;
    const auto slower = static_cast<std::int64_t>(static_cast<double>(more) * factor);
    const bool after_first = interleaved && i % 2 == 1;
    const int first = interleaved ? 2 * i : i, second = interleaved ? 2 * i + 1 : rounds + i;
    LabRun run;
    run.round = i + 1;
    run.minute = after_first ? second : first;
    run.p50 = {{"q", wiggle}, {"same", 2 * wiggle}};
    sides.before.push_back(document_of(run));
    run.build = "1.1";
    run.library = "bbbbbbbbbbbbbbbb";
    run.minute = after_first ? first : second;
    run.p50 = {{"q", slower}, {"same", 2 * more}};
    sides.after.push_back(document_of(run));
  }
  return sides;
}

}  // namespace gb::test
