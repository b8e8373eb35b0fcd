#include "workloads/verify/key_match.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "workloads/verify/value_match.h"

namespace gb {
namespace {

/// Enough to recognise a value by; whole paths and long texts would bury the message.
constexpr std::size_t kShownBytes = 200;

using Rows = std::vector<RowView>;

/// Rows by their key columns.
class Keyed {
 public:
  Keyed(const std::vector<std::string>& columns, const std::vector<std::size_t>& keys)
      : columns_(columns), keys_(keys) {}

  std::strong_ordering order(RowView a, RowView b) const {
    for (const std::size_t key : keys_) {
      const auto order = sort_order((*a)[key], (*b)[key]);
      if (order != 0) return order;
    }
    return std::strong_ordering::equal;
  }
  void sort(Rows& rows) const {
    std::stable_sort(rows.begin(), rows.end(),
                     [&](RowView a, RowView b) { return order(a, b) < 0; });
  }
  /// The first of two neighbours with one key; null for none.
  RowView twice(const Rows& rows) const {
    const auto found = std::adjacent_find(rows.begin(), rows.end(),
                                          [&](RowView a, RowView b) { return order(a, b) == 0; });
    return found == rows.end() ? nullptr : *found;
  }
  /// `id 7` or `src 1, dst 2`.
  std::string name(RowView row) const {
    std::vector<std::string> parts;
    for (const std::size_t key : keys_) {
      parts.push_back(fmt::format("{} {}", columns_[key], shown_value((*row)[key])));
    }
    return fmt::format("{}", fmt::join(parts, ", "));
  }

 private:
  const std::vector<std::string>& columns_;
  const std::vector<std::size_t>& keys_;
};

}  // namespace

std::string shown_value(const Value& value) {
  std::string text = to_text(value);
  if (text.size() > kShownBytes) text = text.substr(0, kShownBytes) + "...";
  return text;
}

std::string shown_row(const std::vector<Value>& row) {
  std::vector<std::string> cells;
  for (const Value& cell : row) cells.push_back(shown_value(cell));
  return fmt::format("({})", fmt::join(cells, ", "));
}

std::string cell_difference(const Value& got, const Value& want) {
  const std::string got_text = shown_value(got);
  const std::string want_text = shown_value(want);
  // 7 and 7.0 print alike, and so may other kinds.
  if (kind_of(got) != kind_of(want) && !got.is_null() && !want.is_null()) {
    return fmt::format("got {} ({}), want {} ({})", got_text, kind_of(got), want_text,
                       kind_of(want));
  }
  return fmt::format("got {}, want {}", got_text, want_text);
}

std::optional<std::string> difference_by_key(Rows got, Rows want,
                                             const std::vector<std::string>& columns,
                                             const std::vector<std::size_t>& keys,
                                             const CompareSettings& settings) {
  const Keyed keyed(columns, keys);
  keyed.sort(got);
  keyed.sort(want);
  if (const RowView row = keyed.twice(want)) {
    return fmt::format("{}: the expected answer has it twice, so it is no key", keyed.name(row));
  }
  if (const RowView row = keyed.twice(got)) {
    return fmt::format("{}: got it twice, want it {}", keyed.name(row),
                       std::any_of(want.begin(), want.end(),
                                   [&](RowView other) { return keyed.order(row, other) == 0; })
                           ? "once"
                           : "never");
  }
  for (std::size_t i = 0; i < std::max(got.size(), want.size()); ++i) {
    const auto order = i == got.size()    ? std::strong_ordering::greater
                       : i == want.size() ? std::strong_ordering::less
                                          : keyed.order(got[i], want[i]);
    if (order != 0) {
      const bool missing = order > 0;
      return fmt::format("{}: {} {} (got {} rows, want {})", keyed.name(missing ? want[i] : got[i]),
                         missing ? "missing is" : "not wanted is",
                         shown_row(missing ? *want[i] : *got[i]), got.size(), want.size());
    }
    for (std::size_t column = 0; column < columns.size(); ++column) {
      const Value& got_cell = (*got[i])[column];
      const Value& want_cell = (*want[i])[column];
      if (matches(got_cell, want_cell, settings)) continue;
      return fmt::format("{}, column {}: {}", keyed.name(want[i]), columns[column],
                         cell_difference(got_cell, want_cell));
    }
  }
  return std::nullopt;
}

}  // namespace gb
