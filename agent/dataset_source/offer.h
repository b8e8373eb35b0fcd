#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "graphbench/v1/dataset_service.pb.h"
#include "workloads/dataset/wanted.h"

namespace gb {

struct OfferedFile {
  std::string path;
  std::int64_t bytes = 0;
  std::string sha256;
};

/// A dataset somebody says they have, with all of its files. Checked: safe to make files from.
struct DatasetOffer {
  std::string name, checksum;
  std::vector<OfferedFile> files;  // the manifest first
  std::int64_t bytes = 0;          // of all
};

struct OfferLimits {
  std::size_t files = 10'000;
  std::int64_t manifest_bytes = std::int64_t{16} << 20U;
  std::int64_t bytes = std::int64_t{4} << 40U;  // of all files: 4 TiB
};

/// InvalidArgument, naming what: another name or checksum than wanted, a path that could leave the
/// folder or hide in it (absolute, "..", NUL, other folders than nodes/ and rels/, a dot in front,
/// control characters), two files of one path, no manifest, a digest that is none, a limit.
Result<DatasetOffer> read_offer(const graphbench::v1::FindDatasetResponse& response,
                                const WantedDataset& wanted, const OfferLimits& limits = {});

/// Whether every file belongs to the dataset that this manifest describes, in whose folder it lies:
/// a table's, or listed. InvalidArgument naming the first that does not.
Result<void> check_against_manifest(const DatasetOffer& offer, const std::filesystem::path& folder);

}  // namespace gb
