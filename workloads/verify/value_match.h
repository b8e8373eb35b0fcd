#pragma once

#include <compare>

#include "core/data/value.h"
#include "workloads/catalogue/catalogue.h"

namespace gb {

/// Whether a cell is what was wanted; the rules stand at `first_difference`.
bool matches(const Value& got, const Value& want, const CompareSettings& settings);

/// A total order for sorting rows of a bag; kind first, numbers by value across int and float (NaN
/// last), never through a lossy conversion. Element ids take no part. Says nothing about matching.
std::strong_ordering sort_order(const Value& a, const Value& b);

/// "int", "float", "bool", "null", ... for messages.
std::string_view kind_of(const Value& value);

}  // namespace gb
