#include "coordinator/service/dataset_service.h"

#include <spdlog/spdlog.h>
#include <zstd.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "coordinator/datasets/dataset_folder.h"
#include "coordinator/service/unary_call.h"

namespace gb {
namespace v1 = graphbench::v1;
namespace {

// A thread with nothing to do looks around this often.
Instant idle() { return now() + std::chrono::hours(1); }

const Error kStopping{ErrorCode::Unavailable, "the coordinator is stopping; come back later"};

/// What stopped us half-way is our own leaving.
Error for_caller(const Error& error) {
  return error.code == ErrorCode::Cancelled ? kStopping : error;
}

v1::FindDatasetResponse to_message(const ShelvedDataset& dataset) {
  v1::FindDatasetResponse response;
  response.set_name(dataset.name);
  response.set_checksum(dataset.checksum);
  for (const ShelvedFile& file : dataset.files) {
    v1::DatasetFile& message = *response.add_files();
    message.set_path(file.path);
    message.set_file_bytes(static_cast<std::uint64_t>(file.bytes));
    message.set_sha256(file.sha256);
  }
  return response;
}

/// A file from where it is to be sent.
struct Leg {
  ShelvedFile file;
  std::int64_t offset = 0;
};

/// InvalidArgument for an offset that no file of the dataset has.
Result<std::vector<Leg>> legs_of(const ShelvedDataset& dataset,
                                 const v1::FetchDatasetRequest& request) {
  std::vector<Leg> legs;
  for (const ShelvedFile& file : dataset.files) legs.push_back({file, 0});
  for (const auto& given : request.offsets()) {
    const auto leg = std::find_if(legs.begin(), legs.end(),
                                  [&](const Leg& one) { return one.file.path == given.path(); });
    if (leg == legs.end() || given.offset() > static_cast<std::uint64_t>(leg->file.bytes)) {
      return fail(ErrorCode::InvalidArgument, "dataset {} has no byte {} of a file \"{}\"",
                  dataset.checksum, given.offset(), given.path().substr(0, 200));
    }
    leg->offset = static_cast<std::int64_t>(given.offset());
  }
  std::erase_if(legs, [](const Leg& leg) { return leg.offset == leg.file.bytes; });
  return legs;
}

}  // namespace

/// One agent's fetch. At any time there is either one task of it, or one write, or it has ended, so
/// nothing here needs a lock.
class DatasetServiceFace::Sending final : public grpc::ServerWriteReactor<v1::DatasetPiece> {
 public:
  Sending(DatasetServiceFace& service, const v1::FetchDatasetRequest& request)
      : service_(service), request_(request) {}

  void begin() {
    counted_ = true;
    if (++service_.streams_ > service_.limits_.streams) {
      end({ErrorCode::Unavailable,
           fmt::format("{} agents fetch datasets already, the limit of this coordinator; come back "
                       "later",
                       service_.limits_.streams)});
      return;
    }
    if (!service_.finder_.post([this] { prepare(); })) end(kStopping);
  }
  void end(const Error& reason) { Finish(to_status(reason)); }

  void OnWriteDone(bool ok) override {
    if (!ok) {
      end({ErrorCode::Cancelled, "the agent has left"});
    } else if (!service_.sender_.post([this] { send_next(); })) {
      end(kStopping);
    }
  }
  void OnCancel() override { left_ = true; }
  void OnDone() override {
    if (counted_) --service_.streams_;
    delete this;
  }

 private:
  void prepare() {
    const auto dataset =
        service_.shelf_.find({.checksum = request_.checksum()}, service_.stop_.get_token());
    if (!dataset) {
      end(for_caller(dataset.error()));
      return;
    }
    auto legs = legs_of(*dataset, request_);
    if (!legs) {
      end(legs.error());
      return;
    }
    auto folder = DatasetFolder::open(dataset->folder);
    if (!folder) {
      end(folder.error());
      return;
    }
    legs_ = std::move(*legs);
    folder_.emplace(std::move(*folder));
    spdlog::info("dataset fetched from here dataset={} checksum={} files={}", dataset->name,
                 dataset->checksum, legs_.size());
    if (!service_.sender_.post([this] { send_next(); })) end(kStopping);
  }

  void send_next() {
    if (service_.stop_.stop_requested()) {
      end(kStopping);
      return;
    }
    if (left_) {
      end({ErrorCode::Cancelled, "the agent has left"});
      return;
    }
    if (at_ == legs_.size()) {
      Finish(grpc::Status::OK);
      return;
    }
    if (auto filled = fill(legs_[at_]); !filled) {
      end(filled.error());
      return;
    }
    StartWrite(&piece_);
  }

  /// The next piece of this file.
  Result<void> fill(Leg& leg) {
    if (!file_) {
      auto opened = folder_->open_file(leg.file.path);
      if (!opened) return tl::unexpected(opened.error());
      file_ = std::move(*opened);
    }
    const auto wanted = static_cast<std::size_t>(std::min<std::int64_t>(
        leg.file.bytes - leg.offset, static_cast<std::int64_t>(service_.limits_.piece_bytes)));
    if (auto read = file_->read(leg.offset, wanted, plain_); !read) return read;
    if (plain_.size() != wanted) {
      return fail(ErrorCode::DataLoss, "{} became shorter while it was sent", leg.file.path);
    }
    piece_.Clear();
    piece_.set_path(leg.file.path);
    piece_.set_offset(static_cast<std::uint64_t>(leg.offset));
    piece_.set_plain_bytes(static_cast<std::uint32_t>(wanted));
    encode();
    leg.offset += static_cast<std::int64_t>(wanted);
    if (leg.offset == leg.file.bytes) {
      file_.reset();
      ++at_;
    }
    return {};
  }

  void encode() {
    std::string& bytes = *piece_.mutable_bytes();
    bytes.resize(ZSTD_compressBound(plain_.size()));
    const std::size_t size = ZSTD_compress(bytes.data(), bytes.size(), plain_.data(), plain_.size(),
                                           service_.limits_.compression_level);
    if (ZSTD_isError(size) != 0 || size >= plain_.size()) {
      piece_.set_encoding(v1::DatasetPiece::ENCODING_PLAIN);
      bytes = plain_;
    } else {
      piece_.set_encoding(v1::DatasetPiece::ENCODING_ZSTD);
      bytes.resize(size);
    }
  }

  DatasetServiceFace& service_;
  const v1::FetchDatasetRequest request_;
  bool counted_ = false;
  std::atomic<bool> left_ = false;
  std::vector<Leg> legs_;
  std::size_t at_ = 0;
  std::optional<DatasetFolder> folder_;
  std::unique_ptr<DatasetFileReader> file_;
  std::string plain_;
  v1::DatasetPiece piece_;
};

DatasetServiceFace::DatasetServiceFace(std::filesystem::path folder, AccessCheck& access,
                                       DatasetServiceLimits limits)
    : access_(access),
      limits_(limits),
      shelf_(std::move(folder), limits.shelf),
      sender_(idle),
      finder_(idle) {}

DatasetServiceFace::~DatasetServiceFace() { stop_.request_stop(); }

grpc::ServerUnaryReactor* DatasetServiceFace::FindDataset(grpc::CallbackServerContext* context,
                                                          const v1::FindDatasetRequest* request,
                                                          v1::FindDatasetResponse* response) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  if (auto admitted = admit(access_, *context, "/graphbench.v1.DatasetService/FindDataset");
      !admitted) {
    reactor->Finish(to_status(admitted.error()));
    return reactor;
  }
  const bool taken = finder_.post([this, reactor, request, response] {
    const auto found = shelf_.find(
        {.name = request->name(), .checksum = request->checksum(), .recipe = request->recipe()},
        stop_.get_token());
    if (found) *response = to_message(*found);
    reactor->Finish(found ? grpc::Status::OK : to_status(for_caller(found.error())));
  });
  if (!taken) reactor->Finish(to_status(kStopping));
  return reactor;
}

grpc::ServerWriteReactor<v1::DatasetPiece>* DatasetServiceFace::FetchDataset(
    grpc::CallbackServerContext* context, const v1::FetchDatasetRequest* request) {
  auto* sending = new Sending(*this, *request);  // deletes itself in OnDone
  if (auto admitted = admit(access_, *context, "/graphbench.v1.DatasetService/FetchDataset");
      !admitted) {
    sending->end(admitted.error());
    return sending;
  }
  sending->begin();
  return sending;
}

}  // namespace gb
