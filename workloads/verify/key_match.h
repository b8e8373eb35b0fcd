#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/data/value.h"
#include "workloads/catalogue/catalogue.h"

namespace gb {

/// A row of an answer, and how it is shown: never more than a line.
using RowView = const std::vector<Value>*;
std::string shown_value(const Value& value);
std::string shown_row(const std::vector<Value>& row);

/// `got 7, want 8`, with the kinds where they differ.
std::string cell_difference(const Value& got, const Value& want);

/// The first difference between rows in any order that are named by key columns: a key that one
/// side lacks or has twice, or a cell of the two rows a key names. No row is compared with one of
/// another key, whatever its floats.
/// keys: positions in columns. Rows have as many cells as there are columns.
std::optional<std::string> difference_by_key(std::vector<RowView> got, std::vector<RowView> want,
                                             const std::vector<std::string>& columns,
                                             const std::vector<std::size_t>& keys,
                                             const CompareSettings& settings);

}  // namespace gb
