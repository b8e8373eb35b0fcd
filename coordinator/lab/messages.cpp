#include "coordinator/lab/messages.h"

#include <algorithm>
#include <array>
#include <utility>

namespace gb {
namespace v1 = graphbench::v1;
namespace {

constexpr std::array<std::pair<CellEnd, v1::CellEnd>, 8> kEnds{{
    {CellEnd::Done, v1::CELL_END_DONE},
    {CellEnd::NeverStarted, v1::CELL_END_NEVER_STARTED},
    {CellEnd::InputMissing, v1::CELL_END_INPUT_MISSING},
    {CellEnd::EngineFailed, v1::CELL_END_ENGINE_FAILED},
    {CellEnd::EngineTimeout, v1::CELL_END_ENGINE_TIMEOUT},
    {CellEnd::AgentLost, v1::CELL_END_AGENT_LOST},
    {CellEnd::Cancelled, v1::CELL_END_CANCELLED},
    {CellEnd::Expired, v1::CELL_END_EXPIRED},
}};

std::uint64_t to_nanos(Nanos span) {
  return static_cast<std::uint64_t>(std::max<Nanos::rep>(span.count(), 0));
}

/// Spans on the wire are unsigned; what does not fit is as good as for ever.
Nanos from_nanos(std::uint64_t count) {
  constexpr auto kMost = static_cast<std::uint64_t>(Nanos::max().count()) / 4;
  return Nanos(static_cast<Nanos::rep>(std::min(count, kMost)));
}

// One agent's Hello must not grow the store without bound.
constexpr int kMostLabels = 64;
constexpr int kMostEngines = 256;
constexpr std::size_t kLongestText = 1000;

}  // namespace

google::protobuf::Timestamp to_timestamp(WallTime time) {
  google::protobuf::Timestamp message;
  const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
  message.set_seconds(seconds.time_since_epoch().count());
  message.set_nanos(static_cast<std::int32_t>((time - seconds).count()));
  return message;
}

WallTime to_wall_time(const google::protobuf::Timestamp& time) {
  return WallTime(std::chrono::seconds(time.seconds()) + Nanos(time.nanos()));
}

v1::CellEnd to_message(CellEnd end) {
  for (const auto& [ours, theirs] : kEnds) {
    if (ours == end) return theirs;
  }
  return v1::CELL_END_UNSPECIFIED;
}

Result<CellEnd> to_cell_end(v1::CellEnd end) {
  for (const auto& [ours, theirs] : kEnds) {
    if (theirs == end) return ours;
  }
  return fail(ErrorCode::InvalidArgument, "no end of a run has the number {}",
              static_cast<int>(end));
}

v1::EngineSpec to_message(const EngineChoice& engine) {
  v1::EngineSpec message;
  message.set_name(engine.name);
  message.set_version(engine.version);
  message.mutable_settings()->insert(engine.settings.begin(), engine.settings.end());
  return message;
}

v1::RunSettings to_message(const RunPlan& plan) {
  v1::RunSettings message;
  message.set_seed(plan.seed);
  message.set_operations(plan.operations);
  message.set_warm_up_nanos(to_nanos(plan.warm_up));
  message.set_operation_limit_nanos(to_nanos(plan.operation_limit));
  message.set_run_deadline_nanos(to_nanos(plan.run_deadline));
  message.set_verify_draws_per_stratum(plan.verify_draws_per_stratum);
  return message;
}

MatrixRequest to_request(const v1::MatrixSpec& spec) {
  MatrixRequest request;
  request.name = spec.name();
  for (const auto& engine : spec.engines()) {
    request.engines.push_back(
        {engine.name(), engine.version(), {engine.settings().begin(), engine.settings().end()}});
  }
  request.workloads.assign(spec.workloads().begin(), spec.workloads().end());
  request.scales.assign(spec.scales().begin(), spec.scales().end());
  request.machines.assign(spec.machines().begin(), spec.machines().end());
  request.rounds = spec.rounds();
  const v1::RunSettings& run = spec.settings();
  request.run = {run.seed(),
                 run.operations(),
                 run.has_warm_up_nanos() ? from_nanos(run.warm_up_nanos()) : RunPlan{}.warm_up,
                 from_nanos(run.operation_limit_nanos()),
                 from_nanos(run.run_deadline_nanos()),
                 run.verify_draws_per_stratum()};
  request.max_attempts = spec.max_attempts();
  request.queue_deadline = from_nanos(spec.queue_deadline_nanos());
  return request;
}

Result<AgentRecord> to_record(const v1::Hello& hello) {
  auto name = AgentId::parse(hello.agent());
  if (!name) return within("agent name", name.error());
  const auto wrong = [&](std::string_view what) {
    return fail(ErrorCode::InvalidArgument, "agent {}: {}", *name, what);
  };
  if (hello.session_epoch() == 0) return wrong("no session epoch in its Hello");
  if (hello.host_fingerprint().empty()) return wrong("no host fingerprint in its Hello");
  if (hello.machine_class() != "controlled" && hello.machine_class() != "developer") {
    return wrong("the machine class must be \"controlled\" or \"developer\"");
  }
  if (hello.labels_size() > kMostLabels) return wrong("more than 64 labels");
  if (hello.engines_size() > kMostEngines) return wrong("more than 256 engines");
  if (std::max({hello.host_fingerprint().size(), hello.boot_id().size(),
                hello.host_summary().size(), hello.software_version().size()}) > kLongestText) {
    return wrong("a text of its Hello is longer than 1000 bytes");
  }
  AgentRecord record;
  record.name = *name;
  record.session_epoch = hello.session_epoch();
  record.host_fingerprint = hello.host_fingerprint();
  record.boot_id = hello.boot_id();
  record.host_summary = hello.host_summary();
  record.machine_class = hello.machine_class();
  record.software_version = hello.software_version();
  for (const std::string& label : hello.labels()) {
    if (!is_identifier(label)) {
      return wrong(
          fmt::format("\"{}\" is no label: 1 to 64 of a-z 0-9 . _ -", label.substr(0, 80)));
    }
    record.labels.push_back(label);
  }
  for (const auto& engine : hello.engines()) {
    if (!is_identifier(engine.name())) {
      return wrong(fmt::format("\"{}\" is no engine name", engine.name().substr(0, 80)));
    }
    record.engines.push_back({engine.name(), engine.version().substr(0, kLongestText),
                              engine.plane().substr(0, kLongestText),
                              engine.unavailable_reason().substr(0, kLongestText)});
  }
  return record;
}

std::vector<HeldRun> to_held(const google::protobuf::RepeatedPtrField<v1::RunningRun>& running) {
  std::vector<HeldRun> held;
  for (const auto& run : running) {
    auto run_id = RunId::parse(run.run_id());
    auto cell_id = CellId::parse(run.cell_id());
    if (run_id && cell_id) held.push_back({*run_id, *cell_id, run.fencing_number()});
  }
  return held;
}

v1::MatrixView to_view(const MatrixRow& row) {
  v1::MatrixView view;
  view.set_matrix_id(row.id.text());
  view.set_name(row.name);
  view.set_state(!row.ended      ? v1::MatrixView::STATE_RUNNING
                 : row.cancelled ? v1::MatrixView::STATE_CANCELLED
                                 : v1::MatrixView::STATE_ENDED);
  *view.mutable_submit_time() = to_timestamp(row.submitted);
  if (row.ended) *view.mutable_end_time() = to_timestamp(row.ended_at);
  view.set_cell_count(row.cell_count);
  view.set_ended_count(row.ended_count);
  view.set_done_count(row.done_count);
  view.set_failed_query_count(row.failed_query_count);
  return view;
}

v1::CellView to_view(const CellRow& row) {
  v1::CellView view;
  view.set_cell_id(row.plan.id.text());
  view.set_engine(row.plan.engine.text());
  view.set_workload(row.plan.workload);
  view.set_scale(row.plan.scale);
  view.set_machine(row.plan.machine.text());
  view.set_round(row.plan.round);
  view.set_state(row.end       ? v1::CellView::STATE_ENDED
                 : row.running ? v1::CellView::STATE_RUNNING
                               : v1::CellView::STATE_QUEUED);
  if (row.end) view.set_end(to_message(*row.end));
  view.set_reason(row.reason);
  view.set_attempts(row.attempts);
  view.set_run_id(row.run.text());
  view.set_partial(row.partial);
  view.set_failed_count(row.failed_count);
  view.set_dataset_source(row.dataset_source);
  return view;
}

v1::AgentView to_view(const AgentRecord& record) {
  v1::AgentView view;
  view.set_name(record.name.text());
  *view.mutable_last_seen_time() = to_timestamp(record.last_seen);
  view.set_host_fingerprint(record.host_fingerprint);
  view.set_host_summary(record.host_summary);
  view.set_machine_class(record.machine_class);
  view.set_software_version(record.software_version);
  for (const std::string& label : record.labels) view.add_labels(label);
  for (const auto& engine : record.engines) {
    auto* offered = view.add_engines();
    offered->set_name(engine.name);
    offered->set_version(engine.version);
    offered->set_unavailable_reason(engine.unavailable_reason);
  }
  view.set_load_1m(-1);
  view.set_busy_share(-1);
  return view;
}

v1::ResultView to_view(const ResultRow& row) {
  v1::ResultView view;
  view.set_run_id(row.run.text());
  view.set_cell_id(row.cell.text());
  view.set_matrix_id(row.matrix.text());
  view.set_engine(row.engine);
  view.set_engine_version(row.engine_version);
  view.set_workload(row.workload);
  view.set_scale(row.scale);
  view.set_machine(row.machine.text());
  *view.mutable_start_time() = to_timestamp(row.start_time);
  view.set_document_sha256(row.document_sha256);
  view.set_document_bytes(row.document_bytes);
  view.set_superseded(row.superseded);
  view.set_partial(row.partial);
  view.set_failed_count(row.failed_count);
  view.set_lineage_key(row.lineage_key);
  return view;
}

}  // namespace gb
