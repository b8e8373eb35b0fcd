#pragma once

#include <cstdint>

#include "agent/runner/conversation.h"
#include "core/base/clock.h"
#include "workloads/verify/verify.h"

namespace gb {

/// Asks the approved questions in turn, unrecorded, until `span` has passed; each goes through its
/// pool with a cursor of its own. Errors are passed over: measuring meets them again and records
/// them. An operation may overrun the span, up to the limit. Returns how many were executed.
std::uint64_t warm_up(const VerifiedPlan& plan, Conversation& conversation, Nanos span,
                      Nanos operation_limit);

}  // namespace gb
