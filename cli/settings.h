#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "graphbench/v1/control_service.pb.h"

namespace gb {

/// The flags of `gb run` that say how a run measures; the same names as the keys of a matrix file.
struct MeasureFlags {
  std::uint64_t seed = 1;
  std::uint32_t operations = 1000;
  std::string warm_up = "2s";
  std::string operation_limit = "60s";
  std::string run_deadline = "30m";

  void add_to(CLI::App& verb);
  Result<graphbench::v1::RunSettings> settings() const;
};

/// Where datasets are kept: --datasets, GRAPH_BENCH_DATA, else `datasets/` in the data folder.
std::filesystem::path datasets_folder(const std::string& flag);

/// --workloads, GRAPH_BENCH_WORKLOADS: a folder of workloads of one's own.
void add_workloads_flag(CLI::App& verb, std::string& folder);

/// "a,b" and "a" "b" alike, in order, empty parts left out.
std::vector<std::string> split_list(const std::vector<std::string>& given);

}  // namespace gb
