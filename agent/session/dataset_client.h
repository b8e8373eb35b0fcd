#pragma once

#include <functional>
#include <memory>
#include <stop_token>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "graphbench/v1/dataset_service.pb.h"

namespace grpc {
class Channel;
}

namespace gb {

struct DatasetClientLimits {
  /// For FindDataset: the coordinator may have to hash a dataset of many gigabytes first.
  Nanos find = std::chrono::minutes(10);
  Nanos stall = std::chrono::seconds(30);  // without a piece: the stream is given up
};

/// DatasetService as its caller sees it: calls that wait, and can be told to stop waiting.
class DatasetClient {
 public:
  explicit DatasetClient(std::shared_ptr<grpc::Channel> channel, DatasetClientLimits limits = {})
      : channel_(std::move(channel)), limits_(limits) {}

  /// Waits until there is a connection. Unavailable: as soon as one is refused, or when nobody
  /// answered within `patience`. Cancelled.
  Result<void> reach(Nanos patience, const std::stop_token& stop) const;

  /// Cancelled when `stop` asks for it; DeadlineExceeded; else what the coordinator says.
  Result<graphbench::v1::FindDatasetResponse> find(
      const graphbench::v1::FindDatasetRequest& request, std::stop_token stop) const;

  using Take = std::function<Result<void>(const graphbench::v1::DatasetPiece&)>;
  /// Gives every piece to `take`, on the caller's thread; the first error of that ends it and is
  /// returned. DeadlineExceeded after a stall.
  Result<void> fetch(const graphbench::v1::FetchDatasetRequest& request, const Take& take,
                     std::stop_token stop) const;

 private:
  const std::shared_ptr<grpc::Channel> channel_;
  const DatasetClientLimits limits_;
};

}  // namespace gb
