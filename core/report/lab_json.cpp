#include <nlohmann/json.hpp>

#include "core/base/duration.h"
#include "core/document/keys.h"
#include "core/report/lab_formats.h"
#include "core/report/lab_notes.h"

namespace gb {
namespace {

using nlohmann::json;

template <class T>
json or_null(const std::optional<T>& value) {
  return value ? json(*value) : json(nullptr);
}

json positive_or_null(std::int64_t value) { return value > 0 ? json(value) : json(nullptr); }

json host_load(const GbFields& gb, std::string_view when) {
  for (const HostMoment& moment : gb.host) {
    if (moment.when == when && moment.load_1m >= 0) return moment.load_1m;
  }
  return nullptr;
}

json annotations_json(const ResultDocument& document) {
  json list = json::array();
  for (const Annotation& said : document.annotations) {
    list.push_back({{"kind", said.kind},
                    {"reason", said.reason},
                    {"by", said.by},
                    {"at", said.at == WallTime{} ? "" : format_rfc3339(said.at)}});
  }
  return list;
}

json drift_json(const GbFields& gb) {
  json object = json::object();
  for (const auto& [query, trend] : gb.trends) {
    object[query] = {{"windows", trend.windows},
                     {"p_value", trend.p_value},
                     {"growth", trend.growth},
                     {"growth_low", trend.growth_low},
                     {"growth_high", trend.growth_high}};
  }
  return object;
}

json column_json(const LabColumn& column) {
  const ResultDocument& d = *column.document;
  const Condition& c = d.condition;
  const GbFields gb = d.gb.value_or(GbFields{});
  const bool own_probe = gb.sync_before.median_ns > 0;
  const auto operations = gb.settings.find("operations");
  return {
      {"label", column.label},
      {"engine", c.engine},
      {"engine_version", c.engine_version},
      {"plane", c.plane},
      {"workload", workload_of(d)},
      {"scale", c.scale},
      {"dataset", c.dataset},
      {"dataset_checksum", c.dataset_checksum},
      {"dataset_source", gb.dataset_source},
      {"sequence_sha256", gb.sequence_sha256},
      {"seed", c.mix_seed},
      {"latency_model", c.latency_model},
      {"rate_per_second", c.rate},
      {"concurrency", c.concurrency},
      {"warm_up", c.warmup_outcome},
      {"operations", operations == gb.settings.end() ? json(nullptr) : json(operations->second)},
      {"durability", gb.durability},
      {"tuned", c.tuned},
      {"machine", machine_of(d)},
      {"host_fingerprint", gb.host_fingerprint},
      {"fsync_ns", positive_or_null(own_probe ? gb.sync_before.median_ns : c.hardware.sync_ns)},
      {"fsync_low_ns",
       positive_or_null(own_probe ? gb.sync_before.low_ns : c.hardware.sync_low_ns)},
      {"fsync_high_ns",
       positive_or_null(own_probe ? gb.sync_before.high_ns : c.hardware.sync_high_ns)},
      {"load_before", host_load(gb, "before")},
      {"load_after", host_load(gb, "after")},
      {"started_at", c.started_at == WallTime{} ? "" : format_rfc3339(c.started_at)},
      {"run_id", gb.run_id},
      {"partial", gb.partial},
      {"withdrawn", is_withdrawn(d)},
      {"annotations", annotations_json(d)},
      {"drift", drift_json(gb)},
      {"compatibility_key", compatibility_key(d)},
      {"lineage_key", lineage_key(d)},
      {"document_schema", d.schema},
  };
}

json cell_json(const LabCell& cell) {
  json object{{"outcome", name_of(cell.kind)}, {"reason", cell.reason}, {"detail", cell.detail}};
  const bool figures = cell.kind == CellKind::Measured || cell.kind == CellKind::Errors;
  if (!figures) return object;
  const StatFields& s = *cell.stat;
  object["count"] = s.count;
  object["errors"] = s.errors;
  // An all-errors group has zeros that are no latencies.
  if (cell.kind == CellKind::Errors) return object;
  object.update({{"min_ns", s.min},
                 {"p50_ns", s.p50},
                 {"p90_ns", s.p90},
                 {"p95_ns", s.p95},
                 {"p99_ns", s.p99},
                 {"max_ns", s.max},
                 {"mean_ns", s.mean},
                 {"stddev_ns", s.stddev},
                 {"p50_low_ns", or_null(cell.p50_low)},
                 {"p50_high_ns", or_null(cell.p50_high)},
                 {"p90_low_ns", or_null(cell.p90_low)},
                 {"p90_high_ns", or_null(cell.p90_high)},
                 {"p95_low_ns", or_null(cell.p95_low)},
                 {"p95_high_ns", or_null(cell.p95_high)},
                 {"p99_low_ns", or_null(cell.p99_low)},
                 {"p99_high_ns", or_null(cell.p99_high)},
                 {"p99_is_max", cell.p99_is_max},
                 {"below_resolution", cell.below_resolution},
                 {"per_second", or_null(cell.per_second)},
                 {"ratio", or_null(cell.ratio)},
                 {"ratio_low", or_null(cell.ratio_low)},
                 {"ratio_high", or_null(cell.ratio_high)},
                 {"undecided", cell.undecided}});
  return object;
}

json rows_json(const std::vector<LabRow>& rows) {
  json list = json::array();
  for (const LabRow& row : rows) {
    json cells = json::array();
    for (const LabCell& cell : row.cells) cells.push_back(cell_json(cell));
    list.push_back({{"query", row.query}, {"class", row.query_class}, {"cells", cells}});
  }
  return list;
}

}  // namespace

std::string lab_json(const std::vector<ResultDocument>& documents, bool side_by_side) {
  const auto tables = lab_tables(documents, side_by_side);
  const Verified verified = verified_count(documents);
  json root{
      {"schema", "graph-bench/report/1"},
      {"verified",
       {{"passed", verified.passed}, {"asked", verified.asked}, {"skipped", verified.skipped}}},
      {"limits", limit_notes(tables)},
      {"tables", json::array()}};
  for (const LabTable& table : tables) {
    json columns = json::array();
    for (const LabColumn& column : table.columns) columns.push_back(column_json(column));
    root["tables"].push_back({{"machine", table.machine},
                              {"workload", table.workload},
                              {"scale", table.scale},
                              {"emulated", table.emulated},
                              {"differences", table.differences},
                              {"columns", columns},
                              {"rows", rows_json(table.rows)},
                              {"cold", rows_json(table.cold)}});
  }
  return root.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace gb
