#include <fmt/format.h>

#include "core/report/csv.h"
#include "core/report/lab_formats.h"
#include "core/report/text_table.h"

namespace gb {
namespace {

std::string or_empty(const std::optional<std::int64_t>& value) {
  return value ? std::to_string(*value) : "";
}

std::vector<std::string> record(const LabTable& table, const LabColumn& column, const LabRow& row,
                                const LabCell& cell) {
  const ResultDocument& d = *column.document;
  std::vector<std::string> fields{table.machine,
                                  workload_of(d),
                                  d.condition.scale,
                                  d.condition.engine,
                                  d.condition.engine_version,
                                  d.condition.plane,
                                  row.query_class,
                                  row.query,
                                  std::string(name_of(cell.kind)),
                                  cell.reason,
                                  one_line(cell.detail)};
  const bool operations = cell.kind == CellKind::Measured || cell.kind == CellKind::Errors;
  const bool figures = cell.kind == CellKind::Measured;
  const auto put = [&](bool known, std::int64_t value) {
    fields.push_back(known ? std::to_string(value) : "");
  };
  const StatFields s = cell.stat == nullptr ? StatFields{} : *cell.stat;
  put(operations, s.count);
  put(operations, s.errors);
  put(figures, s.min);
  put(figures, s.p50);
  fields.push_back(or_empty(cell.p50_low));
  fields.push_back(or_empty(cell.p50_high));
  put(figures, s.p90);
  put(figures, s.p95);
  put(figures, s.p99);
  fields.push_back(or_empty(cell.p99_low));
  fields.push_back(or_empty(cell.p99_high));
  fields.push_back(figures ? (cell.p99_is_max ? "true" : "false") : "");
  put(figures, s.max);
  put(figures, s.mean);
  put(figures, s.stddev);
  fields.push_back(cell.ratio ? fmt::format("{}", *cell.ratio) : "");
  fields.push_back(d.gb ? d.gb->run_id : "");
  fields.emplace_back(table.emulated ? "true" : "false");
  for (const auto* bound : {&cell.p90_low, &cell.p90_high, &cell.p95_low, &cell.p95_high}) {
    fields.push_back(or_empty(*bound));
  }
  for (const auto* value : {&cell.ratio_low, &cell.ratio_high, &cell.per_second}) {
    fields.push_back(*value ? fmt::format("{}", **value) : "");
  }
  fields.emplace_back(is_withdrawn(d) ? "true" : "false");
  return fields;
}

}  // namespace

std::string lab_csv(const std::vector<ResultDocument>& documents, bool side_by_side) {
  std::string text =
      "machine,workload,scale,engine,engine_version,plane,class,query,outcome,reason,detail,count,"
      "errors,min_ns,p50_ns,p50_low_ns,p50_high_ns,p90_ns,p95_ns,p99_ns,p99_low_ns,p99_high_ns,"
      "p99_is_max,max_ns,mean_ns,stddev_ns,ratio,run_id,emulated,p90_low_ns,p90_high_ns,p95_low_ns,"
      "p95_high_ns,ratio_low,ratio_high,per_second,withdrawn\n";
  for (const LabTable& table : lab_tables(documents, side_by_side)) {
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      for (const LabRow& row : table.rows) {
        if (row.cells[i].kind == CellKind::Absent || row.cells[i].kind == CellKind::Emulated) {
          continue;
        }
        text += csv_record(record(table, table.columns[i], row, row.cells[i]));
      }
    }
  }
  return text;
}

}  // namespace gb
