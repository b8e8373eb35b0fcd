#pragma once

#include <span>
#include <string_view>

namespace gb {

/// One numbered file of coordinator/store/migrations/, compiled in. Number n takes a store from
/// version n-1 to n.
struct Migration {
  int number = 0;
  std::string_view name;  // "0001_matrix.sql"
  std::string_view sql;
};

/// All of them, in order, from 1 without gaps.
std::span<const Migration> all_migrations();

}  // namespace gb
