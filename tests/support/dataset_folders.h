#pragma once

#include <doctest/doctest.h>

#include <filesystem>
#include <map>
#include <string>

#include "core/base/file.h"
#include "core/base/random.h"
#include "tests/support/temporary_folder.h"
#include "workloads/dataset/cache.h"
#include "workloads/dataset/import/import.h"

namespace gb::support {

/// Every regular file below a folder, by its path in there.
inline std::map<std::string, std::string> bytes_below(const std::filesystem::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    files[entry.path().lexically_relative(folder).generic_string()] =
        read_file(entry.path()).value();
  }
  return files;
}

/// A graph as real data comes, imported under this name into a folder of datasets. edges: with 17
/// digits of noise each, so that it does not become nothing when compressed.
inline Dataset import_edges(const std::filesystem::path& datasets, const std::string& name,
                            int edges) {
  const TemporaryFolder source;
  SplitMix64 random(Seed{7});
  std::string text;
  for (int i = 0; i < edges; ++i) {
    text += fmt::format("{} {}\n", i % 50, 1'000'000'000'000'000 + random.below(1'000'000'000));
  }
  source.write("graph.el", text);
  ImportOptions options;
  options.format = ImportFormat::EdgeList;
  options.name = name;
  options.out = datasets;
  std::filesystem::create_directories(datasets);
  auto imported = import_dataset(source / "graph.el", options);
  REQUIRE_MESSAGE(imported, imported.error().message);
  return imported->dataset;
}

}  // namespace gb::support
