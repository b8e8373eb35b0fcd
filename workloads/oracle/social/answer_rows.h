#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "workloads/oracle/oracle_rule.h"

namespace gb {

/// Sorts all of `found` by `before`, a total order, and turns the first `limit` into rows.
template <class Found, class Before, class Row>
OracleRows first_rows(std::vector<Found> found, std::size_t limit, const Before& before,
                      const Row& row) {
  std::sort(found.begin(), found.end(), before);
  found.resize(std::min(found.size(), limit));
  OracleRows rows;
  rows.reserve(found.size());
  for (const Found& each : found) rows.push_back(row(each));
  return rows;
}

/// As above, all of them.
template <class Found, class Before, class Row>
OracleRows sorted_rows(std::vector<Found> found, const Before& before, const Row& row) {
  const std::size_t all = found.size();
  return first_rows(std::move(found), all, before, row);
}

}  // namespace gb
