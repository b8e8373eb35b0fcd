#pragma once

#include <vector>

#include "adapters/registry.h"

namespace gb {

/// `sqlite`, `sqlite-sync` and `sqlite-mem`.
std::vector<Adapter> sqlite_adapters();

}  // namespace gb
