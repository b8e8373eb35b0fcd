#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "coordinator/scheduler/plan.h"

namespace gb {

/// Monotonic time since the coordinator started: leases do not care what the wall clock does.
using LabTime = Nanos;

struct HeldRun {
  RunId run;
  CellId cell;
  std::uint64_t fencing_number = 0;
};

// What happens. An event says nothing that the scheduler could work out itself.
/// The shell stores the agent (`put_agent`) before it feeds this. A reconnect of the same process
/// has the same epoch; every join is followed by exactly one AgentLeft, in whatever order.
struct AgentJoined {
  AgentId agent;
  std::uint64_t session_epoch = 0;
  std::string host_fingerprint;
  std::vector<HeldRun> running;
};
struct AgentHeard {
  AgentId agent;
  std::uint64_t session_epoch = 0;
  std::vector<HeldRun> running;
};
struct AgentLeft {  // its stream broke; its leases live on until they expire
  AgentId agent;
  std::uint64_t session_epoch = 0;
};
struct MatrixSubmitted {  // the store has it already (`add_matrix`)
  MatrixPlan plan;
};
struct MatrixCancelled {  // the store has it already (`cancel_matrix`)
  MatrixId matrix;
};
/// The store has committed a report of this run. accepted: it held the current fencing number.
struct RunReported {
  RunId run;
  CellId cell;
  CellEnd end = CellEnd::Done;
  std::string reason;
  bool accepted = false;
};
struct Tick {};

using Event = std::variant<AgentJoined, AgentHeard, AgentLeft, MatrixSubmitted, MatrixCancelled,
                           RunReported, Tick>;

// What must be done, in this order; the store commits before anything is sent.
struct LeaseCell {  // store, then send Assign; the run is fresh and named by the shell
  CellId cell;
  MatrixId matrix;
  AgentId agent;
  std::uint64_t fencing_number = 0;
  std::uint32_t attempt = 0;  // from 1
};
struct RequeueCell {  // store: the cell's fencing number becomes this one, so that a late result is
                      // superseded
  CellId cell;
  std::uint64_t fencing_number = 0;
  std::string reason;
};
struct EndCell {
  CellId cell;
  CellEnd end = CellEnd::Done;
  std::string reason;
  std::uint64_t fencing_number = 0;  // grown when a run may still be alive somewhere
};
struct EndMatrix {
  MatrixId matrix;
  bool cancelled = false;
};
struct CancelRun {  // send, if the agent is connected
  AgentId agent;
  RunId run;
  std::string reason;
};
struct CloseSession {  // another session of the same name is newer
  AgentId agent;
  std::uint64_t session_epoch = 0;
  std::string reason;
};

using Command = std::variant<LeaseCell, RequeueCell, EndCell, EndMatrix, CancelRun, CloseSession>;

struct SchedulerLimits {
  Nanos lease = std::chrono::seconds(15);  // extended by every heartbeat that names the run
  Nanos grace =
      std::chrono::seconds(10);  // beyond the lease, before the cell is given to a new attempt
  Nanos pause = std::chrono::seconds(
      5);  // a longer gap between events means that we were stopped: leases start anew
};

/// A cell and matrix as they were when the coordinator stopped.
struct StoredCell {
  CellPlan plan;
  MatrixId matrix;
  std::uint64_t fencing_number = 1;
  std::uint32_t attempts = 0;
  std::optional<CellEnd> end;
  std::optional<HeldRun> held;  // the live lease, when there is one
  AgentId holder;
  /// The held run already reported this failure but the decision on it was not stored.
  std::optional<RunReported> undecided;
};
struct StoredMatrix {
  MatrixPlan plan;  // cells empty: they are in `cells`
  bool ended = false;
  bool cancelled = false;  // asked for; its running cells may still have to end
  Nanos waited{0};  // since it was submitted, by the wall clock: counts for its queue deadline
};
/// The last session of an agent: who shares a host with whom must be known before all have
/// rejoined.
struct StoredAgent {
  AgentId agent;
  std::uint64_t session_epoch = 0;
  std::string host_fingerprint;
};
struct Snapshot {
  std::vector<StoredMatrix>
      matrices;  // in the order of submission; those that ended may be left out
  std::vector<StoredCell> cells;
  std::vector<StoredAgent> agents;
};

/// Decides, never acts: no clock, no socket, no lock, no randomness. Same events, same commands.
/// The caller names runs: it answers each LeaseCell with `leased(cell, run)` once the store has it,
/// or `not_leased(cell)`. Commands are stored in the order given; when the store refuses one of the
/// others because it is full, the caller keeps it, and those behind it, and tries again.
///
/// Who runs next: a machine runs its own cells in the order of (matrix submitted, position), one at
/// a time; of the machines of one host, the one served longest ago. What a reported failure leads
/// to: `engine_failed`, `never_started`, `agent_lost` and a cancellation nobody here asked for are
/// tried again until the attempts are used up; `engine_timeout` and `input_missing` end the cell at
/// once, because the next attempt would cost as much and find the same.
class Scheduler {
 public:
  explicit Scheduler(SchedulerLimits limits);
  ~Scheduler();
  Scheduler(Scheduler&&) noexcept;
  Scheduler& operator=(Scheduler&&) noexcept;

  /// Once, before any event. Live leases start anew at `now`: a restart must not cost a running
  /// cell.
  std::vector<Command> restore(const Snapshot& snapshot, LabTime now);

  std::vector<Command> on(const Event& event, LabTime now);

  void leased(const CellId& cell, const RunId& run, LabTime now);
  void not_leased(const CellId& cell);

  /// When `Tick` is next needed: the earliest lease end or queue deadline; nothing when none is
  /// pending. While a lease lives, never further than half of `limits.pause` after the last event:
  /// only so is a longer silence known to be a pause of our own.
  std::optional<LabTime> next_deadline() const;

  /// Why a queued cell waits, for a person: "machine gamingpc is not connected", "server1 is
  /// running another cell", "laptop, on the same host, is running". Empty for a cell that is not
  /// queued.
  std::string waiting_reason(const CellId& cell) const;

  struct Counts {
    std::uint64_t queued = 0;
    std::uint64_t running = 0;
  };
  Counts counts() const;

  struct State;  // in state.h, shared by the scheduler's own sources

 private:
  std::unique_ptr<State> state_;
};

}  // namespace gb
