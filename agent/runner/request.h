#pragma once

#include <filesystem>
#include <string_view>

#include "core/base/error.h"
#include "graphbench/v1/run.pb.h"

namespace gb {

/// Reads a RunRequest: protobuf's JSON (the file begins with "{"; what an agent writes and a person
/// edits) or its binary form. Zeros among the settings become the defaults: 1000 operations, 2 s of
/// warm-up, 60 s per operation, 2 draws per stratum.
/// NotFound, InvalidArgument naming file and field, FailedPrecondition for another protocol.
Result<graphbench::v1::RunRequest> read_request(const std::filesystem::path& path);

/// The same from the file's bytes; `name` is for messages.
Result<graphbench::v1::RunRequest> parse_request(std::string_view bytes, std::string_view name);

}  // namespace gb
