#pragma once

#include <string>
#include <vector>

#include "tests/architecture/source_tree.h"

namespace gb::architecture {

/// A line that points up or sideways: where, and which rule it breaks.
using Violations = std::vector<std::string>;

/// Includes of our own headers against the table of folders.
Violations check_includes(const std::vector<SourceFile>& files);
/// Includes of libraries that belong to one folder, such as gRPC's and SQLiteCpp's.
Violations check_library_includes(const std::vector<SourceFile>& files);
/// Link lines against both tables.
Violations check_links(const Build& build);
/// Nothing that agent/runner declares reaches gRPC or a database, however indirectly.
Violations check_runner(const Build& build);
/// SQL in the coordinator stands in its store alone.
Violations check_sql(const std::vector<SourceFile>& files);
/// Paths of one person's machine and hosts of package registries have no place in the repository.
Violations check_words(const std::vector<SourceFile>& files);
/// Two types of one name in one namespace are one type to the linker, which then calls the wrong
/// one.
Violations check_names(const std::vector<SourceFile>& files);

}  // namespace gb::architecture
