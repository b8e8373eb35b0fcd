#include <algorithm>

#include "coordinator/scheduler/state.h"

namespace gb {
namespace {

bool can_take(const AgentState& agent) {
  return agent.connected() && agent.running == nullptr && agent.stale.empty() &&
         !agent.queue.empty();
}

const AgentState* stopping_on(const HostState& host) {
  for (const AgentState* agent : host.agents) {
    if (!agent->stale.empty()) return agent;
  }
  return nullptr;
}

}  // namespace

/// Served longest ago goes first, so that an agent whose cells come
/// early in the matrix does not keep the host from the others; then the earlier cell.
void Scheduler::State::assign_on(const HostState& host) {
  if (!host.running.empty() || stopping_on(host) != nullptr) return;
  AgentState* chosen = nullptr;
  const auto rank = [](const AgentState& agent) {
    return std::pair(agent.last_served, agent.queue.begin()->first);
  };
  for (AgentState* agent : host.agents) {
    if (can_take(*agent) && (chosen == nullptr || rank(*agent) < rank(*chosen))) chosen = agent;
  }
  if (chosen == nullptr) return;
  CellState& cell = *chosen->queue.begin()->second;
  release(cell);
  cell.phase = CellState::Phase::Leasing;
  ++cell.attempts;
  occupy(cell);
  chosen->last_served = ++served;
  commands.push_back(
      LeaseCell{cell.plan.id, cell.matrix->id, chosen->name, cell.fencing_number, cell.attempts});
}

void Scheduler::State::assign() {
  if (now < no_leases_before) return;
  // A host that cannot take a cell now is put back by whatever changes that.
  for (const std::string& name : std::exchange(idle_hosts, {})) {
    const auto host = hosts.find(name);
    if (host == hosts.end()) continue;
    if (host->second.agents.empty() && host->second.running.empty()) {
      hosts.erase(host);
    } else {
      assign_on(host->second);
    }
  }
}

std::string Scheduler::State::waiting_reason(const CellState& cell) const {
  if (cell.phase != CellState::Phase::Queued) return "";
  const AgentState& machine = *cell.machine;
  if (!machine.connected()) {
    return fmt::format("machine {} {}", machine.name,
                       machine.joined ? "is not connected" : "has not connected yet");
  }
  if (machine.running != nullptr) return fmt::format("{} is running another cell", machine.name);
  const HostState& host = hosts.at(machine.host);
  if (!host.running.empty()) {
    return fmt::format("{}, on the same host, is running", host.running.front()->machine->name);
  }
  if (const AgentState* stopping = stopping_on(host)) {
    return fmt::format("{} is stopping a run whose lease has ended", stopping->name);
  }
  if (now < no_leases_before) return "the store refused a lease; trying again in a second";
  return fmt::format("cells before it on {} go first", machine.name);
}

}  // namespace gb
