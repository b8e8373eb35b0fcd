#include "core/report/lab_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/document/figures.h"
#include "core/document/keys.h"
#include "core/stats/interval.h"

namespace gb {
namespace {

std::optional<std::int64_t> known(std::int64_t value) {
  return value < 0 ? std::nullopt : std::optional(value);
}

CellKind kind_of(std::string_view outcome) {
  if (outcome == "PASS" || outcome == "measured") return CellKind::Measured;
  if (outcome == "SKIP" || outcome == "skipped") return CellKind::Skipped;
  if (outcome == "FAIL" || outcome == "failed") return CellKind::Failed;
  return CellKind::Broken;
}

void add_bounds(LabCell& cell, const QuerySamples& samples) {
  cell.p50_low = known(samples.p50_low);
  cell.p50_high = known(samples.p50_high);
  cell.p90_low = known(samples.p90_low);
  cell.p90_high = known(samples.p90_high);
  cell.p95_low = known(samples.p95_low);
  cell.p95_high = known(samples.p95_high);
  cell.p99_low = known(samples.p99_low);
  cell.p99_high = known(samples.p99_high);
  cell.per_second = completed_per_second(samples);
}

/// emulated: whether figures of emulated texts are asked for, or those of all others.
LabCell cell_of(const ResultDocument& document, const std::string& query, bool emulated) {
  LabCell cell;
  if (is_emulated(document, query) != emulated) {
    cell.kind = emulated ? CellKind::Absent : CellKind::Emulated;
    return cell;
  }
  const auto stat = document.queries.find(query);
  if (stat != document.queries.end()) cell.stat = &stat->second;
  const VerificationLine* verdict = verdict_on(document, query);
  const QueryOutcome* outcome = nullptr;
  if (document.gb) {
    const auto found = document.gb->outcomes.find(query);
    if (found != document.gb->outcomes.end()) outcome = &found->second;
  }
  if (outcome != nullptr) {
    cell.kind = kind_of(outcome->outcome);
    cell.reason = outcome->reason_code;
    cell.detail = outcome->detail;
  } else if (verdict != nullptr) {
    cell.kind = kind_of(verdict->outcome);
    (cell.kind == CellKind::Skipped ? cell.reason : cell.detail) = verdict->reason;
  } else if (cell.stat != nullptr) {
    cell.kind = CellKind::Measured;
  }
  if (cell.kind != CellKind::Measured) {
    if (cell.detail.empty() && cell.stat != nullptr) cell.detail = cell.stat->first_error;
    return cell;
  }
  if (cell.stat == nullptr) {  // verified, then nothing was measured
    cell.kind = CellKind::Absent;
    return cell;
  }
  cell.detail = cell.stat->first_error;
  if (cell.stat->errors > 0 && cell.stat->errors >= cell.stat->count) {
    cell.kind = CellKind::Errors;
    return cell;
  }
  const std::int64_t successes = cell.stat->count - cell.stat->errors;
  cell.p99_is_max = !has_upper_bound(static_cast<std::uint64_t>(successes), kP99);
  if (document.gb) {
    const auto samples = document.gb->samples.find(query);
    if (samples != document.gb->samples.end()) add_bounds(cell, samples->second);
    const std::int64_t floor = document.gb->timer_floor_p50_ns;
    cell.below_resolution = floor > 0 && cell.stat->p50 < 10 * floor;
  }
  return cell;
}

void add_ratios(LabRow& row) {
  const LabCell& first = row.cells.front();
  if (first.kind != CellKind::Measured || first.stat->p50 <= 0) return;
  for (std::size_t i = 1; i < row.cells.size(); ++i) {
    LabCell& cell = row.cells[i];
    if (cell.kind != CellKind::Measured || cell.stat->p50 <= 0) continue;
    cell.ratio = static_cast<double>(cell.stat->p50) / static_cast<double>(first.stat->p50);
    if (!first.p50_low || !first.p50_high || !cell.p50_low || !cell.p50_high) continue;
    cell.undecided = *cell.p50_low <= *first.p50_high && *first.p50_low <= *cell.p50_high;
    if (*first.p50_low <= 0) continue;
    cell.ratio_low = static_cast<double>(*cell.p50_low) / static_cast<double>(*first.p50_high);
    cell.ratio_high = static_cast<double>(*cell.p50_high) / static_cast<double>(*first.p50_low);
  }
}

std::string class_of(const LabTable& table, const std::string& query) {
  for (const LabColumn& column : table.columns) {
    const auto stat = column.document->queries.find(query);
    if (stat != column.document->queries.end() && !stat->second.query_class.empty()) {
      return stat->second.query_class;
    }
    if (!column.document->gb) continue;
    const auto outcome = column.document->gb->outcomes.find(query);
    if (outcome != column.document->gb->outcomes.end() && !outcome->second.query_class.empty()) {
      return outcome->second.query_class;
    }
  }
  return "";
}

/// Queries as the verdicts list them, which is the workload's order; those without one follow.
std::vector<std::string> asked_order(const LabTable& table) {
  std::vector<std::string> order;
  std::set<std::string> seen;
  const auto add = [&](const std::string& id) {
    if (seen.insert(id).second) order.push_back(id);
  };
  for (const LabColumn& column : table.columns) {
    for (const VerificationLine& line : column.document->verification) add(line.query_id);
  }
  for (const LabColumn& column : table.columns) {
    for (const auto& [id, stat] : column.document->queries) add(id);
  }
  return order;
}

void fill_rows(LabTable& table) {
  for (const std::string& query : asked_order(table)) {
    LabRow row{query, class_of(table, query), {}};
    for (const LabColumn& column : table.columns) {
      row.cells.push_back(cell_of(*column.document, query, table.emulated));
    }
    const bool nobody = std::all_of(row.cells.begin(), row.cells.end(), [](const LabCell& cell) {
      return cell.kind == CellKind::Absent || cell.kind == CellKind::Emulated;
    });
    const bool elsewhere = std::any_of(row.cells.begin(), row.cells.end(), [](const LabCell& cell) {
      return cell.kind == CellKind::Emulated;
    });
    if (nobody && (elsewhere || table.emulated)) continue;
    if (table.differences.empty()) add_ratios(row);
    table.rows.push_back(std::move(row));
  }
  std::stable_sort(table.rows.begin(), table.rows.end(), [](const LabRow& a, const LabRow& b) {
    const auto rank = [](const LabRow& row) {
      // A class we cannot name comes last, after the unusual ones.
      return std::pair(row.query_class.empty(), class_rank(row.query_class));
    };
    return rank(a) != rank(b) ? rank(a) < rank(b)
                              : rank(a).second == 6 && a.query_class < b.query_class;
  });
}

void fill_cold(LabTable& table) {
  Columns columns;
  for (const LabColumn& column : table.columns) columns.push_back(column.document);
  for (const std::string& name : class_order(columns, false, true)) {
    LabRow row{name, name, {}};
    for (const ResultDocument* document : columns) {
      LabCell& cell = row.cells.emplace_back();
      const auto stat = document->cold.find(name);
      if (stat == document->cold.end()) continue;
      cell.stat = &stat->second;
      const std::int64_t successes = cell.stat->count - cell.stat->errors;
      cell.kind = successes > 0 ? CellKind::Measured : CellKind::Errors;
      cell.detail = cell.stat->first_error;
      cell.p99_is_max = !has_upper_bound(static_cast<std::uint64_t>(successes), kP99);
    }
    table.cold.push_back(std::move(row));
  }
}

/// The columns that ran an emulated text, for a table of their own.
std::optional<LabTable> emulated_part(const LabTable& table) {
  LabTable part = table;
  part.emulated = true;
  std::erase_if(part.columns, [](const LabColumn& column) {
    const auto& gb = column.document->gb;
    return !gb || std::none_of(gb->outcomes.begin(), gb->outcomes.end(),
                               [](const auto& entry) { return entry.second.emulated; });
  });
  if (part.columns.empty()) return std::nullopt;
  fill_rows(part);
  return part;
}

/// Lengthens equal labels step by step: engine, plane, version, then a number.
void label_columns(LabTable& table) {
  using Step = std::string (*)(const ResultDocument&);
  const Step steps[] = {
      [](const ResultDocument& d) { return d.condition.engine; },
      [](const ResultDocument& d) { return engine_plane(d); },
      [](const ResultDocument& d) { return engine_plane(d) + " " + d.condition.engine_version; },
  };
  for (const Step step : steps) {
    std::set<std::string> labels;
    for (LabColumn& column : table.columns) labels.insert(column.label = step(*column.document));
    if (labels.size() == table.columns.size()) return;
  }
  std::map<std::string, int> count;
  for (LabColumn& column : table.columns) {
    column.label = fmt::format("{} #{}", column.document->condition.engine,
                               ++count[column.document->condition.engine]);
  }
}

std::vector<std::string> differences(const LabTable& table) {
  std::vector<std::string> found;
  const auto first = compatibility_parts(*table.columns.front().document);
  for (std::size_t part = 0; part < first.size(); ++part) {
    std::vector<std::string> values;
    for (const LabColumn& column : table.columns) {
      std::string value = compatibility_parts(*column.document)[part].value;
      value = value.starts_with("sha256:") || value.size() == 64 ? checksum8(value) : value;
      // Without a latency model nothing was timed: there is nothing to compare, and no difference.
      if (value.empty() && first[part].name == "latency model") continue;
      if (value.empty()) value = "unknown";
      if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
    }
    if (values.size() < 2) continue;
    std::string text = first[part].name + " (";
    for (const std::string& value : values) text += (&value == &values.front() ? "" : ", ") + value;
    found.push_back(text + ")");
  }
  return found;
}

}  // namespace

std::string_view name_of(CellKind kind) {
  switch (kind) {
    case CellKind::Measured:
      return "measured";
    case CellKind::Errors:
      return "errors";
    case CellKind::Skipped:
      return "skipped";
    case CellKind::Failed:
      return "failed";
    case CellKind::Broken:
      return "broken";
    case CellKind::Emulated:
      return "emulated";
    case CellKind::Absent:
      break;
  }
  return "absent";
}

std::string machine_of(const ResultDocument& document) {
  if (document.gb && !document.gb->machine.empty()) return document.gb->machine;
  const std::string& cpu = document.condition.hardware.cpu;
  return cpu.empty() || cpu == "unknown" ? "unknown machine" : cpu;
}

std::vector<LabTable> lab_tables(const std::vector<ResultDocument>& documents, bool side_by_side) {
  std::vector<LabTable> tables;
  std::map<std::vector<std::string>, std::size_t> position;
  for (const ResultDocument* document : in_column_order(documents)) {
    std::vector<std::string> key{machine_of(*document)};
    if (!side_by_side) {
      key.push_back(workload_of(*document));
      key.push_back(document->condition.scale);
    }
    const auto [at, fresh] = position.emplace(key, tables.size());
    if (fresh) {
      LabTable& table = tables.emplace_back();
      table.machine = key[0];
      table.workload = workload_of(*document);
      table.scale = document->condition.scale;
    }
    tables[at->second].columns.push_back({document, ""});
  }
  std::vector<LabTable> all;
  for (LabTable& table : tables) {
    table.differences = differences(table);
    label_columns(table);
    std::optional<LabTable> emulated = emulated_part(table);
    fill_rows(table);
    fill_cold(table);
    // A document that holds nothing but emulated queries still says so where it would be looked
    // for.
    all.push_back(std::move(table));
    if (emulated) all.push_back(std::move(*emulated));
  }
  return all;
}

Verified verified_count(const std::vector<ResultDocument>& documents) {
  Verified verified;
  for (const ResultDocument& document : documents) {
    for (const VerificationLine& line : document.verification) {
      if (line.outcome == "SKIP") {
        ++verified.skipped;
        continue;
      }
      ++verified.asked;
      if (line.outcome == "PASS") ++verified.passed;
    }
  }
  return verified;
}

std::string verified_line(const Verified& verified) {
  std::string line = fmt::format("{} of {} answers verified", verified.passed, verified.asked);
  if (verified.skipped > 0) line += fmt::format(", {} skipped", verified.skipped);
  return line;
}

}  // namespace gb
