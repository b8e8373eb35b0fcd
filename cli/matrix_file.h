#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "graphbench/v1/control_service.pb.h"

namespace gb {

/// Reads a matrix from TOML (docs/matrix-file.md). Unknown keys, wrong types and malformed TOML are
/// InvalidArgument with file, line and column.
Result<graphbench::v1::MatrixSpec> parse_matrix(std::string_view toml, std::string_view file_name);

/// The same from a file.
Result<graphbench::v1::MatrixSpec> read_matrix_file(const std::filesystem::path& file);

/// "sqlite" or "duckdb@1.5.6" as a matrix or a flag names an engine.
graphbench::v1::EngineSpec parse_engine(std::string_view text);

}  // namespace gb
