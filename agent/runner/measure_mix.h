#pragma once

#include <vector>

#include "agent/runner/measure.h"
#include "agent/runner/mix_schedule.h"

namespace gb {

/// Times all approved questions mixed, as the schedule says, one client in a closed loop. A figure
/// per query that has a slot, in the plan's order; the wall time of each is that of the whole mix,
/// so its throughput is its part of the mix's. A question that cannot be prepared breaks the whole
/// mix.
std::vector<MeasuredQuery> measure_mix(const VerifiedPlan& plan, const MixSchedule& schedule,
                                       Conversation& conversation, const MeasureSettings& settings,
                                       RunEvents& events);

}  // namespace gb
