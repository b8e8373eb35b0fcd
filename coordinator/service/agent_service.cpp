#include "coordinator/service/agent_service.h"

#include <grpcpp/alarm.h>

#include <atomic>
#include <string>
#include <utility>

#include "coordinator/service/unary_call.h"

namespace gb {
namespace v1 = graphbench::v1;

/// One agent's stream, from its Hello to its end.
class AgentServiceFace::Stream final : public AgentReactor {
 public:
  Stream(AgentServiceFace& service, grpc::CallbackServerContext& context)
      : service_(service),
        link_(std::make_shared<StreamLink>(*this, context, service.limits_.queue)) {}

  const std::shared_ptr<StreamLink>& link() const { return link_; }

  void begin() {
    // Holds the link and not the stream, which may be gone when the time is up.
    hello_limit_.Set(
        std::chrono::system_clock::now() +
            std::chrono::duration_cast<std::chrono::milliseconds>(service_.limits_.hello),
        [link = link_, joined = joined_](bool due) {
          if (!due || *joined) return;
          link->close({ErrorCode::DeadlineExceeded, "no Hello came; the stream is ended"});
        });
    StartRead(&incoming_);
  }

  void OnReadDone(bool ok) override {
    if (!ok) {
      link_->agent_left();
      return;
    }
    if (auto taken = take(incoming_); !taken) {
      link_->close(taken.error());
      return;
    }
    incoming_.Clear();
    StartRead(&incoming_);
  }

  void OnWriteDone(bool ok) override { link_->written(ok); }
  void OnCancel() override { link_->close({ErrorCode::Cancelled, "the agent has left"}); }

  void OnDone() override {
    hello_limit_.Cancel();
    link_->detach();
    if (*joined_) service_.lab_.left(agent_, link_.get());
    {
      const std::lock_guard lock(service_.mutex_);
      service_.open_.erase(link_);
    }
    delete this;
  }

 private:
  Result<void> take(const v1::AgentMessage& message) {
    if (message.has_hello() == *joined_) {
      return fail(ErrorCode::InvalidArgument,
                  "Hello is the first message of a stream, and only the first");
    }
    switch (message.message_case()) {
      case v1::AgentMessage::kHello: {
        auto joined = service_.lab_.join(message.hello(), link_);
        if (!joined) return joined;
        agent_ = message.hello().agent();
        session_epoch_ = message.hello().session_epoch();
        *joined_ = true;
        return {};
      }
      case v1::AgentMessage::kHeartbeat:
        service_.lab_.heard(agent_, session_epoch_, message.heartbeat());
        return {};
      case v1::AgentMessage::kProgress:
        service_.lab_.progressed(agent_, message.progress());
        return {};
      case v1::AgentMessage::kReport:
        return service_.lab_.reported(agent_, message.report());
      case v1::AgentMessage::kGoodbye:
        service_.lab_.leaving(agent_, link_.get());
        return {};
      case v1::AgentMessage::MESSAGE_NOT_SET:
        break;  // a kind of message this version does not know
    }
    return {};
  }

  AgentServiceFace& service_;
  std::shared_ptr<StreamLink> link_;
  v1::AgentMessage incoming_;
  std::string agent_;
  std::uint64_t session_epoch_ = 0;
  std::shared_ptr<std::atomic<bool>> joined_ = std::make_shared<std::atomic<bool>>(false);
  grpc::Alarm hello_limit_;
};

AgentReactor* AgentServiceFace::Connect(grpc::CallbackServerContext* context) {
  auto* stream = new Stream(*this, *context);  // deletes itself in OnDone
  if (auto admitted = admit(access_, *context, "/graphbench.v1.AgentService/Connect"); !admitted) {
    stream->link()->close(admitted.error());
    return stream;
  }
  {
    const std::lock_guard lock(mutex_);
    if (closed_) {
      stream->link()->close({ErrorCode::Unavailable, "the coordinator is stopping"});
      return stream;
    }
    if (open_.size() >= limits_.streams) {
      stream->link()->close({ErrorCode::ResourceExhausted,
                             fmt::format("{} open agent streams are the limit of this coordinator",
                                         limits_.streams)});
      return stream;
    }
    open_.insert(stream->link());
  }
  stream->begin();
  return stream;
}

void AgentServiceFace::close_all(const Error& reason) {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  for (const auto& link : open_) link->close(reason);
}

}  // namespace gb
