#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "workloads/dataset/import/import_source.h"
#include "workloads/dataset/import/ldbc_schema.h"

namespace gb {

/// Where the generator's output lies in a source, and how it names its files.
struct LdbcLayout {
  std::string prefix;   // "any/where/initial_snapshot/"
  bool folders = true;  // a folder per entity with part-*; else <entity>_0_0.csv
};

/// The first folder initial_snapshot/ with dynamic/ and static/ in it; else the first folder that
/// has those two.
std::optional<LdbcLayout> find_ldbc_layout(const ImportSource& source);

/// The files of the first of these entities that has any, in byte order.
std::vector<std::string> ldbc_files(const ImportSource& source, const LdbcLayout& layout,
                                    std::string_view part, const LdbcNames& entities);

}  // namespace gb
