#include <algorithm>

#include "coordinator/scheduler/state.h"

namespace gb {

void Scheduler::State::advance(LabTime to) {
  const Nanos gap = std::max(to - now, Nanos{0});
  now += gap;
  if (started && limits.pause > Nanos{0} && gap > limits.pause) rebase(gap);
  started = true;
  while (!expiries.empty() && expiries.begin()->first <= now) {
    CellState& cell = cells.at(expiries.begin()->second);
    lose(cell, fmt::format("agent {} was silent for longer than its lease", cell.machine->name));
  }
  free_fenced_agents();
  expire_queued();
}

// We were stopped, not they: what came meanwhile waits in our sockets. A full lease is the time in
// which every live agent is heard.
void Scheduler::State::rebase(Nanos gap) {
  std::set<std::pair<LabTime, CellId>> fresh;
  for (const auto& [when, id] : expiries) {
    cells.at(id).expires = now + limits.lease + limits.grace;
    fresh.emplace(cells.at(id).expires, id);
  }
  expiries = std::move(fresh);
  for (AgentState* agent : with_stale_runs) agent->stale_until = now + limits.lease + limits.grace;
  for (auto& [order, matrix] : with_queue_deadline) *matrix->queue_deadline += gap;
}

void Scheduler::State::free_fenced_agents() {
  for (auto it = with_stale_runs.begin(); it != with_stale_runs.end();) {
    AgentState& agent = **it;
    if (agent.stale_until > now) {
      ++it;
      continue;
    }
    agent.stale.clear();
    idle_hosts.insert(agent.host);
    it = with_stale_runs.erase(it);
  }
}

std::optional<LabTime> Scheduler::State::next_deadline() const {
  std::optional<LabTime> next;
  const auto consider = [&next](LabTime when) { next = next ? std::min(*next, when) : when; };
  if (!expiries.empty()) consider(expiries.begin()->first);
  for (const AgentState* agent : with_stale_runs) consider(agent->stale_until);
  for (const auto& [order, matrix] : with_queue_deadline) consider(*matrix->queue_deadline);
  if (next && limits.pause > Nanos{0}) consider(now + limits.pause / 2);
  if (no_leases_before > now && !idle_hosts.empty()) consider(no_leases_before);
  return next;
}

}  // namespace gb
