#include "core/document/legacy.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/document/document_fields.h"
#include "core/document/json_fields.h"

namespace gb {

// The legacy shapes, read with the same Reader; they are never written.
namespace legacy {

struct Stat {
  std::int64_t code = 0;
  StatFields stat;
};

struct Stamp {
  std::string os, cpu;
  Condition condition;
};

struct Load {
  LoadFields fields;
};

template <class Archive>
void fields(Archive& a, Stat& s) {
  a.always("Class", s.code);
  a.always("Count", s.stat.count);
  a.always("Errors", s.stat.errors);
  a.always("Min", s.stat.min);
  a.always("P50", s.stat.p50);
  a.always("P90", s.stat.p90);
  a.always("P95", s.stat.p95);
  a.always("P99", s.stat.p99);
  a.always("Max", s.stat.max);
  a.always("Mean", s.stat.mean);
  a.always("StdDev", s.stat.stddev);
  a.always("Throughput", s.stat.throughput);
  a.always("RowThroughput", s.stat.row_throughput);
}

template <class Archive>
void fields(Archive& a, Stamp& s) {
  Condition& c = s.condition;
  a.always("Engine", c.engine);
  a.always("EngineVersion", c.engine_version);
  a.always("Plane", c.plane);
  a.always("Config", c.config);
  a.always("Tuned", c.tuned);
  a.always("HarnessVersion", c.harness_version);
  a.always("HarnessCommit", c.harness_commit);
  a.always("Dataset", c.dataset);
  a.always("Scale", c.scale);
  a.always("DatasetChecksum", c.dataset_checksum);
  a.always("Workload", c.workload);
  a.always("Cache", c.cache);
  a.always("Concurrency", c.concurrency);
  a.always("Repetitions", c.repetitions);
  a.always("Timestamp", c.started_at);
  a.always("OfferedRate", c.rate);
  a.always("Seed", c.mix_seed);
  a.always("Warmup", c.warmup_outcome);
  a.always("Hardware", s.cpu);
  a.always("OS", s.os);
}

template <class Archive>
void fields(Archive& a, Load& l) {
  a.always("Duration", l.fields.duration);
  a.always("Nodes", l.fields.nodes);
  a.always("Edges", l.fields.edges);
  a.always("BytesOnDisk", l.fields.bytes_on_disk);
  a.always("Method", l.fields.method);
}

}  // namespace legacy

namespace {

std::string class_of(std::int64_t code) {
  constexpr std::array<std::string_view, 5> kNames{"point-read", "traversal", "subgraph", "write",
                                                   "analytical"};
  if (code >= 0 && code < static_cast<std::int64_t>(kNames.size())) {
    return std::string(kNames[static_cast<std::size_t>(code)]);
  }
  return "class-" + std::to_string(code);
}

/// A map key "1" is a class code; one that is not a number is kept.
std::string class_of_key(const std::string& key) {
  const bool number =
      !key.empty() && key.size() < 10 &&
      std::all_of(key.begin(), key.end(), [](char c) { return c >= '0' && c <= '9'; });
  return number ? class_of(std::stoll(key)) : key;
}

std::map<std::string, StatFields> stats_of(const std::map<std::string, legacy::Stat>& found,
                                           bool keyed_by_class) {
  std::map<std::string, StatFields> stats;
  for (const auto& [key, value] : found) {
    StatFields stat = value.stat;
    stat.query_class = class_of(value.code);
    stats.emplace(keyed_by_class ? class_of_key(key) : key, std::move(stat));
  }
  return stats;
}

}  // namespace

ResultDocument read_legacy(const nlohmann::json& root, std::optional<std::string>& problem) {
  json_fields::Reader reader(root, "", problem);
  std::map<std::string, legacy::Stat> classes, queries, cold;
  legacy::Stamp stamp;
  legacy::Load load;
  reader.always("Stats", classes);
  reader.always("ByQuery", queries);
  reader.always("Cold", cold);
  reader.always("Load", load);
  reader.always(root.contains("Condition") ? "Condition" : "condition", stamp);

  ResultDocument document;
  document.schema = 2;
  document.condition = std::move(stamp.condition);
  Condition& condition = document.condition;
  condition.latency_model.clear();
  condition.params_checksum.clear();
  condition.cold_protocol.clear();
  condition.validation_mode.clear();
  Hardware& hardware = condition.hardware;
  hardware = {};
  hardware.cpu = stamp.cpu;
  hardware.os = stamp.os.substr(0, stamp.os.find('/'));
  if (hardware.os.size() < stamp.os.size()) {
    hardware.arch = stamp.os.substr(hardware.os.size() + 1);
  }
  document.workload = condition.workload;
  document.classes = stats_of(classes, true);
  document.queries = stats_of(queries, false);
  document.cold = stats_of(cold, true);
  document.load = std::move(load.fields);
  return document;
}

}  // namespace gb
