#include "coordinator/service/stream_link.h"

#include <grpcpp/server_context.h>
#include <spdlog/spdlog.h>

#include <utility>

#include "proto/rpc/status.h"

namespace gb {

void StreamLink::send(graphbench::v1::CoordinatorMessage message) {
  {
    const std::lock_guard lock(mutex_);
    if (reactor_ == nullptr || ending_) return;
    if (queue_.size() < limit_) {
      queue_.push_back(std::move(message));
      go_on();
      return;
    }
  }
  finish({ErrorCode::ResourceExhausted,
          fmt::format("{} messages wait for this agent, which does not read them", limit_)},
         true);
}

void StreamLink::agent_left() {
  const std::lock_guard lock(mutex_);
  if (ending_) return;
  ending_ = true;
  end_ = grpc::Status::OK;
  go_on();
}

void StreamLink::finish(const Error& reason, bool cut) {
  const std::lock_guard lock(mutex_);
  if (reactor_ == nullptr || ending_) return;
  spdlog::debug("stream ended peer={}: {}", context_->peer(), reason.message);
  ending_ = true;
  end_ = to_status(reason);
  // A write that nobody reads never ends by itself.
  if (cut) context_->TryCancel();
  go_on();
}

void StreamLink::written(bool) {
  const std::lock_guard lock(mutex_);
  writing_ = false;
  queue_.pop_front();
  go_on();
}

void StreamLink::detach() {
  const std::lock_guard lock(mutex_);
  reactor_ = nullptr;
  context_ = nullptr;
}

void StreamLink::go_on() {
  if (writing_ || finished_) return;
  if (ending_) {
    finished_ = true;
    reactor_->Finish(end_);
  } else if (!queue_.empty()) {
    writing_ = true;
    reactor_->StartWrite(&queue_.front());
  }
}

}  // namespace gb
