#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/rules/verdict.h"

namespace gb {

/// Every number of an answer at full precision; names as in docs/verdicts.md. Private to
/// core/rules.
nlohmann::json answer_json(const VerdictAnswer& answer);

}  // namespace gb
