#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/data/statement.h"
#include "workloads/catalogue/catalogue.h"
#include "workloads/oracle/models.h"

namespace gb {

using OracleRow = std::vector<Value>;
using OracleRows = std::vector<OracleRow>;

/// What one oracle is asked: the models, and the parameters by name. A name an oracle declares as
/// its parameter is there and of its kind: bindings are checked before any oracle runs.
class Asked {
 public:
  Asked(const Models& models, const Query& query, const Params& params)
      : models(models), query_(query), params_(params) {}

  std::int64_t integer(std::string_view name) const;
  double real(std::string_view name) const;
  const std::string& text(std::string_view name) const;
  std::vector<std::int64_t> integers(std::string_view name) const;  // a list

  const Models& models;

 private:
  const Value& value(std::string_view name) const;

  const Query& query_;
  const Params& params_;
};

enum class ParameterKind { Integer, Real, Text, Integers };

struct OracleParameter {
  std::string_view name;
  ParameterKind kind = ParameterKind::Integer;
};

/// One oracle: the parameters it needs, how many columns it answers with, and the rows, complete
/// and in the order the query declares.
struct OracleRule {
  std::vector<OracleParameter> parameters;
  std::size_t columns = 1;
  Result<OracleRows> (*answer)(const Asked& asked);
};

/// By the name a query calls its oracle.
using OracleRules = std::map<std::string_view, OracleRule>;

/// One row of one column.
OracleRows one_cell(Value value);

}  // namespace gb
