#include "agent/session/stream.h"

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>

#include <condition_variable>
#include <utility>

#include "graphbench/v1/agent_service.grpc.pb.h"
#include "proto/rpc/status.h"

namespace gb {
namespace v1 = graphbench::v1;
namespace {

// What came and was not taken yet; beyond it we stop reading, and flow control holds the
// coordinator.
constexpr std::size_t kMostUntaken = 64;

}  // namespace

class CoordinatorStream::Reactor final
    : public grpc::ClientBidiReactor<v1::AgentMessage, v1::CoordinatorMessage> {
 public:
  Reactor(const std::shared_ptr<grpc::Channel>& channel, std::function<void()> wake)
      : stub_(v1::AgentService::NewStub(channel)), wake_(std::move(wake)) {}

  void begin() {
    stub_->async()->Connect(&context_, this);
    // The session writes and reads from outside of callbacks, so the call must be held open for it.
    AddHold();
    reading_ = true;
    StartRead(&incoming_);
    StartCall();
  }

  void OnReadDone(bool ok) override {
    {
      const std::lock_guard lock(mutex_);
      reading_ = false;
      if (ok) {
        came_.push_back(std::move(incoming_));
        incoming_.Clear();
        read_on();
      } else {
        release();
      }
    }
    wake_();
  }

  void OnWriteDone(bool ok) override {
    {
      const std::lock_guard lock(mutex_);
      writing_ = false;
      if (!ok) release();
    }
    wake_();
  }

  void OnWritesDoneDone(bool) override {}

  void OnDone(const grpc::Status& status) override {
    const auto wake = wake_;
    {
      const std::lock_guard lock(mutex_);
      status_ = status;
      done_ = true;
      // Inside the lock: after it the session may destroy us.
      wake();
      ended_.notify_all();
    }
  }

  bool idle() const {
    const std::lock_guard lock(mutex_);
    return !writing_ && !released_ && !half_closed_;
  }

  void write(v1::AgentMessage message) {
    const std::lock_guard lock(mutex_);
    if (writing_ || released_ || half_closed_) return;
    outgoing_ = std::move(message);
    writing_ = true;
    StartWrite(&outgoing_);
  }

  void half_close() {
    const std::lock_guard lock(mutex_);
    if (half_closed_ || released_) return;
    half_closed_ = true;
    StartWritesDone();
  }

  std::optional<v1::CoordinatorMessage> take() {
    const std::lock_guard lock(mutex_);
    if (came_.empty()) return std::nullopt;
    v1::CoordinatorMessage message = std::move(came_.front());
    came_.pop_front();
    read_on();
    return message;
  }

  bool done() const {
    const std::lock_guard lock(mutex_);
    return done_;
  }

  Error why() const {
    const std::lock_guard lock(mutex_);
    if (status_.ok()) return {ErrorCode::Unavailable, "the coordinator ended the stream"};
    return to_error(status_);
  }

  void cut() {
    context_.TryCancel();
    const std::lock_guard lock(mutex_);
    release();
  }

  void wait() {
    std::unique_lock lock(mutex_);
    ended_.wait(lock, [this] { return done_; });
  }

 private:
  void read_on() {  // with the mutex held
    if (reading_ || released_ || came_.size() >= kMostUntaken) return;
    reading_ = true;
    StartRead(&incoming_);
  }

  /// No operation from outside any more, so that OnDone may come. With the mutex held.
  void release() {
    if (released_) return;
    released_ = true;
    RemoveHold();
  }

  const std::unique_ptr<v1::AgentService::Stub> stub_;
  const std::function<void()> wake_;
  grpc::ClientContext context_;
  mutable std::mutex mutex_;  // guards all below
  std::condition_variable ended_;
  v1::CoordinatorMessage incoming_;  // gRPC's while reading_
  v1::AgentMessage outgoing_;        // gRPC's while writing_
  std::deque<v1::CoordinatorMessage> came_;
  bool reading_ = false, writing_ = false, half_closed_ = false, released_ = false, done_ = false;
  grpc::Status status_;
};

CoordinatorStream::CoordinatorStream(const std::shared_ptr<grpc::Channel>& channel,
                                     std::function<void()> wake)
    : reactor_(std::make_shared<Reactor>(channel, std::move(wake))) {
  reactor_->begin();
}

CoordinatorStream::~CoordinatorStream() {
  if (!reactor_->done()) reactor_->cut();
  reactor_->wait();
}

bool CoordinatorStream::idle() const { return reactor_->idle(); }

void CoordinatorStream::write(v1::AgentMessage message) { reactor_->write(std::move(message)); }

void CoordinatorStream::half_close() { reactor_->half_close(); }

std::optional<v1::CoordinatorMessage> CoordinatorStream::take() { return reactor_->take(); }

bool CoordinatorStream::ended() const { return reactor_->done(); }

Error CoordinatorStream::why() const { return reactor_->why(); }

void CoordinatorStream::cut() { reactor_->cut(); }

}  // namespace gb
