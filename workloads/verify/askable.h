#pragma once

#include "core/base/error.h"
#include "workloads/catalogue/catalogue.h"

namespace gb {

/// Whether every query's answers can be known and its bindings drawn, before anything is asked: the
/// catalogue by itself knows neither oracles nor pools. InvalidArgument, "<file>:1: ...", for a
/// read without an oracle or expected answers, a pool no rule draws, or parameters other than the
/// pool's.
Result<void> check_askable(const Workload& workload);

}  // namespace gb
