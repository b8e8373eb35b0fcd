#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "agent/session/backoff.h"
#include "agent/session/spool.h"
#include "core/base/clock.h"
#include "core/base/error.h"
#include "graphbench/v1/agent_service.pb.h"

namespace grpc {
class Channel;
}

namespace gb {

class CoordinatorStream;

/// What the session asks of the agent and tells it. All from the session's thread; none may block.
struct SessionHooks {
  /// Hello but for spool and runs.
  std::function<graphbench::v1::Hello()> hello;
  /// The runs that are alive or about to begin.
  std::function<std::vector<graphbench::v1::RunningRun>()> running;
  std::function<graphbench::v1::HostLoad()> load;
  std::function<void(const graphbench::v1::Assign&)> assigned;
  std::function<void(const graphbench::v1::CancelRun&)> cancelled;
};

/// The agent's side of the stream to the coordinator: says Hello, sends heartbeats, relays reports
/// out of the spool one at a time (the next when the one before is acknowledged), and comes back
/// after a break. Progress is dropped when it piles up, reports never.
///
/// An agent that cannot reach its coordinator keeps its run going to the end. Its result is spooled
/// and goes out late; when the cell was given to another attempt meanwhile, the fencing number
/// makes it superseded: kept, never counted. Work is never thrown away on a guess about somebody
/// else's clock.
class AgentSession {
 public:
  AgentSession(std::shared_ptr<grpc::Channel> channel, Spool& spool, SessionHooks hooks,
               Backoff::Limits limits = {});
  ~AgentSession();

  void start();
  /// Tells the coordinator to send no more work; reports still go out. Before the live run is
  /// ended, or its cell would come straight back.
  void say_goodbye();
  /// Leaves the coordinator; before that, waits up to `drain` until every report is acknowledged.
  void stop(Nanos drain);

  void progress(graphbench::v1::RunProgress progress);
  /// A report was appended to the spool.
  void spooled();
  /// Timed operations run: until `block_ended`, nothing but heartbeats leaves and nothing is
  /// written to the disk.
  void block_began() { set_timing(true); }
  void block_ended() { set_timing(false); }

  bool connected() const;
  /// Why the coordinator refuses us until somebody acts; empty while it does not.
  std::string refusal() const;

 private:
  struct Talk;  // what is known of the stream that is open

  void run();
  Error converse();
  Result<void> handle(Talk& talk, const graphbench::v1::CoordinatorMessage& message);
  Result<void> welcomed(Talk& talk, const graphbench::v1::Welcome& welcome);
  Result<void> settle(Talk& talk);
  Result<void> send_next(Talk& talk);
  bool send_report(Talk& talk, Result<void>& trouble);
  std::vector<graphbench::v1::RunningRun> answers_for() const;
  void set_timing(bool timing);
  void wake();
  bool goodbye_due(const Talk& talk) const;
  bool drained(const Talk& talk) const;

  const std::shared_ptr<grpc::Channel> channel_;
  Spool& spool_;
  const SessionHooks hooks_;
  Backoff backoff_;

  mutable std::mutex mutex_;  // guards all below
  std::condition_variable woken_;
  bool news_ = false;
  bool timing_ = false;
  bool goodbye_ = false;
  bool connected_ = false;
  std::optional<Instant> leave_by_;  // set by stop
  std::string refusal_;
  std::deque<graphbench::v1::RunProgress> progress_;
  std::thread thread_;
};

}  // namespace gb
