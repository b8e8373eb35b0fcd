#include "tests/coordinator/scheduler/simulation/twin_store.h"

namespace gb::test {
namespace {

constexpr WallTime kMoment{};

template <class T>
Result<T> agreed(std::string_view what, Result<T> model, const Result<T>& real) {
  if (model.has_value() == real.has_value() || (!model && !real)) return model;
  throw Violation(fmt::format("{}: the model {}, the store {}", what,
                              model ? "agrees" : model.error().message,
                              real ? "agrees" : real.error().message));
}

/// What the scheduler is told on a restart.
std::string text_of(const Snapshot& snapshot) {
  std::string text;
  for (const StoredMatrix& matrix : snapshot.matrices) {
    text += fmt::format("{} {} {} {}\n", matrix.plan.id, matrix.plan.max_attempts,
                        matrix.plan.queue_deadline.count(), matrix.cancelled);
  }
  for (const StoredCell& cell : snapshot.cells) {
    text += fmt::format("{} {} {} {} {} {} {} {}\n", cell.plan.id, cell.plan.machine,
                        cell.fencing_number, cell.attempts, cell.end ? name_of(*cell.end) : "-",
                        cell.held ? cell.held->run.text() : "-", cell.holder,
                        cell.undecided ? name_of(cell.undecided->end) : "-");
  }
  for (const StoredAgent& agent : snapshot.agents) {
    text += fmt::format("{} {} {}\n", agent.agent, agent.session_epoch, agent.host_fingerprint);
  }
  return text;
}

}  // namespace

TwinStore::TwinStore(std::filesystem::path file, ModelStore& model)
    : file_(std::move(file)), model_(model) {}

void TwinStore::reopen() {
  real_.reset();
  auto opened = Store::open(file_);
  if (!opened) throw Violation(opened.error().message);
  real_ = std::move(*opened);
}

Result<void> TwinStore::add_matrix(const MatrixPlan& plan) {
  return agreed("add", model_.add_matrix(plan), real_->add_matrix(plan, kMoment));
}
Result<void> TwinStore::cancel_matrix(const MatrixId& id) {
  return agreed("cancel", model_.cancel_matrix(id), real_->cancel_matrix(id));
}
Result<void> TwinStore::lease_cell(const LeaseCell& lease, const RunId& run) {
  return agreed("lease", model_.lease_cell(lease, run), real_->lease_cell(lease, run, kMoment));
}
Result<void> TwinStore::requeue_cell(const RequeueCell& requeue) {
  return agreed("requeue", model_.requeue_cell(requeue), real_->requeue_cell(requeue, kMoment));
}
Result<void> TwinStore::end_cell(const EndCell& end) {
  return agreed("end", model_.end_cell(end), real_->end_cell(end, kMoment));
}
Result<void> TwinStore::end_matrix(const EndMatrix& end) {
  return agreed("end matrix", model_.end_matrix(end), real_->end_matrix(end, kMoment));
}
Result<void> TwinStore::put_agent(const StoredAgent& agent) {
  AgentRecord record;
  record.name = agent.agent;
  record.session_epoch = agent.session_epoch;
  record.host_fingerprint = agent.host_fingerprint;
  return agreed("agent", model_.put_agent(agent), real_->put_agent(record));
}

Result<CommittedReport> TwinStore::commit_report(const ReportRecord& report) {
  auto model = model_.commit_report(report);
  const auto real = real_->commit_report(report, kMoment);
  if (model && real && (model->fate != real->fate || model->durable_to != real->durable_to)) {
    throw Violation(fmt::format("{} of {}: fate {} in the model and {} in the store",
                                report.sequence, report.run, static_cast<int>(model->fate),
                                static_cast<int>(real->fate)));
  }
  return agreed("commit", std::move(model), real);
}

std::uint64_t TwinStore::durable_to(const std::string& spool_id) {
  const std::uint64_t model = model_.durable_to(spool_id);
  if (real_->durable_to(spool_id).value_or(~0ULL) != model)
    throw Violation("the watermarks differ");
  return model;
}

Snapshot TwinStore::snapshot() {
  auto real = real_->snapshot(kMoment);
  if (!real) throw Violation(real.error().message);
  const std::string in_model = text_of(model_.snapshot());
  if (text_of(*real) != in_model) {
    throw Violation(fmt::format("the snapshots differ:\n{}\nand\n{}", in_model, text_of(*real)));
  }
  return std::move(*real);
}

}  // namespace gb::test
