#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace gb {

/// The whole file. NotFound, PermissionDenied or Internal, naming the path and the system's reason.
Result<std::string> read_file(const std::filesystem::path& path);

/// Durable and atomic: a temporary beside it, fsync, rename, fsync of the folder. On an error
/// nothing is left behind and an existing file is untouched. ResourceExhausted when the disk is
/// full.
Result<void> write_file_durably(const std::filesystem::path& path, std::string_view bytes);

/// As write_file_durably, but refuses to replace: AlreadyExists.
Result<void> create_file_durably(const std::filesystem::path& path, std::string_view bytes);

Result<void> sync_folder(const std::filesystem::path& folder);

/// Sum of the sizes of all regular files below, symbolic links not followed; -1 when it cannot be
/// walked.
std::int64_t folder_bytes(const std::filesystem::path& folder);

/// The error for a failed system call on `path`, from errno.
Error system_error(std::string_view doing, const std::filesystem::path& path, int error_number);

/// Where this user's data lives: $GRAPH_BENCH_HOME, else $XDG_DATA_HOME/graph-bench, else
/// ~/.local/share/graph-bench (root: /var/lib/graph-bench).
std::filesystem::path default_data_folder();

}  // namespace gb
