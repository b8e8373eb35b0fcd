#pragma once

#include <filesystem>
#include <vector>

#include "adapters/registry.h"
#include "core/base/error.h"
#include "graphbench/v1/agent_service.pb.h"

namespace gb {

/// Every engine this program knows, with the version this machine would run or why it cannot.
std::vector<graphbench::v1::EngineOffer> engine_offers(const Registry& registry);

/// Whether this machine may and can run the engine as asked. NotFound: not known, not there or of
/// another version ("3.53" is met by 3.53.0). PermissionDenied: its setting "lib" leads out of the
/// allowed folders, so that nobody who may submit can have any library loaded.
Result<void> check_engine(const graphbench::v1::EngineSpec& asked,
                          const std::vector<graphbench::v1::EngineOffer>& offers,
                          const std::vector<std::filesystem::path>& library_folders);

}  // namespace gb
