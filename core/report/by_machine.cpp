#include "core/report/by_machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "core/report/csv.h"
#include "core/report/grid.h"
#include "core/report/lab_cell_text.h"
#include "core/report/lab_formats.h"
#include "core/report/lab_notes.h"
#include "core/report/quantity.h"

namespace gb {
namespace {

/// The tables of one workload and scale, a machine each.
using Group = std::vector<const LabTable*>;

std::vector<Group> groups_of(const std::vector<LabTable>& tables) {
  std::vector<Group> groups;
  std::map<std::tuple<std::string, std::string, bool>, std::size_t> position;
  for (const LabTable& table : tables) {
    const auto [at, fresh] =
        position.emplace(std::tuple(table.workload, table.scale, table.emulated), groups.size());
    if (fresh) groups.emplace_back();
    groups[at->second].push_back(&table);
  }
  return groups;
}

/// Column labels over all machines, in the order they come.
std::vector<std::string> labels_of(const Group& group) {
  std::vector<std::string> labels;
  for (const LabTable* table : group) {
    for (const LabColumn& column : table->columns) {
      if (std::find(labels.begin(), labels.end(), column.label) == labels.end()) {
        labels.push_back(column.label);
      }
    }
  }
  return labels;
}

const LabRow* row_of(const LabTable& table, const std::string& query) {
  const auto found = std::find_if(table.rows.begin(), table.rows.end(),
                                  [&](const LabRow& row) { return row.query == query; });
  return found == table.rows.end() ? nullptr : &*found;
}

std::string cell_text(const LabTable& table, const std::string& query,
                      const std::vector<std::string>& labels) {
  const LabRow* row = row_of(table, query);
  std::string text;
  for (const std::string& label : labels) {
    if (!text.empty()) text += " / ";
    std::string words = "-";  // this engine did not run there
    for (std::size_t i = 0; row != nullptr && i < table.columns.size(); ++i) {
      if (table.columns[i].label != label) continue;
      const LabCell& cell = row->cells[i];
      words = words_instead(cell);
      if (words.empty()) {
        words =
            three_digits(cell.stat->p50) +
            (cell.ratio ? fmt::format(" {}{:.2f}x", cell.undecided ? "~" : "", *cell.ratio) : "");
      }
    }
    text += words;
  }
  return text;
}

Grid grid_of(const Group& group) {
  const LabTable& first = *group.front();
  const std::vector<std::string> labels = labels_of(group);
  Grid grid;
  std::string engines;
  for (const std::string& label : labels) engines += (engines.empty() ? "" : " / ") + label;
  grid.title = fmt::format("{} {}{}, p50: {}", first.workload, first.scale,
                           first.emulated ? ", emulated" : "", engines);
  grid.heads = {"Query"};
  std::vector<std::string> queries;
  for (const LabTable* table : group) {
    grid.heads.push_back(table->machine);
    for (const LabRow& row : table->rows) {
      if (std::find(queries.begin(), queries.end(), row.query) == queries.end()) {
        queries.push_back(row.query);
      }
    }
  }
  for (const std::string& query : queries) {
    std::vector<std::string> row{query};
    for (const LabTable* table : group) row.push_back(cell_text(*table, query, labels));
    grid.rows.push_back(std::move(row));
  }
  for (const LabTable* table : group) {
    for (const std::string& difference : table->differences) {
      grid.notes.push_back(table->machine + ": NOT COMPARABLE, the engines differ in " +
                           difference);
    }
    for (const Note& note : ratio_notes(*table)) {
      grid.notes.push_back(table->machine + ", " + note.about + ": " + note.text);
    }
  }
  grid.notes.emplace_back("x is the ratio to " + labels.front() +
                          " on the same machine, ~ undecided; figures of different machines do not "
                          "compare.");
  return grid;
}

using Record = std::vector<std::pair<std::string, nlohmann::json>>;

std::vector<Record> records_of(const std::vector<LabTable>& tables) {
  std::vector<Record> records;
  const auto or_null = [](const auto& value) {
    return value ? nlohmann::json(*value) : nlohmann::json(nullptr);
  };
  for (const LabTable& table : tables) {
    for (const LabRow& row : table.rows) {
      for (std::size_t i = 0; i < row.cells.size(); ++i) {
        const LabCell& cell = row.cells[i];
        const bool measured = cell.kind == CellKind::Measured;
        records.push_back(
            {{"workload", table.workload},
             {"scale", table.scale},
             {"emulated", table.emulated},
             {"query", row.query},
             {"class", row.query_class},
             {"machine", table.machine},
             {"engine", table.columns[i].label},
             {"outcome", name_of(cell.kind)},
             {"p50_ns", measured ? nlohmann::json(cell.stat->p50) : nlohmann::json(nullptr)},
             {"p50_low_ns", or_null(cell.p50_low)},
             {"p50_high_ns", or_null(cell.p50_high)},
             {"ratio", or_null(cell.ratio)},
             {"ratio_low", or_null(cell.ratio_low)},
             {"ratio_high", or_null(cell.ratio_high)},
             {"undecided", cell.undecided}});
      }
    }
  }
  return records;
}

std::string csv_text(const std::vector<Record>& records) {
  std::string text =
      "workload,scale,emulated,query,class,machine,engine,outcome,p50_ns,p50_low_ns,p50_high_ns,"
      "ratio,ratio_low,ratio_high,undecided\n";
  for (const Record& record : records) {
    std::vector<std::string> fields;
    for (const auto& [name, value] : record) {
      fields.push_back(value.is_string() ? value.get<std::string>()
                       : value.is_null() ? ""
                                         : value.dump());
    }
    text += csv_record(fields);
  }
  return text;
}

}  // namespace

std::string by_machine(const std::vector<ResultDocument>& documents, Format format) {
  const std::vector<LabTable> tables = lab_tables(documents, false);
  if (format == Format::Csv) return csv_text(records_of(tables));
  if (format == Format::Json) {
    nlohmann::json rows = nlohmann::json::array();
    for (const Record& record : records_of(tables)) {
      nlohmann::json object;
      for (const auto& [name, value] : record) object[name] = value;
      rows.push_back(std::move(object));
    }
    return nlohmann::json{{"schema", "graph-bench/by-machine/1"}, {"rows", rows}}.dump(
               2, ' ', false, nlohmann::json::error_handler_t::replace) +
           "\n";
  }
  std::string text;
  for (const Group& group : groups_of(tables)) {
    text += (text.empty() ? "" : "\n") + grid_text(grid_of(group), format);
  }
  return format == Format::Html ? html_page("Comparison by machine", text) : text;
}

}  // namespace gb
