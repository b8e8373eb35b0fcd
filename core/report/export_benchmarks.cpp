#include <fmt/format.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "core/base/duration.h"
#include "core/base/version.h"
#include "core/report/export.h"
#include "core/report/lab_view.h"
#include "core/report/text_table.h"

namespace gb {
namespace {

using nlohmann::json;

using Visit = std::function<void(const LabColumn&, const std::string& name, const LabCell&)>;

/// Every cell that says something, under a name that is the same for the next run of it.
void for_each_cell(const std::vector<ResultDocument>& documents, const Visit& visit) {
  for (const LabTable& table : lab_tables(documents, false)) {
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      for (const LabRow& row : table.rows) {
        const LabCell& cell = row.cells[i];
        if (cell.kind == CellKind::Absent || cell.kind == CellKind::Emulated) continue;
        const ResultDocument& d = *table.columns[i].document;
        visit(table.columns[i],
              fmt::format("{}/{}/{}{} {} on {}", table.workload, table.scale, row.query,
                          table.emulated ? " (emulated)" : "", engine_plane(d), table.machine),
              cell);
      }
    }
  }
}

std::string written(const json& root) {
  return root.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

json measure(std::int64_t value, const std::optional<std::int64_t>& low,
             const std::optional<std::int64_t>& high) {
  json object{{"value", value}};
  if (low) object["lower_value"] = *low;
  if (high) object["upper_value"] = *high;
  return object;
}

json context_of(const std::vector<ResultDocument>& documents) {
  const Condition& c = documents.front().condition;
  return {{"date", c.started_at == WallTime{} ? "" : format_rfc3339(c.started_at)},
          {"host_name", machine_of(documents.front())},
          {"executable", fmt::format("graph-bench {}", kVersion)},
          {"num_cpus", c.hardware.cores},
          {"cpu_time", "not measured per operation: it repeats real_time"}};
}

json row_of(const std::string& name, const char* run_type) {
  return {{"name", name},      {"run_name", name}, {"run_type", run_type},
          {"time_unit", "ns"}, {"threads", 1},     {"repetitions", 1}};
}

void add_times(json& rows, const std::string& name, const LabColumn& column, const LabCell& cell) {
  const StatFields& s = *cell.stat;
  const auto& clients = column.document->condition.concurrency;
  const auto add = [&](const char* aggregate, std::int64_t ns) {
    json row = row_of(name, *aggregate == '\0' ? "iteration" : "aggregate");
    if (*aggregate != '\0') {
      row["name"] = name + "_" + aggregate;
      row["aggregate_name"] = aggregate;
      row["aggregate_unit"] = "time";
    } else {
      row["repetition_index"] = 0;
    }
    if (clients.size() == 1) row["threads"] = clients.front();
    row["iterations"] = s.count - s.errors;
    row["real_time"] = ns;
    row["cpu_time"] = ns;
    rows.push_back(std::move(row));
  };
  add("", s.mean);
  add("mean", s.mean);
  add("median", s.p50);
  add("stddev", s.stddev);
  if (!cell.p99_is_max) add("p99", s.p99);
}

}  // namespace

std::string export_bencher(const std::vector<ResultDocument>& documents) {
  json root = json::object();
  for_each_cell(documents, [&](const LabColumn&, const std::string& name, const LabCell& cell) {
    if (cell.kind != CellKind::Measured) return;
    json measures{{"latency", measure(cell.stat->p50, cell.p50_low, cell.p50_high)}};
    if (!cell.p99_is_max) {
      measures["latency-p99"] = measure(cell.stat->p99, cell.p99_low, cell.p99_high);
    }
    if (cell.per_second) measures["throughput"] = {{"value", *cell.per_second}};
    root[name] = std::move(measures);
  });
  return written(root);
}

std::string export_google_benchmark(const std::vector<ResultDocument>& documents) {
  if (documents.empty()) return "";
  json rows = json::array();
  for_each_cell(
      documents, [&](const LabColumn& column, const std::string& name, const LabCell& cell) {
        if (cell.kind == CellKind::Measured) {
          add_times(rows, name, column, cell);
          return;
        }
        json row = row_of(name, "iteration");
        row["error_occurred"] = true;
        row["error_message"] =
            one_line(fmt::format("{}{}{}{}{}", name_of(cell.kind), cell.reason.empty() ? "" : ": ",
                                 cell.reason, cell.detail.empty() ? "" : ": ", cell.detail));
        rows.push_back(std::move(row));
      });
  return written({{"context", context_of(documents)}, {"benchmarks", std::move(rows)}});
}

}  // namespace gb
