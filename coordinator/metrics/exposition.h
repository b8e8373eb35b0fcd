#pragma once

#include <string>

#include "coordinator/lab/lab.h"

namespace gb {

/// What /metrics answers: the text exposition format of Prometheus, version 0.0.4, of a lab's
/// figures. Base units (seconds, ratios from 0 to 1), `_total` for counters alone, few labels:
/// never an id. What nobody measured yet (a load of -1, a sync probe of 0) is left out, not shown
/// as a number.
std::string exposition(const Lab::Figures& figures);

/// The Content-Type that goes with it.
inline constexpr const char* kExpositionType = "text/plain; version=0.0.4; charset=utf-8";

}  // namespace gb
