#include "agent/run_worker.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <future>
#include <utility>

#include "agent/offers.h"
#include "agent/run_progress.h"
#include "agent/supervisor/output_tail.h"
#include "core/base/clock.h"
#include "workloads/dataset/wanted.h"

namespace gb {
namespace v1 = graphbench::v1;
namespace {

/// Of the pipe to gb-runner.
constexpr std::uint32_t kPipeProtocol = 1;

constexpr std::size_t kMostReason = 8192;  // bytes

/// Between two words about a download.
constexpr Nanos kProgressPause = std::chrono::milliseconds(250);

constexpr std::string_view kStopped = "the agent was stopped during the run";

v1::RunReport report_of(const v1::Assign& assign, const RunOutcome& outcome,
                        const std::string& dataset_source) {
  v1::RunReport report;
  report.set_run_id(assign.run_id());
  report.set_cell_id(assign.cell_id());
  report.set_fencing_number(assign.fencing_number());
  report.set_end(outcome.end);
  // An engine, a file name or the system may have put anything into it, and a report with a text
  // that is no UTF-8 cannot be read back.
  report.set_reason(last_words(outcome.reason, kMostReason));
  report.set_dataset_source(dataset_source);
  if (outcome.document) *report.mutable_document() = *outcome.document;
  const auto time = wall_now();
  const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
  report.mutable_finish_time()->set_seconds(seconds.time_since_epoch().count());
  report.mutable_finish_time()->set_nanos(static_cast<std::int32_t>((time - seconds).count()));
  return report;
}

v1::RunProgress progress_of(const v1::Assign& assign) {
  v1::RunProgress progress;
  progress.set_run_id(assign.run_id());
  progress.set_cell_id(assign.cell_id());
  progress.set_phase(v1::RUN_PHASE_DATASET);
  return progress;
}

}  // namespace

RunWorker::RunWorker(WorkerConfig config, Catalogue catalogue, DatasetCache datasets,
                     WorkerHooks hooks)
    : config_(std::move(config)),
      catalogue_(std::move(catalogue)),
      datasets_(std::move(datasets)),
      hooks_(std::move(hooks)),
      supervisor_(config_.supervisor),
      thread_([this] { run(); }) {}

RunWorker::~RunWorker() { stop(); }

void RunWorker::assign(const v1::Assign& assign) {
  const std::lock_guard lock(mutex_);
  const bool known = std::any_of(assigned_.begin(), assigned_.end(), [&](const auto& each) {
    return each.run_id() == assign.run_id();
  });
  if (known || stopping_) return;
  spdlog::info("run assigned run={} cell={} engine={} workload={} scale={}", assign.run_id(),
               assign.cell_id(), assign.engine().name(), assign.workload(), assign.scale());
  assigned_.push_back(assign);
  woken_.notify_all();
}

void RunWorker::cancel(const std::string& run_id, const std::string& reason) {
  {
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(assigned_.begin(), assigned_.end(),
                                    [&](const auto& each) { return each.run_id() == run_id; });
    if (found == assigned_.end()) return;
    if (!busy_ || found != assigned_.begin()) {
      cancelled_[run_id] = reason;  // reported when its turn comes, without being made
      return;
    }
    if (stop_.end == v1::CELL_END_UNSPECIFIED) stop_ = {v1::CELL_END_CANCELLED, reason};
    halt_.request_stop();
  }
  supervisor_.cancel(reason);
}

std::vector<v1::RunningRun> RunWorker::running() const {
  const std::lock_guard lock(mutex_);
  std::vector<v1::RunningRun> runs;
  for (const v1::Assign& assign : assigned_) {
    v1::RunningRun run;
    run.set_run_id(assign.run_id());
    run.set_cell_id(assign.cell_id());
    run.set_fencing_number(assign.fencing_number());
    runs.push_back(std::move(run));
  }
  return runs;
}

void RunWorker::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    if (stop_.end == v1::CELL_END_UNSPECIFIED) {
      stop_ = {v1::CELL_END_AGENT_LOST, std::string(kStopped)};
    }
    halt_.request_stop();
    woken_.notify_all();
  }
  supervisor_.cancel(std::string(kStopped));
  if (thread_.joinable()) thread_.join();
}

void RunWorker::run() {
  for (;;) {
    v1::Assign assign;
    {
      std::unique_lock lock(mutex_);
      woken_.wait(lock, [this] { return stopping_ || !assigned_.empty(); });
      if (assigned_.empty()) return;
      assign = assigned_.front();
      busy_ = true;
      stop_ = {};
      halt_ = std::stop_source();
      if (const auto found = cancelled_.extract(assign.run_id()); !found.empty()) {
        stop_ = {v1::CELL_END_CANCELLED, found.mapped()};
      } else if (stopping_) {
        stop_ = {v1::CELL_END_AGENT_LOST, std::string(kStopped)};
      }
    }
    Obtained dataset;  // held until the run has ended: nobody may remove it meanwhile
    const RunOutcome outcome = make(assign, dataset);
    spdlog::info("run ended run={} end={} reason={}", assign.run_id(),
                 v1::CellEnd_Name(outcome.end), outcome.reason);
    hooks_.ended(report_of(assign, outcome, dataset.source));
    const std::lock_guard lock(mutex_);
    assigned_.pop_front();
    busy_ = false;
  }
}

std::optional<RunOutcome> RunWorker::stopped() const {
  const std::lock_guard lock(mutex_);
  if (stop_.end == v1::CELL_END_UNSPECIFIED) return std::nullopt;
  return RunOutcome{stop_.end, stop_.reason, std::nullopt};
}

RunOutcome RunWorker::make(const v1::Assign& assign, Obtained& dataset) {
  if (auto outcome = stopped()) return *outcome;
  const v1::RunProgress progress = progress_of(assign);
  hooks_.progress(progress);
  const auto request = prepare(assign, dataset);
  // Looked at again: obtaining a dataset takes long.
  if (auto outcome = stopped()) return *outcome;
  if (!request) return {v1::CELL_END_INPUT_MISSING, request.error().message, std::nullopt};

  RunOutcome outcome = supervise(*request, progress);
  // The supervisor says cancelled; whether for a person or for our own end, only we know.
  if (auto why = stopped(); why && outcome.end == v1::CELL_END_CANCELLED) return *why;
  return outcome;
}

DownloadProgress RunWorker::downloading(const v1::Assign& assign) const {
  return [this, progress = progress_of(assign), told = Instant{}](std::int64_t done,
                                                                  std::int64_t total) mutable {
    if (now() - told < kProgressPause && done < total) return;
    told = now();
    progress.set_dataset_bytes_done(static_cast<std::uint64_t>(done));
    progress.set_dataset_bytes_total(static_cast<std::uint64_t>(total));
    hooks_.progress(progress);
  };
}

Result<const Workload*> RunWorker::find_workload(const v1::Assign& assign) const {
  const std::string folder = config_.workloads_folder.empty()
                                 ? "this agent was given no workloads of your own"
                                 : "this agent was given " + config_.workloads_folder.string();
  const auto workload = catalogue_.find(assign.workload());
  if (!workload) {
    return fail(ErrorCode::NotFound, "{} ({}; gb-agent --workloads DIR names another folder)",
                workload.error().message, folder);
  }
  const std::string& asked = assign.workload_version();
  if (asked.empty() || asked == (*workload)->version) return workload;
  return fail(
      ErrorCode::FailedPrecondition,
      "workload {} has version {} at the coordinator and {} here, so the results could not "
      "be compared: give both the same files and the same release, and start them anew ({})",
      assign.workload(), asked, (*workload)->version, folder);
}

Result<Obtained> RunWorker::obtain(const Workload& workload, const v1::Assign& assign) {
  const auto named = workload.datasets.find(assign.scale());
  if (named == workload.datasets.end()) {
    return fail(ErrorCode::NotFound, "workload {} has no scale {}", assign.workload(),
                assign.scale());
  }
  if (const auto folder = brought_dataset(workload, named->second)) {
    auto dataset = open_dataset(*folder);
    if (!dataset) return within("workload " + assign.workload(), dataset.error());
    return Obtained{std::move(*dataset), "workload", ""};
  }
  const auto wanted = wanted_dataset(named->second);
  if (!wanted) return within("workload " + assign.workload(), wanted.error());
  std::stop_token halt;
  {
    const std::lock_guard lock(mutex_);
    halt = halt_.get_token();
  }
  auto obtained = datasets_.obtain(
      *wanted, {.origin = config_.dataset_origin.get(), .downloading = downloading(assign)}, halt);
  if (!obtained) return within("obtain", obtained.error());
  if (!obtained->note.empty()) {
    spdlog::warn("dataset {} {}: {}", named->second, obtained->source, obtained->note);
  }
  return obtained;
}

Result<v1::RunRequest> RunWorker::prepare(const v1::Assign& assign, Obtained& dataset) {
  if (auto fine = check_engine(assign.engine(), config_.engines, config_.library_folders); !fine) {
    return tl::unexpected(fine.error());
  }
  const auto workload = find_workload(assign);
  if (!workload) return tl::unexpected(workload.error());
  auto obtained = obtain(**workload, assign);
  if (!obtained) return tl::unexpected(obtained.error());
  dataset = std::move(*obtained);

  v1::RunRequest request;
  request.set_protocol(kPipeProtocol);
  request.set_run_id(assign.run_id());
  request.set_group_id(assign.matrix_id());
  request.set_cell_id(assign.cell_id());
  request.set_machine(config_.machine);
  request.set_machine_class(config_.machine_class);
  *request.mutable_engine() = assign.engine();
  request.set_workload(assign.workload());
  request.set_scale(assign.scale());
  request.set_round(assign.round());
  *request.mutable_settings() = assign.settings();
  request.set_dataset_folder(dataset.dataset.folder.string());
  request.set_dataset_source(dataset.source);
  request.set_workloads_folder(config_.workloads_folder.string());
  request.set_workload_version((*workload)->version);
  return request;
}

RunOutcome RunWorker::supervise(const v1::RunRequest& request, v1::RunProgress progress) {
  // Shared: the supervisor's thread may still be inside set_value when we go on.
  const auto promise = std::make_shared<std::promise<RunOutcome>>();
  auto ended = promise->get_future();
  const auto started = supervisor_.start(
      request,
      [&, progress](const v1::RunnerEvent& event) mutable {
        // The gate first: what a block has to say leaves after it.
        if (event.has_block_began()) hooks_.block_began();
        if (advance(progress, event)) hooks_.progress(progress);
        if (event.has_block_ended()) hooks_.block_ended();
      },
      [promise](const RunOutcome& outcome) { promise->set_value(outcome); });
  if (!started) return {v1::CELL_END_NEVER_STARTED, started.error().message, std::nullopt};
  // A cancel that came between our look and the start found no run to end.
  if (auto why = stopped()) supervisor_.cancel(why->reason);
  RunOutcome outcome = ended.get();
  hooks_.block_ended();  // a runner that was killed in a block did not say so
  return outcome;
}

}  // namespace gb
