#pragma once

#include <string>

#include "workloads/catalogue/catalogue.h"

namespace gb {

/// What `Workload::version` holds: see there for what takes part.
std::string version_of(const Workload& workload);

}  // namespace gb
