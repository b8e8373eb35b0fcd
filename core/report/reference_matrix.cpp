#include "core/report/reference_matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "core/document/keys.h"
#include "core/report/quantity.h"
#include "core/report/text_table.h"

namespace gb {
namespace {

using Stats = std::map<std::string, StatFields>;

struct Pair {
  std::string p50, p99;
};

struct Row {
  std::string label;
  bool query = false;
  std::vector<Pair> cells;
};

const StatFields* find(const Stats& stats, const std::string& name) {
  const auto found = stats.find(name);
  return found == stats.end() ? nullptr : &found->second;
}

/// The first rule of §6.2 that applies.
Pair cell(const ResultDocument& document, const std::string& name, bool query,
          const StatFields* stat, RowUnit unit) {
  if (const auto* verdict = query ? verdict_on(document, name) : nullptr) {
    if (verdict->outcome == "SKIP" && !verdict->reason.empty()) {
      return {"SKIP(" + verdict->reason + ")", ""};
    }
    if (verdict->outcome != "PASS") return {verdict->outcome, ""};
  }
  if (stat == nullptr) return {"n/a", "n/a"};
  if (stat->errors > 0 && stat->errors == stat->count) {
    return {fmt::format("ERR({}/{})", stat->errors, stat->count), ""};
  }
  return {in_unit(stat->p50, unit), in_unit(stat->p99, unit)};
}

Row row(const Columns& columns, const std::string& name, Stats ResultDocument::*section,
        std::string label) {
  Row line{std::move(label), section == &ResultDocument::queries, {}};
  std::vector<std::int64_t> values;
  for (const ResultDocument* document : columns) {
    if (const StatFields* stat = find(document->*section, name)) {
      values.push_back(stat->p50);
      values.push_back(stat->p99);
    }
  }
  const RowUnit unit = row_unit(values);
  for (const ResultDocument* document : columns) {
    line.cells.push_back(cell(*document, name, line.query, find(document->*section, name), unit));
  }
  return line;
}

std::set<std::string> query_ids(const Columns& columns) {
  std::set<std::string> ids;
  for (const ResultDocument* document : columns) {
    for (const auto& [id, stat] : document->queries) ids.insert(id);
    for (const VerificationLine& line : document->verification) ids.insert(line.query_id);
  }
  return ids;
}

std::vector<Row> rows(const Columns& columns) {
  std::vector<Row> all;
  for (const std::string& name : class_order(columns, true, true)) {
    all.push_back(row(columns, name, &ResultDocument::classes, name));
  }
  for (const std::string& name : class_order(columns, false, true)) {
    all.push_back(row(columns, name, &ResultDocument::cold, name + " (cold)"));
  }
  for (const std::string& id : query_ids(columns)) {
    all.push_back(row(columns, id, &ResultDocument::queries, id));
  }
  return all;
}

std::string or_unknown(const std::string& text) { return text.empty() ? "unknown" : text; }

std::vector<std::string> footers(const Columns& columns) {
  std::vector<std::string> lines;
  std::set<std::string> seen;
  for (const ResultDocument* document : columns) {
    if (!seen.insert(document->workload).second) continue;
    lines.push_back(fmt::format("fidelity: {}: {}", document->workload,
                                document->fidelity.empty() ? "unspecified" : document->fidelity));
  }
  for (const ResultDocument* document : columns) {
    const Condition& c = document->condition;
    lines.push_back(fmt::format(
        "{}: version {}, dataset {}, latency {}, warmup {}, tuned={}", engine_plane(*document),
        or_unknown(c.engine_version), or_unknown(checksum8(c.dataset_checksum)),
        or_unknown(c.latency_model), or_unknown(c.warmup_outcome), c.tuned));
  }
  return lines;
}

std::vector<std::string> error_lines(const Columns& columns) {
  std::vector<std::string> lines;
  for (const ResultDocument* document : columns) {
    for (const auto& [id, stat] : document->queries) {
      if (stat.errors <= 0 || stat.first_error.empty()) continue;
      std::string message = one_line(stat.first_error);
      if (message.size() > 160) message = message.substr(0, 157) + "...";
      lines.push_back(fmt::format("{} {}: {}/{} failed, first: {}", engine_plane(*document), id,
                                  stat.errors, stat.count, message));
    }
  }
  return lines;
}

}  // namespace

std::string reference_table(const Columns& columns) {
  TextTable table;
  TableRow labels{""};
  TableRow heads{"Class / Query"};
  for (const ResultDocument* document : columns) {
    labels.emplace_back(engine_plane(*document), 2);
    heads.emplace_back("p50");
    heads.emplace_back("p99");
  }
  table.add_heading(std::move(labels));
  table.add_heading(std::move(heads));
  for (const Row& line : rows(columns)) {
    TableRow cells{(line.query ? "  " : "") + line.label};
    for (const Pair& pair : line.cells) {
      cells.emplace_back(pair.p50);
      cells.emplace_back(pair.p99);
    }
    table.add_row(std::move(cells));
  }
  std::string text = table.render_padded() + "\n";
  const auto errors = error_lines(columns);
  for (const std::string& line : errors) text += line + "\n";
  if (!errors.empty()) text += "\n";
  for (const std::string& line : footers(columns)) text += line + "\n";
  return text;
}

std::string reference_markdown(const Columns& columns) {
  std::string text = "| Class / Query |";
  std::string rule = "|---|";
  for (const ResultDocument* document : columns) {
    text += " " + engine_plane(*document) + " p50 | p99 |";
    rule += "---|---|";
  }
  text += "\n" + rule + "\n";
  for (const Row& line : rows(columns)) {
    text += "| " + line.label + " |";
    // An empty cell is one blank between two more.
    for (const Pair& pair : line.cells) {
      text += " " + pair.p50 + " | " + (pair.p99.empty() ? " " : pair.p99) + " |";
    }
    text += "\n";
  }
  text += "\n";
  for (const std::string& line : footers(columns)) text += "_" + line + "_\n";
  return text;
}

}  // namespace gb
