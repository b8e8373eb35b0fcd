#include "coordinator/lab/run_table.h"

#include <algorithm>

namespace gb {

std::string RunTable::Live::cell_text() const {
  return fmt::format("{} · {} · {}", cell.engine.text(), cell.workload, cell.scale);
}

void RunTable::began(const RunId& run, const CellPlan& cell, const MatrixId& matrix, LabTime now) {
  live_[run] = Live{.cell = cell, .matrix = matrix, .began = now};
}

bool RunTable::progressed(const AgentId& machine, const graphbench::v1::RunProgress& progress) {
  const auto found = live_.find(RunId::trusted(progress.run_id()));
  if (found == live_.end() || found->second.cell.machine != machine) return false;
  Live& run = found->second;
  run.phase = progress.phase();
  run.queries_done = progress.queries_done();
  run.query_count = progress.query_count();
  run.dataset_bytes_done = progress.dataset_bytes_done();
  run.dataset_bytes_total = progress.dataset_bytes_total();
  return true;
}

void RunTable::ended(const RunId& run, bool done, LabTime now) {
  const auto found = live_.find(run);
  if (found == live_.end()) return;
  if (done) {
    const Live& live = found->second;
    for (Mean* mean : {&spans_[{live.cell.workload, live.cell.scale}], &all_}) {
      mean->sum += now - live.began;
      ++mean->count;
    }
  }
  live_.erase(found);
}

bool RunTable::forget(const CellId& cell) {
  return std::erase_if(live_, [&](const auto& entry) { return entry.second.cell.id == cell; }) > 0;
}

const RunTable::Live* RunTable::find(const RunId& run) const {
  const auto found = live_.find(run);
  return found == live_.end() ? nullptr : &found->second;
}

const RunTable::Live* RunTable::on_machine(const AgentId& machine, RunId* run) const {
  for (const auto& [id, live] : live_) {
    if (live.cell.machine != machine) continue;
    *run = id;
    return &live;
  }
  return nullptr;
}

std::optional<Nanos> RunTable::usual(const CellPlan& cell) const {
  const auto found = spans_.find({cell.workload, cell.scale});
  const Mean& mean = found == spans_.end() ? all_ : found->second;
  if (mean.count == 0) return std::nullopt;
  return mean.sum / mean.count;
}

std::optional<Nanos> RunTable::remaining(const std::vector<CellRow>& cells,
                                         const std::map<AgentId, std::string>& host_of,
                                         LabTime now) const {
  std::map<std::string, Nanos> by_host;
  for (const CellRow& row : cells) {
    if (row.end) continue;
    std::optional<Nanos> span = usual(row.plan);
    if (!span) return std::nullopt;
    if (const Live* live = row.running ? find(row.run) : nullptr) {
      // A run over its usual span is not done yet: something always remains.
      span = std::max(*span - (now - live->began), *span / 10);
    }
    const auto host = host_of.find(row.plan.machine);
    by_host[host == host_of.end() ? row.plan.machine.text() : host->second] += *span;
  }
  Nanos longest{0};
  for (const auto& [host, span] : by_host) longest = std::max(longest, span);
  return longest;
}

}  // namespace gb
