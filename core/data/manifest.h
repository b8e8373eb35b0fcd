#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/data/dataset.h"

namespace gb {

inline constexpr std::string_view kManifestName = "manifest.json";
/// The "checksumRule" of a dataset whose checksum is that of its list of "files".
inline constexpr std::string_view kFilesRule = "files";

/// Describes the dataset in `folder` as its manifest does, in today's or the older form (datasets
/// §8); no data file is read. NotFound without a manifest; InvalidArgument, naming the file and the
/// key, for anything that is not as it must be, a table file outside nodes/ and rels/ included.
Result<Dataset> read_manifest(const std::filesystem::path& folder);

/// The manifest, byte for byte as datasets §8 and §15.6, one LF at the end. Table files are written
/// relative to `dataset.folder`.
std::string manifest_text(const Dataset& dataset);

/// "STRING", "INT64", "FLOAT64", "BOOL", "DATE", "DATETIME", "STRING[]"
std::string_view name_of(PropertyType type);

}  // namespace gb
