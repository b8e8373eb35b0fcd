#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/data/row_set.h"
#include "core/data/statement.h"
#include "workloads/oracle/social/social_tables.h"

namespace gb {

/// Matches of an lsqb pattern, found one by one: an edge for every step, no stored edge twice.
std::int64_t enumerate_matches(const SocialTables& tables, const std::string& query);

/// The rows of an snb read, by looking through all rows for what its definition says. params: by
/// the query's parameter names.
std::vector<std::vector<Value>> rows_by_definition(const SocialTables& tables,
                                                   const std::string& query,
                                                   const std::map<std::string, Value>& params);

}  // namespace gb
