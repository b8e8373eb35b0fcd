#include "agent/session/dataset_client.h"

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>

#include "core/base/duration.h"
#include "graphbench/v1/dataset_service.grpc.pb.h"
#include "proto/rpc/status.h"

namespace gb {
namespace v1 = graphbench::v1;
namespace {

constexpr Nanos kLookAround = std::chrono::milliseconds(100);  // for a stop, while connecting

tl::unexpected<Error> stopped() {
  return fail(ErrorCode::Cancelled, "stopped while asking the coordinator for a dataset");
}

/// A call that ended badly. Nobody but us may cancel it, so a coordinator that cut it is leaving.
tl::unexpected<Error> ended(const grpc::Status& status, const std::stop_token& stop) {
  if (stop.stop_requested()) return stopped();
  if (status.error_code() == grpc::StatusCode::CANCELLED) {
    return fail(ErrorCode::Unavailable, "the coordinator cut the call: {}", status.error_message());
  }
  return tl::unexpected(to_error(status));
}

/// One stream: gRPC's threads say what came, the caller's waits for it.
class Incoming final : public grpc::ClientReadReactor<v1::DatasetPiece> {
 public:
  Incoming(v1::DatasetService::Stub& stub, const v1::FetchDatasetRequest& request) {
    stub.async()->FetchDataset(&context_, &request, this);
    AddHold();  // reads are asked for from outside of callbacks
    StartRead(&piece_);
    StartCall();
  }
  /// Cuts the stream if it has not ended and waits until gRPC is done with it.
  ~Incoming() override {
    context_.TryCancel();
    finish();
  }

  /// The next piece, null at the end of the stream; valid until the next call.
  Result<const v1::DatasetPiece*> next(Nanos stall, const std::stop_token& stop) {
    if (taken_) {
      {
        const std::lock_guard lock(mutex_);
        arrived_ = false;
      }
      StartRead(&piece_);
    }
    std::unique_lock lock(mutex_);
    const bool told = woken_.wait_for(lock, stop, stall, [this] { return arrived_; });
    if (stop.stop_requested()) return stopped();
    if (!told) {
      return fail(ErrorCode::DeadlineExceeded, "nothing came from the coordinator for {}",
                  format_duration(stall));
    }
    taken_ = true;
    return more_ ? &piece_ : nullptr;
  }

  grpc::Status finish() {
    if (!released_) RemoveHold();
    released_ = true;
    std::unique_lock lock(mutex_);
    woken_.wait(lock, [this] { return status_.has_value(); });
    return *status_;
  }

 private:
  void OnReadDone(bool ok) override {
    const std::lock_guard lock(mutex_);
    arrived_ = true;
    more_ = ok;
    woken_.notify_all();
  }
  void OnDone(const grpc::Status& status) override {
    const std::lock_guard lock(mutex_);
    status_ = status;
    woken_.notify_all();  // inside the lock: after it we may be destroyed
  }

  grpc::ClientContext context_;
  v1::DatasetPiece piece_;
  bool taken_ = false;  // the caller's alone, as is the next
  bool released_ = false;
  std::mutex mutex_;  // guards all below
  std::condition_variable_any woken_;
  bool arrived_ = false;
  bool more_ = false;
  std::optional<grpc::Status> status_;
};

}  // namespace

Result<void> DatasetClient::reach(Nanos patience, const std::stop_token& stop) const {
  const Instant deadline = now() + patience;
  for (;;) {
    const grpc_connectivity_state state = channel_->GetState(true);
    if (state == GRPC_CHANNEL_READY) return {};
    if (state == GRPC_CHANNEL_TRANSIENT_FAILURE || state == GRPC_CHANNEL_SHUTDOWN) {
      return fail(ErrorCode::Unavailable, "the coordinator cannot be reached");
    }
    if (stop.stop_requested()) return stopped();
    const Nanos left = deadline - now();
    if (left <= Nanos::zero()) {
      return fail(ErrorCode::Unavailable, "the coordinator did not answer within {}",
                  format_duration(patience));
    }
    const auto until =
        std::chrono::system_clock::now() +
        std::chrono::duration_cast<std::chrono::microseconds>(std::min(left, kLookAround));
    channel_->WaitForStateChange(state, until);
  }
}

Result<v1::FindDatasetResponse> DatasetClient::find(const v1::FindDatasetRequest& request,
                                                    std::stop_token stop) const {
  const auto stub = v1::DatasetService::NewStub(channel_);
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() +
                       std::chrono::duration_cast<std::chrono::milliseconds>(limits_.find));
  const std::stop_callback cut(stop, [&context] { context.TryCancel(); });
  v1::FindDatasetResponse response;
  const grpc::Status status = stub->FindDataset(&context, request, &response);
  if (!status.ok()) return ended(status, stop);
  return response;
}

Result<void> DatasetClient::fetch(const v1::FetchDatasetRequest& request, const Take& take,
                                  std::stop_token stop) const {
  const auto stub = v1::DatasetService::NewStub(channel_);
  Incoming incoming(*stub, request);
  for (;;) {
    const auto piece = incoming.next(limits_.stall, stop);
    if (!piece) return tl::unexpected(piece.error());
    if (*piece == nullptr) break;
    if (auto taken = take(**piece); !taken) return taken;
  }
  const grpc::Status status = incoming.finish();
  if (!status.ok()) return ended(status, stop);
  return {};
}

}  // namespace gb
