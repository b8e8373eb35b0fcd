#pragma once

#include <tl/expected.hpp>

#include "adapters/registry.h"
#include "agent/runner/run_events.h"
#include "graphbench/v1/run.pb.h"

namespace gb {

/// One run, start to end: probe, dataset, start, load, verify, warm, measure, resources, probe
/// again, document. request: as `read_request` gives it. The store is kept in <run_folder>/store,
/// which must be empty or absent and is removed at the end. A query that fails does not stop the
/// others. The problem says whether an input was missing or the engine failed.
tl::expected<graphbench::v1::RunDocument, graphbench::v1::RunProblem> make_run(
    const graphbench::v1::RunRequest& request, const Registry& registry, RunEvents& events);

}  // namespace gb
