#pragma once

#include <memory>
#include <optional>

#include "agent/dataset_source/offer.h"
#include "agent/session/dataset_client.h"
#include "workloads/dataset/origin.h"

namespace gb {

struct OriginLimits {
  DatasetClientLimits client;
  OfferLimits offer;
  /// How long to try again without a byte that is new before a download counts as broken off.
  Nanos patience = std::chrono::seconds(30);
  /// The same until its first byte, where a recipe makes the dataset anyway.
  Nanos patience_with_recipe = std::chrono::seconds(3);
};

/// The coordinator's folder of datasets. Whatever it sends is treated as a stranger's: paths, sizes
/// and digests are checked before and while it is written. One download at a time.
class CoordinatorOrigin final : public DatasetOrigin {
 public:
  explicit CoordinatorOrigin(std::shared_ptr<grpc::Channel> channel, OriginLimits limits = {})
      : client_(std::move(channel), limits.client), limits_(limits) {}

  /// What has a recipe is not waited for where nobody listens, and hardly where nobody answers:
  /// Unavailable at once, or after `patience_with_recipe`.
  Result<std::string> find(const WantedDataset& wanted, std::stop_token stop) override;
  /// A break is followed by another try that goes on where it was, for as long as `patience`; a
  /// file that arrived damaged is fetched a second time.
  Result<void> fetch(const std::filesystem::path& folder, const DownloadProgress& progress,
                     std::stop_token stop) override;

 private:
  const DatasetClient client_;
  const OriginLimits limits_;
  std::optional<DatasetOffer> offer_;  // what was found last
  Nanos patience_to_begin_{};          // with its download
};

}  // namespace gb
