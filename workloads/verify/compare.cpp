#include "workloads/verify/compare.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "workloads/verify/key_match.h"
#include "workloads/verify/value_match.h"

namespace gb {
namespace {

using Row = std::vector<Value>;
using Rows = std::vector<RowView>;

bool holds_float(const Value& value) {
  if (const List* list = std::get_if<List>(&value.is)) {
    return std::any_of(list->begin(), list->end(), [](const Value& v) { return holds_float(v); });
  }
  if (const Map* map = std::get_if<Map>(&value.is)) {
    return std::any_of(map->begin(), map->end(),
                       [](const auto& v) { return holds_float(v.second); });
  }
  return std::holds_alternative<double>(value.is);
}

/// Whether a float stands anywhere in the column.
bool holds_float(const Answer& answer, std::size_t column) {
  return std::any_of(answer.rows.begin(), answer.rows.end(),
                     [&](const Row& row) { return holds_float(row[column]); });
}

/// Columns in the order they decide when rows are sorted: the exact ones first.
std::vector<std::size_t> sort_columns(const Answer& got, const Answer& want) {
  std::vector<std::size_t> columns(want.columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i) columns[i] = i;
  std::stable_partition(columns.begin(), columns.end(), [&](std::size_t column) {
    return !holds_float(got, column) && !holds_float(want, column);
  });
  return columns;
}

Rows rows_of(const Answer& answer) {
  Rows rows;
  for (const Row& row : answer.rows) rows.push_back(&row);
  return rows;
}

void sort_rows(Rows& rows, const std::vector<std::size_t>& columns) {
  std::stable_sort(rows.begin(), rows.end(), [&](const Row* a, const Row* b) {
    for (const std::size_t column : columns) {
      const auto order = sort_order((*a)[column], (*b)[column]);
      if (order != 0) return order < 0;
    }
    return false;
  });
}

std::optional<std::string> columns_differ(const Answer& got, const Answer& want) {
  if (got.columns != want.columns) {
    return fmt::format("columns: got [{}], want [{}]", fmt::join(got.columns, ", "),
                       fmt::join(want.columns, ", "));
  }
  for (const Answer* answer : {&got, &want}) {
    for (std::size_t i = 0; i < answer->rows.size(); ++i) {
      if (answer->rows[i].size() == answer->columns.size()) continue;
      return fmt::format("row {} of the {} has {} cells for {} columns", i + 1,
                         answer == &got ? "answer" : "expected answer", answer->rows[i].size(),
                         answer->columns.size());
    }
  }
  return std::nullopt;
}

bool rows_match(const Row& got, const Row& want, const CompareSettings& settings) {
  return std::equal(got.begin(), got.end(), want.begin(),
                    [&](const Value& a, const Value& b) { return matches(a, b, settings); });
}

/// Where the columns of these names stand. Only names of columns are asked for.
std::vector<std::size_t> positions_of(const std::vector<std::string>& names,
                                      const std::vector<std::string>& columns) {
  std::vector<std::size_t> positions;
  for (const std::string& name : names) {
    const auto found = std::find(columns.begin(), columns.end(), name);
    if (found == columns.end()) continue;
    positions.push_back(static_cast<std::size_t>(found - columns.begin()));
  }
  return positions;
}

/// How the sizes differ, with the first row that only one side has.
std::string count_difference(const Rows& got, const Rows& want, const CompareSettings& settings) {
  std::size_t i = 0;
  while (i < got.size() && i < want.size() && rows_match(*got[i], *want[i], settings)) ++i;
  // At the first disagreement the longer side has the row too many, in sorted order.
  const bool too_many = got.size() > want.size();
  return fmt::format("got {} rows, want {}: {} {}", got.size(), want.size(),
                     too_many ? "not wanted is" : "missing is",
                     too_many ? shown_row(*got[i]) : shown_row(*want[i]));
}

}  // namespace

std::optional<std::string> first_difference(const Answer& got, const Answer& want,
                                            const CompareSettings& settings) {
  if (auto difference = columns_differ(got, want)) return difference;
  Rows got_rows = rows_of(got);
  Rows want_rows = rows_of(want);
  if (!settings.ordered && !settings.keys.empty()) {
    return difference_by_key(std::move(got_rows), std::move(want_rows), want.columns,
                             positions_of(settings.keys, want.columns), settings);
  }
  if (!settings.ordered) {
    const std::vector<std::size_t> columns = sort_columns(got, want);
    sort_rows(got_rows, columns);
    sort_rows(want_rows, columns);
  }
  if (got_rows.size() != want_rows.size()) return count_difference(got_rows, want_rows, settings);
  for (std::size_t row = 0; row < got_rows.size(); ++row) {
    for (std::size_t column = 0; column < want.columns.size(); ++column) {
      const Value& got_cell = (*got_rows[row])[column];
      const Value& want_cell = (*want_rows[row])[column];
      if (matches(got_cell, want_cell, settings)) continue;
      return fmt::format("row {}{}, column {}: {}", row + 1, settings.ordered ? "" : " when sorted",
                         want.columns[column], cell_difference(got_cell, want_cell));
    }
  }
  return std::nullopt;
}

}  // namespace gb
