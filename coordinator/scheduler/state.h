#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "coordinator/scheduler/scheduler.h"

namespace gb {

/// Place in the queue of a machine: matrix by submission, then position within it.
using QueueKey = std::pair<std::uint64_t, std::uint32_t>;

struct AgentState;
struct MatrixState;

struct CellState {
  enum class Phase {
    Queued,
    Leasing,  // LeaseCell was said; the shell has not answered yet
    Leased,
    Ended,
  };
  CellPlan plan;
  MatrixState* matrix = nullptr;
  AgentState* machine = nullptr;
  Phase phase = Phase::Queued;
  std::uint64_t fencing_number = 1;
  std::uint32_t attempts = 0;
  bool began = false;  // some attempt was named by its agent: it was more than sent

  // While leasing or leased:
  std::string host;    // where it runs; the agent may say another host when it rejoins
  RunId run;           // empty while leasing
  LabTime expires{0};  // end of lease and grace
  // It was named under this lease, or its agent has joined since: no assignment is still under way.
  bool sure = false;
  LabTime settling{0};       // when the lease or the agent's stream began
  std::uint32_t missed = 0;  // heartbeats since then, without a break, that do not name the run

  QueueKey key() const;
};

struct MatrixState {
  MatrixId id;
  std::uint64_t order = 0;  // of submission
  std::uint32_t max_attempts = 3;
  std::optional<LabTime> queue_deadline;
  bool cancelled = false;
  bool complete = false;  // EndMatrix was said
  std::vector<CellState*> cells;
  std::size_t ended = 0;
};

struct AgentState {
  AgentId name;
  bool joined = false;  // since we started
  std::uint64_t session_epoch = 0;
  std::uint32_t streams = 0;  // of this epoch: a reconnect may overtake the end of the old stream
  std::string host;           // its fingerprint, or its own name when it gave none
  std::uint64_t last_served = 0;  // by the count of leases; 0: never
  std::map<QueueKey, CellState*> queue;
  CellState* running = nullptr;  // leasing or leased
  /// Runs it says it executes and has no lease for: until they are gone it is busy.
  std::set<RunId> stale;
  LabTime stale_until{0};  // when a silent agent has fenced itself from those, at the latest
  RunId reported;          // its last: may still be named until our acknowledgement is there

  bool connected() const { return streams > 0; }
};

struct HostState {
  std::set<AgentState*, bool (*)(const AgentState*, const AgentState*)> agents{
      [](const AgentState* a, const AgentState* b) { return a->name < b->name; }};
  std::vector<CellState*> running;  // one at most, unless an agent moved to this host with its run
};

/// All that is known, and the steps a decision is made of. Each step appends to `commands`.
struct Scheduler::State {
  explicit State(SchedulerLimits the_limits) : limits(the_limits) {}

  SchedulerLimits limits;
  LabTime now{0};
  bool started = false;
  std::vector<Command> commands;

  std::unordered_map<MatrixId, MatrixState> matrices;
  std::unordered_map<CellId, CellState> cells;
  std::unordered_map<AgentId, AgentState> agents;
  std::unordered_map<std::string, HostState> hosts;
  std::set<std::pair<LabTime, CellId>> expiries;  // of leased cells
  std::set<std::string> idle_hosts;               // to be looked at by `assign`
  std::set<AgentState*> with_stale_runs;
  std::map<std::uint64_t, MatrixState*> with_queue_deadline;  // not passed yet
  std::uint64_t next_order = 1;
  std::uint64_t served = 0;
  std::uint64_t queued = 0, running = 0;
  LabTime no_leases_before{0};  // the store refused one: not at once again

  // passing_time.cpp
  void advance(LabTime to);
  void rebase(Nanos gap);
  void free_fenced_agents();
  std::optional<LabTime> next_deadline() const;

  // sessions.cpp: agents come, speak and go.
  AgentState& agent(const AgentId& name);
  void settle_on_host(AgentState& agent, const std::string& fingerprint);
  void handle(const AgentJoined& event);
  void handle(const AgentHeard& event);
  void handle(const AgentLeft& event);
  void account_for(AgentState& agent, const std::vector<HeldRun>& named, bool is_join);
  void settle_unnamed(CellState& cell, bool is_join);
  void forget_stale_run(const RunId& run);

  // leases.cpp: a cell's way from queued to ended.
  void enqueue(CellState& cell);
  void occupy(CellState& cell);
  void give_back(CellState& cell);
  void release(CellState& cell);
  void extend(CellState& cell);
  void requeue(CellState& cell, const std::string& reason);
  void end(CellState& cell, CellEnd how, const std::string& reason, bool may_be_alive);
  /// The run is gone without a result: try again, or `how` when the attempts are used up.
  void retry(CellState& cell, CellEnd how, const std::string& reason, bool may_be_alive);
  void lose(CellState& cell, const std::string& reason);
  void handle(const RunReported& event);

  // matrices.cpp
  MatrixState& add_matrix(const MatrixPlan& plan, Nanos waited);
  CellState& add_cell(MatrixState& matrix, const CellPlan& plan);
  void handle(const MatrixSubmitted& event);
  void handle(const MatrixCancelled& event);
  void cancel(MatrixState& matrix);
  void end_if_complete(MatrixState& matrix);
  void expire_queued();
  void forget_ended();

  void handle(const Tick&) {}

  // assignment.cpp
  void assign();
  void assign_on(const HostState& host);
  std::string waiting_reason(const CellState& cell) const;

 private:
  std::vector<MatrixId> complete_;  // ended in this step; forgotten at its end
};

inline QueueKey CellState::key() const { return {matrix->order, plan.position}; }

}  // namespace gb
