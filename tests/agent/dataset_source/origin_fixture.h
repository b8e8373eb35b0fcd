#pragma once

#include <doctest/doctest.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "agent/dataset_source/coordinator_origin.h"
#include "coordinator/service/dataset_service.h"
#include "core/base/sha256.h"
#include "graphbench/v1/dataset_service.grpc.pb.h"
#include "proto/rpc/access.h"
#include "proto/rpc/channel.h"
#include "proto/rpc/limits.h"
#include "tests/support/dataset_folders.h"
#include "workloads/dataset/cache.h"

namespace gb::test {
namespace v1 = graphbench::v1;

/// A gRPC server with one service on a free port.
struct Serving {
  explicit Serving(grpc::Service& service) {
    grpc::ServerBuilder builder;
    set_server_limits(builder);
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
    builder.RegisterService(&service);
    server = builder.BuildAndStart();
    REQUIRE(server);
  }
  ~Serving() { server->Shutdown(std::chrono::system_clock::now()); }

  int port = 0;
  std::unique_ptr<grpc::Server> server;
};

/// The coordinator's real service over a folder.
struct RealCoordinator {
  explicit RealCoordinator(DatasetServiceLimits limits = {})
      : face(std::make_unique<DatasetServiceFace>(folder / "datasets", *access, limits)),
        serving(std::make_unique<Serving>(*face)) {
    std::filesystem::create_directories(datasets());
  }
  ~RealCoordinator() {
    face->close_all();
    serving.reset();
  }
  std::filesystem::path datasets() const { return folder / "datasets"; }

  TemporaryFolder folder;
  std::shared_ptr<AccessCheck> access = loopback_access();
  std::unique_ptr<DatasetServiceFace> face;
  std::unique_ptr<Serving> serving;
};

/// A coordinator that answers as a test wants it to.
struct LyingService final : v1::DatasetService::Service {
  grpc::Status FindDataset(grpc::ServerContext*, const v1::FindDatasetRequest*,
                           v1::FindDatasetResponse* response) override {
    *response = offer;
    return grpc::Status::OK;
  }
  grpc::Status FetchDataset(grpc::ServerContext* context, const v1::FetchDatasetRequest* request,
                            grpc::ServerWriter<v1::DatasetPiece>* writer) override {
    {
      const std::lock_guard lock(mutex);
      seen.push_back(*request);
    }
    return fetch(*context, *request, *writer);
  }

  std::vector<v1::FetchDatasetRequest> requests() const {
    const std::lock_guard lock(mutex);
    return seen;
  }

  v1::FindDatasetResponse offer;
  mutable std::mutex mutex;  // guards seen
  std::vector<v1::FetchDatasetRequest> seen;
  std::function<grpc::Status(grpc::ServerContext&, const v1::FetchDatasetRequest&,
                             grpc::ServerWriter<v1::DatasetPiece>&)>
      fetch;
};

/// What a truthful coordinator would say of this dataset.
inline v1::FindDatasetResponse true_offer(const Dataset& dataset) {
  v1::FindDatasetResponse offer;
  offer.set_name(dataset.name);
  offer.set_checksum(dataset.checksum);
  const auto add = [&](const std::string& path, const std::string& bytes) {
    v1::DatasetFile& file = *offer.add_files();
    file.set_path(path);
    file.set_file_bytes(bytes.size());
    file.set_sha256(sha256_hex(bytes));
  };
  const auto files = support::bytes_below(dataset.folder);
  add("manifest.json", files.at("manifest.json"));
  for (const auto& [path, bytes] : files) {
    if (path != "manifest.json") add(path, bytes);
  }
  return offer;
}

inline v1::DatasetPiece plain_piece(const std::string& path, std::uint64_t offset,
                                    const std::string& bytes) {
  v1::DatasetPiece piece;
  piece.set_path(path);
  piece.set_offset(offset);
  piece.set_plain_bytes(static_cast<std::uint32_t>(bytes.size()));
  piece.set_encoding(v1::DatasetPiece::ENCODING_PLAIN);
  piece.set_bytes(bytes);
  return piece;
}

/// Sends the rest of every file as asked for, in pieces of this size; `each` may change a piece, or
/// end the call by returning false.
inline grpc::Status send_files(const std::map<std::string, std::string>& files,
                               const v1::FindDatasetResponse& offer,
                               const v1::FetchDatasetRequest& request,
                               grpc::ServerWriter<v1::DatasetPiece>& writer, std::size_t size,
                               const std::function<bool(v1::DatasetPiece&)>& each) {
  for (const auto& file : offer.files()) {
    const std::string& bytes = files.at(file.path());
    std::size_t at = 0;
    for (const auto& given : request.offsets()) {
      if (given.path() == file.path()) at = given.offset();
    }
    for (; at < bytes.size(); at += size) {
      v1::DatasetPiece piece = plain_piece(file.path(), at, bytes.substr(at, size));
      if (!each(piece)) return {grpc::StatusCode::UNAVAILABLE, "cut by the test"};
      writer.Write(piece);
    }
  }
  return grpc::Status::OK;
}

/// An agent's cache that asks a coordinator on this port.
struct Asking {
  explicit Asking(int port, OriginLimits limits = quick())
      : origin(open_channel(fmt::format("127.0.0.1:{}", port)).value(), limits),
        cache(folder / "datasets") {}

  static OriginLimits quick() {
    OriginLimits limits;
    limits.patience = std::chrono::seconds(3);
    limits.client.stall = std::chrono::seconds(5);
    return limits;
  }
  Result<Obtained> obtain(const std::string& named, const DownloadProgress& progress = {},
                          std::stop_token stop = {}) {
    const auto wanted = wanted_dataset(named);
    REQUIRE_MESSAGE(wanted, wanted.error().message);
    return cache.obtain(*wanted, {.origin = &origin, .downloading = progress}, stop);
  }
  /// Folders of downloads that are not whole.
  std::vector<std::filesystem::path> partial() const {
    std::vector<std::filesystem::path> found;
    if (!std::filesystem::exists(cache.folder())) return found;
    for (const auto& entry : std::filesystem::directory_iterator(cache.folder())) {
      if (entry.path().filename().string().starts_with(".part-")) found.push_back(entry.path());
    }
    return found;
  }

  TemporaryFolder folder;
  CoordinatorOrigin origin;
  DatasetCache cache;
};

}  // namespace gb::test
