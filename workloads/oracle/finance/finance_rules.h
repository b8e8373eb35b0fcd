#pragma once

#include "workloads/oracle/oracle_rule.h"

namespace gb {

/// The oracles of fb-read (workloads §14.1).
const OracleRules& finance_rules();

}  // namespace gb
