#include "coordinator/service/watch_hub.h"

#include <chrono>
#include <map>
#include <utility>
#include <vector>

#include "proto/rpc/status.h"

namespace gb {
namespace v1 = graphbench::v1;
namespace {

// A person sees no more than this, and a view of a large matrix is work for the lab.
constexpr auto kInterval = std::chrono::milliseconds(100);

grpc::Status stopping() {
  return to_status(Error{ErrorCode::Unavailable, "the coordinator is stopping; ask again later"});
}

}  // namespace

/// One watcher. All of it is guarded by the hub's mutex.
class WatchHub::Watcher final : public grpc::ServerWriteReactor<v1::MatrixView> {
 public:
  Watcher(WatchHub& hub, std::string matrix_id) : hub_(hub), matrix_id_(std::move(matrix_id)) {}

  const std::string& matrix_id() const { return matrix_id_; }
  bool ready() const { return !writing_ && !finished_; }

  void offer(const v1::MatrixView& view) {
    if (!ready()) return;
    std::string bytes = view.SerializeAsString();
    if (bytes == sent_bytes_) return;
    sent_bytes_ = std::move(bytes);
    view_ = view;
    writing_ = true;
    if (view.state() == v1::MatrixView::STATE_RUNNING) {
      StartWrite(&view_);
    } else {
      finished_ = true;
      StartWriteAndFinish(&view_, grpc::WriteOptions(), grpc::Status::OK);
    }
  }

  /// Once what is being written has left.
  void finish(const grpc::Status& status) {
    if (finished_) return;
    if (writing_) {
      end_ = status;
      ending_ = true;
      return;
    }
    finished_ = true;
    Finish(status);
  }

  void OnWriteDone(bool ok) override {
    const std::lock_guard lock(hub_.mutex_);
    writing_ = false;
    if (!ok && !ending_) finish(to_status(Error{ErrorCode::Cancelled, "the watcher has left"}));
    if (ending_) finish(end_);
    hub_.news_ = true;
    hub_.woken_.notify_one();
  }

  void OnCancel() override {
    const std::lock_guard lock(hub_.mutex_);
    finish(to_status(Error{ErrorCode::Cancelled, "the watcher has left"}));
  }

  void OnDone() override {
    {
      const std::lock_guard lock(hub_.mutex_);
      hub_.watchers_.erase(this);
    }
    delete this;
  }

 private:
  WatchHub& hub_;
  const std::string matrix_id_;
  v1::MatrixView view_;  // being written
  std::string sent_bytes_;
  bool writing_ = false, finished_ = false, ending_ = false;
  grpc::Status end_;
};

WatchHub::WatchHub(Lab& lab, std::size_t limit)
    : lab_(lab),
      limit_(limit),
      subscription_(lab.subscribe([this](std::uint64_t) { wake(); })),
      thread_([this] { run(); }) {}

WatchHub::~WatchHub() {
  stop();
  subscription_.reset();
}

grpc::ServerWriteReactor<v1::MatrixView>* WatchHub::watch(std::string matrix_id) {
  auto* watcher = new Watcher(*this, std::move(matrix_id));  // deletes itself in OnDone
  const std::lock_guard lock(mutex_);
  if (stopping_) {
    watcher->finish(stopping());
  } else if (watchers_.size() >= limit_) {
    watcher->finish(to_status(
        Error{ErrorCode::ResourceExhausted,
              fmt::format("{} watchers are the limit of this coordinator; end one, or list instead",
                          limit_)}));
  } else {
    watchers_.insert(watcher);
    news_ = true;
    woken_.notify_one();
  }
  return watcher;
}

void WatchHub::wake() {
  const std::lock_guard lock(mutex_);
  news_ = true;
  woken_.notify_one();
}

void WatchHub::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    woken_.notify_one();
    for (Watcher* watcher : watchers_) watcher->finish(stopping());
  }
  if (thread_.joinable()) thread_.join();
}

void WatchHub::run() {
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      woken_.wait(lock, [this] { return news_ || stopping_; });
      if (stopping_) return;
      news_ = false;
    }
    serve();
    std::unique_lock lock(mutex_);
    woken_.wait_for(lock, kInterval, [this] { return stopping_; });
  }
}

void WatchHub::serve() {
  // The lab is asked without our lock: its thread may be waiting for it in `wake`.
  std::set<std::string> wanted;
  {
    const std::lock_guard lock(mutex_);
    for (const Watcher* watcher : watchers_) {
      if (watcher->ready()) wanted.insert(watcher->matrix_id());
    }
  }
  std::map<std::string, Result<v1::MatrixView>> views;
  for (const std::string& id : wanted) views.emplace(id, lab_.matrix(id));

  const std::lock_guard lock(mutex_);
  for (Watcher* watcher : watchers_) {
    const auto found = views.find(watcher->matrix_id());
    if (found == views.end()) continue;
    if (found->second) {
      watcher->offer(*found->second);
    } else {
      watcher->finish(to_status(found->second.error()));
    }
  }
}

}  // namespace gb
