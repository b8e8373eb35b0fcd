#pragma once

#include "graphbench/v1/agent_service.pb.h"
#include "graphbench/v1/run.pb.h"

namespace gb {

/// Carries a runner's event over into what the coordinator is told of the run. False: nothing a
/// viewer would see has changed.
bool advance(graphbench::v1::RunProgress& progress, const graphbench::v1::RunnerEvent& event);

}  // namespace gb
