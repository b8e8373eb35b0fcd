#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <stop_token>

#include "coordinator/datasets/dataset_shelf.h"
#include "coordinator/lab/task_thread.h"
#include "graphbench/v1/dataset_service.grpc.pb.h"
#include "proto/rpc/access.h"

namespace gb {

struct DatasetServiceLimits {
  std::size_t streams = 16;              // fetched from at once
  std::size_t piece_bytes = 256 * 1024;  // of a file in one message
  int compression_level = 1;             // zstd's: a level above costs more time than it saves
  ShelfLimits shelf = {};
};

/// DatasetService over a shelf. Files are hashed on one thread and read, compressed and sent on
/// another, for gRPC's own few threads also carry heartbeats.
class DatasetServiceFace final : public graphbench::v1::DatasetService::CallbackService {
 public:
  DatasetServiceFace(std::filesystem::path folder, AccessCheck& access,
                     DatasetServiceLimits limits = {});
  ~DatasetServiceFace() override;

  grpc::ServerUnaryReactor* FindDataset(grpc::CallbackServerContext* context,
                                        const graphbench::v1::FindDatasetRequest* request,
                                        graphbench::v1::FindDatasetResponse* response) override;
  grpc::ServerWriteReactor<graphbench::v1::DatasetPiece>* FetchDataset(
      grpc::CallbackServerContext* context,
      const graphbench::v1::FetchDatasetRequest* request) override;

  /// Ends every call with Unavailable within a piece. The server still has to be waited for.
  void close_all() { stop_.request_stop(); }

 private:
  class Sending;

  AccessCheck& access_;
  const DatasetServiceLimits limits_;
  std::stop_source stop_;
  std::atomic<std::size_t> streams_ = 0;
  DatasetShelf shelf_;  // the finder's alone
  TaskThread sender_;
  TaskThread finder_;  // after the sender, for it hands fetches over to it until its own end
};

}  // namespace gb
