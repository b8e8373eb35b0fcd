#include "coordinator/scheduler/state.h"

namespace gb {
namespace {

// Heartbeats that may miss a run before it counts as gone: the first can cross what is being
// replayed after a reconnect.
constexpr std::uint32_t kMissedHeartbeats = 2;

}  // namespace

AgentState& Scheduler::State::agent(const AgentId& name) {
  const auto [it, is_new] = agents.try_emplace(name);
  if (is_new) {
    it->second.name = name;
    settle_on_host(it->second, "");
  }
  return it->second;
}

void Scheduler::State::settle_on_host(AgentState& agent, const std::string& fingerprint) {
  const std::string host = fingerprint.empty() ? "agent " + agent.name.text() : fingerprint;
  if (host == agent.host) return;
  if (const auto old = hosts.find(agent.host); old != hosts.end()) {
    old->second.agents.erase(&agent);
    idle_hosts.insert(agent.host);
    if (old->second.agents.empty() && old->second.running.empty()) hosts.erase(old);
  }
  agent.host = host;
  hosts[host].agents.insert(&agent);
  idle_hosts.insert(host);
}

void Scheduler::State::handle(const AgentJoined& event) {
  AgentState& who = agent(event.agent);
  if (event.session_epoch < who.session_epoch) {
    commands.push_back(CloseSession{
        who.name, event.session_epoch,
        fmt::format("agent {} has a newer session ({} after {}); give one of them another name",
                    who.name, who.session_epoch, event.session_epoch)});
    return;
  }
  if (event.session_epoch > who.session_epoch) {
    if (who.connected()) {
      commands.push_back(
          CloseSession{who.name, who.session_epoch,
                       fmt::format("agent {} has joined again with a newer session", who.name)});
    }
    who.session_epoch = event.session_epoch;
    who.streams = 0;
  }
  ++who.streams;
  who.joined = true;
  settle_on_host(who, event.host_fingerprint);
  account_for(who, event.running, true);
  idle_hosts.insert(who.host);
}

void Scheduler::State::handle(const AgentHeard& event) {
  const auto found = agents.find(event.agent);
  if (found == agents.end() || !found->second.connected()) return;
  AgentState& who = found->second;
  if (event.session_epoch == who.session_epoch) {
    account_for(who, event.running, false);
  } else if (event.session_epoch < who.session_epoch) {
    commands.push_back(
        CloseSession{who.name, event.session_epoch,
                     fmt::format("agent {} has joined again with a newer session", who.name)});
  }
}

void Scheduler::State::handle(const AgentLeft& event) {
  const auto found = agents.find(event.agent);
  if (found == agents.end()) return;
  AgentState& who = found->second;
  if (event.session_epoch == who.session_epoch && who.streams > 0) --who.streams;
}

void Scheduler::State::account_for(AgentState& agent, const std::vector<HeldRun>& named,
                                   bool is_join) {
  CellState* const cell = agent.running;
  bool has_its_run = false;
  std::set<RunId> stale;
  for (const HeldRun& held : named) {
    if (cell != nullptr && held.run == cell->run && held.fencing_number == cell->fencing_number) {
      has_its_run = true;
    } else if (held.run != agent.reported) {
      stale.insert(held.run);
      commands.push_back(CancelRun{agent.name, held.run, "its lease has ended"});
    }
  }
  if (!agent.stale.empty() && stale.empty()) idle_hosts.insert(agent.host);
  agent.stale = std::move(stale);
  if (agent.stale.empty()) {
    with_stale_runs.erase(&agent);
  } else {
    agent.stale_until = now + limits.lease + limits.grace;
    with_stale_runs.insert(&agent);
  }
  if (cell == nullptr || cell->phase != CellState::Phase::Leased) return;
  if (!has_its_run) return settle_unnamed(*cell, is_join);
  cell->began = true;
  cell->sure = true;
  cell->missed = 0;
  if (is_join) cell->settling = now;
  extend(*cell);
  // Again with every heartbeat: the first may have been lost.
  if (cell->matrix->cancelled) {
    commands.push_back(CancelRun{agent.name, cell->run, "the matrix was cancelled"});
  }
}

void Scheduler::State::settle_unnamed(CellState& cell, bool is_join) {
  if (is_join) {  // its spool is replayed right after this: the run may have ended well
    cell.sure = true;
    cell.missed = 0;
    cell.settling = now;
    return;
  }
  // Never named on the stream that its assignment went out on: that may yet arrive, and start.
  if (!cell.sure) return;
  ++cell.missed;
  if (cell.missed < kMissedHeartbeats || now - cell.settling < limits.lease / 3) return;
  lose(cell, fmt::format("agent {} does not have the run any more", cell.machine->name));
}

void Scheduler::State::forget_stale_run(const RunId& run) {
  for (AgentState* agent :
       std::vector<AgentState*>(with_stale_runs.begin(), with_stale_runs.end())) {
    if (agent->stale.erase(run) == 0) continue;
    agent->reported = run;
    if (!agent->stale.empty()) continue;
    with_stale_runs.erase(agent);
    idle_hosts.insert(agent->host);
  }
}

}  // namespace gb
