#pragma once

#include <filesystem>
#include <span>

#include "coordinator/store/database.h"
#include "coordinator/store/migrations.h"

namespace gb {

/// Brings the store to the last of `migrations`, each in a transaction of its own. A store that
/// already held something is first copied to "<file>.v<version>.backup", which stays.
/// FailedPrecondition: written by a newer program, or no store of ours.
Result<void> migrate(Connection& connection, const std::filesystem::path& file,
                     std::span<const Migration> migrations);

}  // namespace gb
