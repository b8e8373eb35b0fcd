#pragma once

#include "agent/runner/run_record.h"

namespace gb {

/// The result document of a run (result-document §3 and §4, and what is ours under `gb`).
/// Only queries that answered rightly and were measured have figures; the others have an outcome
/// with a reason, and the document is marked partial when one failed or broke.
ResultDocument describe_run(const RunRecord& record);

/// Queries that answered wrongly or not at all.
std::uint32_t failed_count(const RunRecord& record);

}  // namespace gb
