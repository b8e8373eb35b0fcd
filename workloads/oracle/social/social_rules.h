#pragma once

#include "workloads/oracle/oracle_rule.h"

namespace gb {

/// The oracles of the social family (workloads §11, §12): lsqb and all of snb that reads.
const OracleRules& social_rules();

}  // namespace gb
