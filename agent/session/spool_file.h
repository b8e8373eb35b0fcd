#pragma once

#include <filesystem>

#include "core/base/error.h"
#include "graphbench/v1/agent_service.pb.h"

namespace gb {

/// One report on disk: the SHA-256 of what follows in 64 hex digits, a line feed, the message.

/// Durable when it returns; never replaces. InvalidArgument: over the message limit.
Result<void> write_report(const std::filesystem::path& path,
                          const graphbench::v1::RunReport& report);

/// DataLoss, naming the file: torn, or its bytes are not what they were.
Result<graphbench::v1::RunReport> read_report(const std::filesystem::path& path);

}  // namespace gb
