#pragma once

#include <cstdint>

#include "agent/runner/conversation.h"
#include "core/base/clock.h"
#include "workloads/verify/verify.h"

namespace gb {

/// Asks the approved questions in turn, unrecorded, until `span` has passed; each goes through its
/// pool with a cursor of its own, writes with what stands around them. Errors are passed over:
/// measuring meets them again and records them; but for a teardown's, after which the graph is not
/// what it was. An operation may overrun the span, up to the limit. Returns how many were executed.
Result<std::uint64_t> warm_up(const VerifiedPlan& plan, Conversation& conversation, Nanos span,
                              Nanos operation_limit);

/// The same, each question once: for those whose answers take seconds.
Result<std::uint64_t> warm_up_once(const VerifiedPlan& plan, Conversation& conversation,
                                   Nanos operation_limit);

}  // namespace gb
