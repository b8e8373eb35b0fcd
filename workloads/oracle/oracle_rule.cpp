#include "workloads/oracle/oracle_rule.h"

#include <algorithm>

namespace gb {

const Value& Asked::value(std::string_view name) const {
  const auto found = std::find(query_.parameters.begin(), query_.parameters.end(), name);
  return params_[static_cast<std::size_t>(found - query_.parameters.begin())];
}

std::int64_t Asked::integer(std::string_view name) const {
  return std::get<std::int64_t>(value(name).is);
}

double Asked::real(std::string_view name) const { return std::get<double>(value(name).is); }

const std::string& Asked::text(std::string_view name) const {
  return std::get<std::string>(value(name).is);
}

std::vector<std::int64_t> Asked::integers(std::string_view name) const {
  std::vector<std::int64_t> numbers;
  for (const Value& item : std::get<List>(value(name).is)) {
    numbers.push_back(std::get<std::int64_t>(item.is));
  }
  return numbers;
}

OracleRows one_cell(Value value) { return OracleRows{OracleRow{std::move(value)}}; }

}  // namespace gb
