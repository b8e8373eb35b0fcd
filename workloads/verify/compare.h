#pragma once

#include <optional>
#include <string>

#include "core/data/row_set.h"
#include "workloads/catalogue/catalogue.h"

namespace gb {

/// The first difference as a person would want to see it, such as `row 1, column n: got 7, want 8`,
/// or nothing (workloads §4). Column names count, in order.
///
/// Numbers: two ints compare exactly as 64-bit integers. Floats match within the relative tolerance
/// or the absolute floor, whichever allows more; NaN matches nothing. Int against float is a
/// difference unless `coerce`; then a float given for a wanted int must be that very number, and an
/// int given for a wanted float be within tolerance.
/// Unless `ordered`, rows come in any order. With `keys`, each row is compared with the one of the
/// same key, and a key that one side lacks or has twice is the difference. Without, rows match as
/// bags: both sides are sorted, exact columns before those that hold floats, so that rounding
/// cannot change who is compared with whom. Lists always keep their
/// order. Element ids take no part.
std::optional<std::string> first_difference(const Answer& got, const Answer& want,
                                            const CompareSettings& settings);

}  // namespace gb
