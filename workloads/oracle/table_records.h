#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/data/csv_reader.h"
#include "core/data/dataset.h"

namespace gb {

/// What is done with each record: the reader stands on it, and column `names[i]` is at `at[i]`.
using UseRecord =
    std::function<Result<void>(const CsvReader& reader, const std::vector<std::size_t>& at)>;

/// Goes through every record of the label's or the type's files. names: properties, or "ID",
/// "START_ID" and "END_ID". InvalidArgument naming the dataset when it has no such label, type or
/// property; otherwise what reading or `use` says first.
Result<void> for_each_node(const Dataset& dataset, std::string_view label,
                           const std::vector<std::string_view>& names, const UseRecord& use);
Result<void> for_each_edge(const Dataset& dataset, std::string_view type,
                           const std::vector<std::string_view>& names, const UseRecord& use);

/// Reads the field of the current record into `value`.
Result<void> read_into(std::int64_t& value, const CsvReader& reader, std::size_t column);
Result<void> read_into(double& value, const CsvReader& reader, std::size_t column);
Result<void> read_into(bool& value, const CsvReader& reader, std::size_t column);

}  // namespace gb
