#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

#include "core/base/error.h"
#include "workloads/dataset/wanted.h"

namespace gb {

/// Bytes that are there and bytes in all, of a download.
using DownloadProgress = std::function<void(std::int64_t, std::int64_t)>;

/// Another place where a dataset may be had before it is generated: the coordinator's folder.
class DatasetOrigin {
 public:
  virtual ~DatasetOrigin() = default;

  /// Which dataset it has that is this one: its checksum. NotFound: none.
  virtual Result<std::string> find(const WantedDataset& wanted, std::stop_token stop) = 0;

  /// Makes `folder` the dataset that was found last, byte for byte; what an earlier, broken call
  /// left in it is used. On an error the folder may hold anything; DataLoss and InvalidArgument:
  /// what came is not what was promised.
  virtual Result<void> fetch(const std::filesystem::path& folder, const DownloadProgress& progress,
                             std::stop_token stop) = 0;
};

}  // namespace gb
