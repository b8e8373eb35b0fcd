#pragma once

#include "workloads/oracle/oracle_rule.h"

namespace gb {

/// The oracles of the LinkBench reads (workloads §13.1).
const OracleRules& link_rules();

/// Rows of a link list at most: a request is for the newest ones.
inline constexpr std::size_t kLinkListLimit = 10000;

}  // namespace gb
