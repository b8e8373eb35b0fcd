#include <fmt/format.h>

#include "core/base/duration.h"
#include "core/document/codec.h"
#include "core/document/figures.h"
#include "core/report/csv.h"
#include "core/report/export.h"
#include "core/report/lab_view.h"
#include "core/report/text_table.h"

namespace gb {
namespace {

using Bound = std::optional<std::int64_t>;

struct Metric {
  std::string name, value, unit;
  Bound low, high;
};

std::string clients(const Condition& condition) {
  std::string text;
  for (const std::int64_t n : condition.concurrency) {
    text += (text.empty() ? "" : " ") + std::to_string(n);
  }
  return text;
}

std::vector<std::string> begin_of(const LabTable& table, const LabColumn& column, const LabRow& row,
                                  const LabCell& cell) {
  const ResultDocument& d = *column.document;
  const Condition& c = d.condition;
  return {d.gb ? d.gb->run_id : "",
          table.machine,
          workload_of(d),
          c.scale,
          c.engine,
          c.engine_version,
          c.plane,
          c.latency_model,
          clients(c),
          c.started_at == WallTime{} ? "" : format_rfc3339(c.started_at),
          row.query,
          row.query_class,
          table.emulated ? "true" : "false",
          std::string(name_of(cell.kind)),
          one_line(cell.reason)};
}

std::vector<Metric> metrics_of(const LabCell& cell) {
  const StatFields& s = *cell.stat;
  const auto ns = [](std::string name, std::int64_t value, Bound low = {}, Bound high = {}) {
    return Metric{std::move(name), std::to_string(value), "ns", low, high};
  };
  std::vector<Metric> metrics{{"count", std::to_string(s.count), "operations", {}, {}},
                              {"errors", std::to_string(s.errors), "operations", {}, {}}};
  if (cell.kind != CellKind::Measured) return metrics;
  metrics.push_back(ns("min", s.min));
  metrics.push_back(ns("p50", s.p50, cell.p50_low, cell.p50_high));
  metrics.push_back(ns("p90", s.p90, cell.p90_low, cell.p90_high));
  metrics.push_back(ns("p95", s.p95, cell.p95_low, cell.p95_high));
  // What is only the largest of too few is no p99.
  if (!cell.p99_is_max) metrics.push_back(ns("p99", s.p99, cell.p99_low, cell.p99_high));
  metrics.push_back(ns("max", s.max));
  metrics.push_back(ns("mean", s.mean));
  metrics.push_back(ns("stddev", s.stddev));
  if (cell.per_second) {
    metrics.push_back({"throughput", fmt::format("{}", *cell.per_second), "1/s", {}, {}});
  }
  return metrics;
}

}  // namespace

std::string export_schema3(ResultDocument document) {
  document.schema = 3;
  document.gb.reset();
  return encode_document(std::move(document));
}

std::string export_tidy_csv(const std::vector<ResultDocument>& documents) {
  std::string text =
      "run_id,machine,workload,scale,engine,engine_version,plane,latency_model,clients,started_at,"
      "query,class,emulated,outcome,reason,metric,value,unit,low,high,samples\n";
  const auto bound = [](const Bound& value) { return value ? std::to_string(*value) : ""; };
  for (const LabTable& table : lab_tables(documents, false)) {
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      for (const LabRow& row : table.rows) {
        const LabCell& cell = row.cells[i];
        if (cell.kind == CellKind::Absent || cell.kind == CellKind::Emulated) continue;
        const auto begin = begin_of(table, table.columns[i], row, cell);
        const bool figures = cell.kind == CellKind::Measured || cell.kind == CellKind::Errors;
        const auto metrics = figures ? metrics_of(cell) : std::vector<Metric>{Metric{}};
        for (const Metric& metric : metrics) {
          std::vector<std::string> record = begin;
          for (const auto& field :
               {metric.name, metric.value, metric.unit, bound(metric.low), bound(metric.high)}) {
            record.push_back(field);
          }
          record.push_back(figures ? std::to_string(cell.stat->count - cell.stat->errors) : "");
          text += csv_record(record);
        }
      }
    }
  }
  return text;
}

}  // namespace gb
