#include "agent/dataset_source/coordinator_origin.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>

#include "agent/dataset_source/partial_download.h"

namespace gb {
namespace v1 = graphbench::v1;
namespace {

constexpr Nanos kFirstPause = std::chrono::milliseconds(100);
constexpr Nanos kLongestPause = std::chrono::seconds(5);

/// Whether the same call may go better in a while.
bool passes(const Error& error) {
  return error.code == ErrorCode::Unavailable || error.code == ErrorCode::DeadlineExceeded ||
         error.code == ErrorCode::Internal;  // how gRPC calls a stream that was cut
}

/// Tries that become rarer, until there was nothing new for as long as the patience.
class Tries {
 public:
  /// to_begin: the patience until the first progress.
  Tries(Nanos to_begin, Nanos patience) : left_(to_begin), patience_(patience), since_(now()) {}

  void progressed() {
    since_ = now();
    left_ = patience_;
    pause_ = kFirstPause;
  }
  /// Waits for the next try; false when there is to be none.
  bool wait(const std::stop_token& stop) {
    if (now() - since_ + pause_ > left_) return false;
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any never;
    never.wait_for(lock, stop, pause_, [] { return false; });
    pause_ = std::min(2 * pause_, kLongestPause);
    return !stop.stop_requested();
  }

 private:
  Nanos left_;
  const Nanos patience_;
  Instant since_;
  Nanos pause_ = kFirstPause;
};

tl::unexpected<Error> stopped() {
  return fail(ErrorCode::Cancelled, "stopped while fetching a dataset from the coordinator");
}

}  // namespace

Result<std::string> CoordinatorOrigin::find(const WantedDataset& wanted, std::stop_token stop) {
  offer_.reset();
  v1::FindDatasetRequest request;
  request.set_name(wanted.name);
  request.set_checksum(wanted.checksum);
  request.set_recipe(wanted.recipe_block);
  patience_to_begin_ = wanted.recipe ? limits_.patience_with_recipe : limits_.patience;
  Tries tries(patience_to_begin_, patience_to_begin_);
  if (wanted.recipe) {
    if (auto reached = client_.reach(patience_to_begin_, stop); !reached) {
      return tl::unexpected(reached.error());
    }
  }
  for (;;) {
    const auto response = client_.find(request, stop);
    if (response) {
      auto offer = read_offer(*response, wanted, limits_.offer);
      if (!offer) return tl::unexpected(offer.error());
      offer_ = std::move(*offer);
      return offer_->checksum;
    }
    if (!passes(response.error()) || !tries.wait(stop)) {
      return stop.stop_requested() ? stopped() : tl::unexpected(response.error());
    }
  }
}

Result<void> CoordinatorOrigin::fetch(const std::filesystem::path& folder,
                                      const DownloadProgress& progress, std::stop_token stop) {
  if (!offer_) return fail(ErrorCode::FailedPrecondition, "no dataset was found to be fetched");
  auto download = PartialDownload::begin(folder, *offer_);
  if (!download) return tl::unexpected(download.error());
  if (download->bytes_done() > 0) {
    spdlog::info("dataset download goes on dataset={} bytes={} of={}", offer_->name,
                 download->bytes_done(), download->bytes_total());
  }
  Tries tries(patience_to_begin_, limits_.patience);
  bool damaged_before = false;
  while (!download->complete()) {
    std::optional<Error> refusal;
    const auto fetched = client_.fetch(
        download->request(),
        [&](const v1::DatasetPiece& piece) -> Result<void> {
          auto taken = download->take(piece);
          if (!taken) {
            refusal = taken.error();
            return taken;
          }
          tries.progressed();
          if (progress) progress(download->bytes_done(), download->bytes_total());
          return {};
        },
        stop);
    if (fetched && download->complete()) break;
    if (stop.stop_requested()) return stopped();
    if (fetched) {
      return fail(ErrorCode::DataLoss, "the coordinator sent {} of {} bytes and ended",
                  download->bytes_done(), download->bytes_total());
    }
    const Error& error = refusal ? *refusal : fetched.error();
    // Damage on the way goes away when it is sent again; damage at the source does not.
    const bool again =
        refusal ? refusal->code == ErrorCode::DataLoss && !damaged_before : passes(error);
    damaged_before = damaged_before || refusal.has_value();
    if (!again || !tries.wait(stop)) {
      return stop.stop_requested() ? stopped() : tl::unexpected(error);
    }
    spdlog::warn("dataset download goes on after a break dataset={} bytes={} of={}: {}",
                 offer_->name, download->bytes_done(), download->bytes_total(), error.message);
  }
  return download->finish();
}

}  // namespace gb
