#pragma once

#include "workloads/oracle/oracle_rule.h"

namespace gb {

/// The oracles of the micro family (workloads §10), on the merged graph.
const OracleRules& micro_rules();

}  // namespace gb
