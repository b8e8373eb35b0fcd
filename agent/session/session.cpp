#include "agent/session/session.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <set>
#include <utility>

#include "agent/session/stream.h"

namespace gb {
namespace v1 = graphbench::v1;
namespace {

// A coordinator that accepts a stream and does not answer Hello is not there.
constexpr Nanos kWelcomeLimit = std::chrono::seconds(10);
constexpr std::size_t kMostProgress = 32;

bool stays_no(ErrorCode code) {
  switch (code) {
    case ErrorCode::InvalidArgument:
    case ErrorCode::AlreadyExists:
    case ErrorCode::FailedPrecondition:
    case ErrorCode::PermissionDenied:
    case ErrorCode::Unauthenticated:
    case ErrorCode::Unsupported:
      return true;
    default:
      return false;
  }
}

}  // namespace

struct AgentSession::Talk {
  Talk(const std::shared_ptr<grpc::Channel>& channel, std::function<void()> wake)
      : stream(channel, std::move(wake)) {}

  CoordinatorStream stream;
  Instant opened = now();
  std::string spool_id;  // as Hello said
  bool welcome = false;
  Nanos heartbeat{0};
  Instant next_heartbeat{};
  bool said_goodbye = false;
  std::uint64_t sent_to = 0;          // the last report that was sent
  std::uint64_t acknowledged_to = 0;  // as the coordinator says; written down between blocks
};

AgentSession::AgentSession(std::shared_ptr<grpc::Channel> channel, Spool& spool, SessionHooks hooks,
                           Backoff::Limits limits)
    : channel_(std::move(channel)),
      spool_(spool),
      hooks_(std::move(hooks)),
      backoff_(limits, Seed{static_cast<std::uint64_t>(wall_now().time_since_epoch().count()) ^
                            std::hash<std::string>{}(spool.id())}) {}

AgentSession::~AgentSession() { stop(Nanos(0)); }

void AgentSession::start() {
  thread_ = std::thread([this] { run(); });
}

void AgentSession::say_goodbye() {
  {
    const std::lock_guard lock(mutex_);
    goodbye_ = true;
  }
  wake();
}

void AgentSession::stop(Nanos drain) {
  {
    const std::lock_guard lock(mutex_);
    if (!leave_by_) leave_by_ = now() + drain;
  }
  wake();
  if (thread_.joinable()) thread_.join();
}

void AgentSession::progress(v1::RunProgress progress) {
  {
    const std::lock_guard lock(mutex_);
    progress_.push_back(std::move(progress));
    if (progress_.size() > kMostProgress) progress_.pop_front();
    if (timing_) return;  // it leaves when the block has ended
  }
  wake();
}

void AgentSession::spooled() { wake(); }

void AgentSession::set_timing(bool timing) {
  {
    const std::lock_guard lock(mutex_);
    timing_ = timing;
  }
  if (!timing) wake();
}

bool AgentSession::connected() const {
  const std::lock_guard lock(mutex_);
  return connected_;
}

std::string AgentSession::refusal() const {
  const std::lock_guard lock(mutex_);
  return refusal_;
}

void AgentSession::wake() {
  const std::lock_guard lock(mutex_);
  news_ = true;
  woken_.notify_one();
}

std::vector<v1::RunningRun> AgentSession::answers_for() const {
  // The spool second: a run that ends meanwhile is named twice rather than never.
  std::vector<v1::RunningRun> runs = hooks_.running();
  std::set<std::string> named;
  for (const auto& run : runs) named.insert(run.run_id());
  for (auto& run : spool_.waiting()) {
    if (named.insert(run.run_id()).second) runs.push_back(std::move(run));
  }
  return runs;
}

void AgentSession::run() {
  for (;;) {
    const Error why = converse();
    std::unique_lock lock(mutex_);
    connected_ = false;
    if (leave_by_) return;
    refusal_ = stays_no(why.code) ? why.message : "";
    const Nanos pause = refusal_.empty() ? backoff_.next() : backoff_.refused();
    spdlog::warn("coordinator not reached, trying again in {} ms: {}",
                 std::chrono::duration_cast<std::chrono::milliseconds>(pause).count(), why.message);
    woken_.wait_for(lock, pause, [this] { return leave_by_.has_value(); });
    if (leave_by_) return;
  }
}

Error AgentSession::converse() {
  Talk talk(channel_, [this] { wake(); });
  v1::AgentMessage first;
  *first.mutable_hello() = hooks_.hello();
  v1::Hello& hello = *first.mutable_hello();
  for (auto& run : answers_for()) *hello.add_running() = std::move(run);
  talk.spool_id = spool_.id();
  const Spool::Held held = spool_.held();
  hello.set_spool_id(talk.spool_id);
  hello.set_spooled_from(held.from);
  hello.set_spooled_to(held.to);
  hello.set_acknowledged_to(held.acknowledged_to);
  talk.stream.write(std::move(first));

  for (;;) {
    {
      std::unique_lock lock(mutex_);
      Instant next = talk.welcome ? talk.next_heartbeat : talk.opened + kWelcomeLimit;
      if (leave_by_) next = std::min(next, *leave_by_);
      woken_.wait_until(lock, next, [this] { return news_; });
      news_ = false;
    }
    while (const auto message = talk.stream.take()) {
      if (auto handled = handle(talk, *message); !handled) return handled.error();
    }
    if (talk.stream.ended()) return talk.stream.why();
    if (!talk.welcome && now() >= talk.opened + kWelcomeLimit) {
      return {ErrorCode::DeadlineExceeded, "the coordinator did not answer our Hello"};
    }
    if (auto settled = settle(talk); !settled) return settled.error();
    if (drained(talk)) {
      talk.stream.half_close();
      return {ErrorCode::Cancelled, "the agent is stopping"};
    }
    if (auto sent = send_next(talk); !sent) return sent.error();
  }
}

Result<void> AgentSession::handle(Talk& talk, const v1::CoordinatorMessage& message) {
  switch (message.message_case()) {
    case v1::CoordinatorMessage::kWelcome:
      return welcomed(talk, message.welcome());
    case v1::CoordinatorMessage::kAssign:
      hooks_.assigned(message.assign());
      return {};
    case v1::CoordinatorMessage::kCancel:
      hooks_.cancelled(message.cancel());
      return {};
    case v1::CoordinatorMessage::kAcknowledge:
      if (message.acknowledge().spool_id() == talk.spool_id) {
        talk.acknowledged_to = std::max(talk.acknowledged_to, message.acknowledge().durable_to());
      }
      return {};
    case v1::CoordinatorMessage::MESSAGE_NOT_SET:
      break;  // a kind of message this version does not know
  }
  return {};
}

Result<void> AgentSession::welcomed(Talk& talk, const v1::Welcome& welcome) {
  talk.welcome = true;
  // A coordinator that asks for none would get them in a busy loop.
  talk.heartbeat = std::max<Nanos>(Nanos(static_cast<Nanos::rep>(welcome.heartbeat_nanos())),
                                   std::chrono::milliseconds(10));
  talk.next_heartbeat = now() + talk.heartbeat;
  const auto renewed = spool_.meet(welcome.durable_to());
  if (!renewed) return tl::unexpected(renewed.error());
  if (*renewed) return fail(ErrorCode::Unavailable, "a new spool began; saying Hello again");
  talk.sent_to = welcome.durable_to();
  talk.acknowledged_to = welcome.durable_to();
  backoff_.reset();
  const std::lock_guard lock(mutex_);
  connected_ = true;
  refusal_.clear();
  spdlog::info("connected to the coordinator protocol={} durable_to={}", welcome.protocol(),
               welcome.durable_to());
  return {};
}

/// Writes down what was acknowledged, unless operations are being timed.
Result<void> AgentSession::settle(Talk& talk) {
  {
    const std::lock_guard lock(mutex_);
    if (timing_ || !talk.welcome) return {};
  }
  if (auto written = spool_.acknowledge(talk.acknowledged_to); !written) {
    spdlog::warn("acknowledgement not written down: {}", written.error().message);
  }
  return {};
}

bool AgentSession::goodbye_due(const Talk& talk) const {
  const std::lock_guard lock(mutex_);
  return goodbye_ && !talk.said_goodbye;
}

bool AgentSession::drained(const Talk& talk) const {
  const std::lock_guard lock(mutex_);
  if (!leave_by_) return false;
  return now() >= *leave_by_ || (talk.welcome && spool_.waiting().empty());
}

Result<void> AgentSession::send_next(Talk& talk) {
  if (!talk.welcome || !talk.stream.idle()) return {};
  if (goodbye_due(talk)) {
    v1::AgentMessage message;
    message.mutable_goodbye();
    talk.stream.write(std::move(message));
    talk.said_goodbye = true;
    return {};
  }
  if (now() >= talk.next_heartbeat) {
    v1::AgentMessage message;
    v1::Heartbeat& heartbeat = *message.mutable_heartbeat();
    const WallTime time = wall_now();
    const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
    heartbeat.mutable_wall_time()->set_seconds(seconds.time_since_epoch().count());
    heartbeat.mutable_wall_time()->set_nanos(static_cast<std::int32_t>((time - seconds).count()));
    for (auto& run : answers_for()) *heartbeat.add_running() = std::move(run);
    *heartbeat.mutable_load() = hooks_.load();
    talk.stream.write(std::move(message));
    talk.next_heartbeat = now() + talk.heartbeat;
    return {};
  }
  {
    const std::lock_guard lock(mutex_);
    if (timing_) return {};
  }
  Result<void> trouble;
  if (send_report(talk, trouble)) return trouble;

  // Written without our lock: gRPC's threads take it while they hold the stream's.
  v1::AgentMessage message;
  {
    const std::lock_guard lock(mutex_);
    if (progress_.empty()) return {};
    *message.mutable_progress() = std::move(progress_.front());
    progress_.pop_front();
  }
  talk.stream.write(std::move(message));
  return {};
}

/// One report is under way at a time: the next leaves when the one before is acknowledged. True:
/// one was sent, or there is trouble.
bool AgentSession::send_report(Talk& talk, Result<void>& trouble) {
  if (talk.acknowledged_to < talk.sent_to) return false;
  auto report = spool_.after(talk.sent_to);
  if (!report || spool_.id() != talk.spool_id) {
    trouble = report ? fail(ErrorCode::Unavailable, "a new spool began; saying Hello again")
                     : tl::unexpected(report.error());
    return true;
  }
  if (!*report) return false;
  talk.sent_to = (*report)->sequence();
  v1::AgentMessage message;
  *message.mutable_report() = std::move(**report);
  talk.stream.write(std::move(message));
  return true;
}

}  // namespace gb
