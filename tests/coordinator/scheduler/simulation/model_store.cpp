#include "tests/coordinator/scheduler/simulation/model_store.h"

namespace gb::test {
namespace {

void expect(bool holds, const std::string& promise) {
  if (!holds) throw Violation(promise);
}

}  // namespace

Result<void> ModelStore::add_matrix(const MatrixPlan& plan) {
  StoredMatrix& matrix = matrices_[plan.id];
  matrix.plan = plan;
  matrix.plan.cells.clear();
  order_.push_back(plan.id);
  for (const CellPlan& cell : plan.cells) {
    cells_of_[plan.id].push_back(cell.id);
    cells_[cell.id].stored.plan = cell;
    cells_[cell.id].stored.matrix = plan.id;
  }
  return {};
}

Result<void> ModelStore::cancel_matrix(const MatrixId& id) {
  StoredMatrix& matrix = matrices_.at(id);
  if (matrix.ended) return fail(ErrorCode::FailedPrecondition, "it has ended");
  matrix.cancelled = true;
  return {};
}

void ModelStore::check_host_is_free(const AgentId& agent) const {
  const std::string& host = agents_.at(agent).host_fingerprint;
  for (const CellId& id : held_) {
    const AgentId& holder = cells_.at(id).stored.holder;
    expect(holder != agent, fmt::format("{} is given a second run", agent));
    expect(agents_.at(holder).host_fingerprint != host,
           fmt::format("{} and {} run on host {} at the same time", holder, agent, host));
  }
}

Result<void> ModelStore::lease_cell(const LeaseCell& lease, const RunId& run) {
  Cell& cell = cells_.at(lease.cell);
  expect(!cell.stored.end, fmt::format("{} has ended and is leased", lease.cell));
  expect(!cell.stored.held, fmt::format("{} is leased twice", lease.cell));
  expect(lease.fencing_number == cell.stored.fencing_number,
         fmt::format("{} is leased under {}, not {}", lease.cell, lease.fencing_number,
                     cell.stored.fencing_number));
  expect(lease.fencing_number > cell.leased_under,
         fmt::format("I5: {} is leased under {} again", lease.cell, lease.fencing_number));
  expect(lease.attempt == cell.stored.attempts + 1, fmt::format("{} skips an attempt", lease.cell));
  check_host_is_free(lease.agent);
  cell.leased_under = lease.fencing_number;
  cell.stored.attempts = lease.attempt;
  cell.stored.held = HeldRun{run, lease.cell, lease.fencing_number};
  cell.stored.holder = lease.agent;
  held_.insert(lease.cell);
  runs_[run] = {lease.cell, lease.fencing_number, RunState::Leased, false, {}};
  return {};
}

Result<void> ModelStore::requeue_cell(const RequeueCell& requeue) {
  StoredCell& cell = cells_.at(requeue.cell).stored;
  expect(!cell.end, fmt::format("{} has ended and is queued again", requeue.cell));
  expect(requeue.fencing_number > cell.fencing_number,
         fmt::format("I5: the fencing number of {} does not grow", requeue.cell));
  if (cell.held && runs_.at(cell.held->run).state == RunState::Leased) {
    runs_.at(cell.held->run).state = RunState::Lost;
  }
  cell.fencing_number = requeue.fencing_number;
  cell.held.reset();
  cell.holder = {};
  cell.undecided.reset();
  held_.erase(requeue.cell);
  return {};
}

Result<void> ModelStore::end_cell(const EndCell& end) {
  StoredCell& cell = cells_.at(end.cell).stored;
  if (cell.end == end.end) return {};
  expect(!cell.end, fmt::format("{} ends as {} after it ended as {}", end.cell, name_of(end.end),
                                cell.end ? name_of(*cell.end) : ""));
  expect(end.end != CellEnd::Done, fmt::format("{} is done without a result", end.cell));
  expect(end.fencing_number >= cell.fencing_number,
         fmt::format("I5: the fencing number of {} shrinks", end.cell));
  if (cell.held && runs_.at(cell.held->run).state == RunState::Leased) {
    runs_.at(cell.held->run).state = RunState::Lost;
  }
  cell.fencing_number = end.fencing_number;
  cell.end = end.end;
  cell.held.reset();
  cell.holder = {};
  cell.undecided.reset();
  held_.erase(end.cell);
  return {};
}

Result<void> ModelStore::end_matrix(const EndMatrix& end) {
  StoredMatrix& matrix = matrices_.at(end.matrix);
  expect(!matrix.ended, fmt::format("{} ends twice", end.matrix));
  expect(matrix.cancelled == end.cancelled,
         fmt::format("{} forgets that it was cancelled", end.matrix));
  for (const CellId& cell : cells_of_.at(end.matrix)) {
    expect(cells_.at(cell).stored.end.has_value(),
           fmt::format("{} ends before its cell {}", end.matrix, cell));
  }
  matrix.ended = true;
  return {};
}

Result<void> ModelStore::put_agent(const StoredAgent& agent) {
  agents_[agent.agent] = agent;
  return {};
}

Result<CommittedReport> ModelStore::commit_report(const ReportRecord& report) {
  std::uint64_t& mark = spools_[report.spool_id];
  if (report.sequence <= mark) return CommittedReport{ReportFate::Duplicate, mark};
  if (report.sequence > mark + 1) return fail(ErrorCode::FailedPrecondition, "a gap");
  mark = report.sequence;
  StoredCell& cell = cells_.at(report.cell).stored;
  Run& run = runs_.at(report.run);
  if (run.state == RunState::Reported || run.state == RunState::Superseded) {
    return CommittedReport{ReportFate::Duplicate, mark};
  }
  const bool current = run.state == RunState::Leased && !cell.end && cell.held &&
                       cell.held->run == report.run && cell.fencing_number == report.fencing_number;
  run.state = current ? RunState::Reported : RunState::Superseded;
  run.has_result = report.end == CellEnd::Done;
  if (!current) return CommittedReport{ReportFate::Superseded, mark};
  if (report.end == CellEnd::Done) {
    cell.end = CellEnd::Done;
    cell.held.reset();
    cell.holder = {};
    held_.erase(report.cell);
  } else {
    cell.undecided = RunReported{report.run, report.cell, report.end, report.reason, true};
  }
  return CommittedReport{ReportFate::Accepted, mark};
}

std::uint64_t ModelStore::durable_to(const std::string& spool_id) { return spools_[spool_id]; }

Snapshot ModelStore::snapshot() {
  Snapshot snapshot;
  for (const MatrixId& id : order_) {
    if (matrices_.at(id).ended) continue;
    snapshot.matrices.push_back(matrices_.at(id));
    for (const CellId& cell : cells_of_.at(id)) snapshot.cells.push_back(cells_.at(cell).stored);
  }
  for (const auto& [name, agent] : agents_) snapshot.agents.push_back(agent);
  return snapshot;
}

bool ModelStore::all_ended() const {
  for (const auto& [id, matrix] : matrices_) {
    if (!matrix.ended) return false;
  }
  return true;
}

bool ModelStore::has_spoken(const RunId& run) const {
  const auto found = runs_.find(run);
  return found != runs_.end() &&
         (found->second.state == RunState::Reported || found->second.state == RunState::Superseded);
}

void ModelStore::check_all() const {
  std::map<CellId, int> counted;
  for (const auto& [id, run] : runs_) {
    if (run.has_result && run.state == RunState::Reported) ++counted[run.cell];
  }
  for (const auto& [id, cell] : cells_) {
    const int results = counted.contains(id) ? counted.at(id) : 0;
    expect(results == (cell.stored.end == CellEnd::Done ? 1 : 0),
           fmt::format("I2: {} has {} counted results", id, results));
  }
}

std::string ModelStore::census() const {
  std::map<std::string, int> ends;
  int superseded = 0;
  for (const auto& [id, cell] : cells_) {
    ++ends[cell.stored.end ? std::string(name_of(*cell.stored.end)) : "open"];
  }
  for (const auto& [id, run] : runs_) superseded += run.state == RunState::Superseded ? 1 : 0;
  std::string text = fmt::format("{} runs, {} superseded;", runs_.size(), superseded);
  for (const auto& [end, count] : ends) text += fmt::format(" {} {}", count, end);
  return text;
}

}  // namespace gb::test
