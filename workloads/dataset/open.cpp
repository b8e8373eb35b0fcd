#include <algorithm>

#include "core/data/checksum.h"
#include "core/data/manifest.h"
#include "workloads/dataset/cache.h"
#include "workloads/dataset/cache_entry.h"
#include "workloads/dataset/staging.h"

namespace gb {
namespace fs = std::filesystem;
namespace {

Result<void> check_file(const fs::path& file, const std::vector<std::string>& hashed,
                        const fs::path& folder) {
  const std::string relative = file.lexically_relative(folder).generic_string();
  if (std::binary_search(hashed.begin(), hashed.end(), relative)) return {};
  return fail(ErrorCode::DataLoss, "{}: the manifest names it, and it is no file there",
              file.string());
}

}  // namespace

Result<Dataset> open_dataset(const fs::path& folder) {
  auto share = HeldLock::share(folder);
  if (!share) return tl::unexpected(share.error());
  Result<Dataset> dataset = open_unshared(folder);
  if (dataset) dataset->in_use = std::make_shared<HeldLock>(std::move(*share));
  return dataset;
}

Result<Dataset> open_unshared(const fs::path& folder) {
  Result<Dataset> dataset = read_manifest(folder);
  if (!dataset) return dataset;
  if (dataset->checksum.empty()) {
    return fail(ErrorCode::DataLoss,
                "dataset {}: its manifest has no checksum, so it was never finished; make it again",
                folder.string());
  }
  const auto hashed = checksummed_files(dataset->folder);
  if (!hashed) return tl::unexpected(hashed.error());
  const auto checksum = dataset_checksum(dataset->folder, *dataset);
  if (!checksum) return tl::unexpected(checksum.error());
  if (*checksum != dataset->checksum) {
    return fail(ErrorCode::DataLoss,
                "dataset {}: its files have the checksum {}, its manifest says {}", folder.string(),
                *checksum, dataset->checksum);
  }
  for (const NodeTable& table : dataset->nodes) {
    for (const fs::path& file : table.files) {
      if (auto there = check_file(file, *hashed, dataset->folder); !there) {
        return tl::unexpected(there.error());
      }
    }
  }
  for (const RelTable& table : dataset->rels) {
    for (const fs::path& file : table.files) {
      if (auto there = check_file(file, *hashed, dataset->folder); !there) {
        return tl::unexpected(there.error());
      }
    }
  }
  return dataset;
}

}  // namespace gb
