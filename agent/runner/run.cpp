#include "agent/runner/run.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include "agent/probe/host.h"
#include "agent/probe/load.h"
#include "agent/probe/resources.h"
#include "agent/probe/sync_probe.h"
#include "agent/runner/conversation.h"
#include "agent/runner/describe_run.h"
#include "agent/runner/graph_watch.h"
#include "agent/runner/measure_mix.h"
#include "agent/runner/phase_clock.h"
#include "agent/runner/run_record.h"
#include "agent/runner/warm_up.h"
#include "core/base/file.h"
#include "core/base/sha256.h"
#include "core/document/codec.h"
#include "workloads/dataset/cache.h"
#include "workloads/verify/askable.h"
#include "workloads/verify/invariants.h"

namespace gb {
namespace {

namespace v1 = graphbench::v1;

/// How long the host is looked at before we load it ourselves.
constexpr Nanos kQuietLook = std::chrono::milliseconds(200);

using Step = tl::expected<void, v1::RunProblem>;

tl::unexpected<v1::RunProblem> problem(v1::CellEnd end, std::string message) {
  v1::RunProblem problem;
  problem.set_end(end);
  problem.set_message(std::move(message));
  return tl::unexpected(std::move(problem));
}

tl::unexpected<v1::RunProblem> input_missing(std::string message) {
  return problem(v1::CELL_END_INPUT_MISSING, std::move(message));
}

tl::unexpected<v1::RunProblem> engine_failed(std::string_view step, const Error& error) {
  return problem(v1::CELL_END_ENGINE_FAILED, fmt::format("{}: {}", step, error.message));
}

/// Whether a live version is the one asked for: equal, or its continuation ("3.53" is 3.53.1).
bool is_version(const std::string& live, const std::string& asked) {
  return asked.empty() || live == asked || live.rfind(asked + ".", 0) == 0;
}

Nanos span_of(std::uint64_t nanos) { return Nanos(static_cast<std::int64_t>(nanos)); }

class Run {
 public:
  Run(const v1::RunRequest& request, const Registry& registry, RunEvents& events)
      : registry_(registry), events_(events), phases_(events) {
    record_.request = request;
    store_ = std::filesystem::path(request.run_folder()) / "store";
  }

  ~Run() {
    conversation_.reset();
    if (target_) (void)target_->close();
    if (store_is_ours_) {
      std::error_code ignored;
      std::filesystem::remove_all(store_, ignored);
    }
  }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  tl::expected<v1::RunDocument, v1::RunProblem> make() {
    using Method = Step (Run::*)();
    for (const Method step :
         {&Run::find_names, &Run::make_store, &Run::probe, &Run::open_data, &Run::start, &Run::load,
          &Run::bind, &Run::verify_all, &Run::warm, &Run::measure_all, &Run::look_again,
          &Run::count_resources, &Run::probe_again}) {
      if (Step done = (this->*step)(); !done) return tl::unexpected(done.error());
    }
    return document();
  }

 private:
  const v1::RunSettings& settings() const { return record_.request.settings(); }
  Nanos limit() const { return span_of(settings().operation_limit_nanos()); }
  std::uint32_t query_count() const {
    return static_cast<std::uint32_t>(record_.workload->queries.size());
  }

  Step find_names() {
    const std::string& folder = record_.request.catalogue_folder();
    auto catalogue = folder.empty() ? Catalogue::with_added(record_.request.workloads_folder())
                                    : Catalogue::from_folder(folder);
    if (!catalogue) return input_missing(catalogue.error().message);
    catalogue_ = std::move(*catalogue);
    const auto workload = catalogue_->find(record_.request.workload());
    if (!workload) return input_missing(workload.error().message);
    record_.workload = *workload;
    const std::string& asked = record_.request.workload_version();
    if (!asked.empty() && asked != record_.workload->version) {
      return input_missing(fmt::format(
          "workload {} has version {} here and {} was asked for: its files have changed "
          "since the agent read them, or agent and runner are of two releases",
          record_.workload->name, record_.workload->version, asked));
    }
    if (const Result<void> fine = check_askable(*record_.workload); !fine) {
      return input_missing(fine.error().message);
    }
    const auto adapter = registry_.find(record_.request.engine().name());
    if (!adapter) return input_missing(adapter.error().message);
    adapter_ = *adapter;
    return {};
  }

  Step make_store() {
    std::error_code failed;
    std::filesystem::create_directories(store_, failed);
    if (failed)
      return input_missing(system_error("make the store", store_, failed.value()).message);
    if (!std::filesystem::is_empty(store_, failed) || failed) {
      return input_missing(
          fmt::format("{} is not empty: every run needs a run folder of its own", store_.string()));
    }
    store_is_ours_ = true;
    return {};
  }

  Step probe() {
    phases_.enter(v1::RUN_PHASE_PROBE, query_count());
    load_meter_.restart();
    std::this_thread::sleep_for(kQuietLook);
    record_.moments.push_back(load_meter_.moment("before"));
    record_.hardware = hardware();
    record_.host_facts = host_facts(store_);
    record_.host_fingerprint = host_fingerprint();
    record_.sync_before = probe_durable_sync(store_);
    return {};
  }

  Step open_data() {
    phases_.enter(v1::RUN_PHASE_DATASET, query_count());
    auto dataset = open_dataset(record_.request.dataset_folder());
    if (!dataset) return input_missing("open the dataset: " + dataset.error().message);
    record_.dataset = std::move(*dataset);
    return {};
  }

  Step start() {
    phases_.enter(v1::RUN_PHASE_START, query_count());
    resources_before_ = read_resources();
    const v1::EngineSpec& engine = record_.request.engine();
    TargetConfig config;
    config.folder = store_;
    config.settings = {engine.settings().begin(), engine.settings().end()};
    auto target = adapter_->open(config);
    if (!target) return input_missing(target.error().message);
    target_ = std::move(*target);
    record_.target = target_->info();  // asked again: some of it is known only now
    if (!is_version(record_.target.version, engine.version())) {
      return input_missing(fmt::format("{}@{} was asked for and this machine has {}", engine.name(),
                                       engine.version(), record_.target.version));
    }
    return {};
  }

  Step load() {
    phases_.enter(v1::RUN_PHASE_LOAD, query_count());
    auto report = target_->load(record_.dataset);
    if (report) {
      record_.load = std::move(*report);
      return {};
    }
    if (report.error().code != ErrorCode::Unsupported) {
      return engine_failed("load " + record_.dataset.name, report.error());
    }
    unsupported_dataset_ = report.error().message;
    if (unsupported_dataset_.rfind("unsupported-dataset", 0) != 0) {
      unsupported_dataset_ = "unsupported-dataset: " + unsupported_dataset_;
    }
    return {};
  }

  Step bind() {
    phases_.enter(v1::RUN_PHASE_VERIFY, query_count());
    models_ = std::make_unique<Models>(record_.dataset);
    auto parameters = bind_parameters(*record_.workload, *models_, Seed{settings().seed()});
    if (!parameters) return input_missing("draw parameters: " + parameters.error().message);
    record_.parameters = std::move(*parameters);
    return {};
  }

  void tell(const QueryVerdict& verdict) {
    v1::RunnerEvent event;
    event.mutable_verdict()->set_query_id(verdict.query_id);
    event.mutable_verdict()->set_outcome(std::string(name_of(verdict.verdict)));
    event.mutable_verdict()->set_reason(verdict.reason);
    event.mutable_verdict()->set_samples(verdict.samples);
    events_.tell(event);
  }

  Step verify_all() {
    if (!unsupported_dataset_.empty()) {
      for (const Query& query : record_.workload->queries) {
        record_.verdicts.push_back({query.id, Verdict::Skip, unsupported_dataset_, "", 0, {}});
        tell(record_.verdicts.back());
      }
      return {};
    }
    auto conversation = Conversation::open(*target_);
    if (!conversation) return engine_failed("connect", conversation.error());
    conversation_ = std::move(*conversation);
    const Capabilities& able = record_.target.capabilities;
    const auto questions = resolve_questions(*record_.workload, record_.parameters,
                                             {.dialects = record_.target.dialects,
                                              .transactions = able.transactions,
                                              .path_predicates = able.path_predicates,
                                              .shortest_paths = able.shortest_paths,
                                              .kernels = able.kernels,
                                              .deletes = able.deletes,
                                              .parallel_edges = able.parallel_edges});
    for (const Question& question : questions) {
      if (question.emulated) record_.emulated.insert(question.query->id);
    }
    if (Step watched = watch_graph(); !watched) return watched;
    plan_ = verify(
        questions, Oracle(*models_), settings().verify_draws_per_stratum(),
        [this](const Question& question, QuestionPart part, const Params& params) {
          return conversation_->ask(question, part, params, limit());
        },
        [this](const QueryVerdict& verdict) { tell(verdict); });
    record_.verdicts = plan_->verdicts();
    models_.reset();  // ours, and not to share caches with what is measured
    plan_mix();
    return find_changes("verified");
  }

  bool has_writes() const {
    const auto& queries = record_.workload->queries;
    return std::any_of(queries.begin(), queries.end(),
                       [](const Query& query) { return query.query_class == QueryClass::Write; });
  }

  Step watch_graph() {
    if (!has_writes()) return {};
    auto watch = GraphWatch::begin(invariants_of(record_.dataset, record_.target.dialects),
                                   *conversation_, limit());
    if (!watch) return engine_failed("count the graph", watch.error());
    graph_watch_ = std::move(*watch);
    return {};
  }

  /// Every write was undone, or none of them is believed and nothing more is timed.
  Step find_changes(std::string_view after) {
    if (!graph_watch_) return {};
    const auto changed = graph_watch_->difference(*conversation_, limit());
    if (!changed) return engine_failed("count the graph again", changed.error());
    if (!*changed) return {};
    graph_changed_ = true;
    for (const Query& query : record_.workload->queries) {
      if (query.query_class != QueryClass::Write) continue;
      fail_query(query.id, fmt::format("graph-changed: after all was {}, {}", after, **changed));
    }
    return {};
  }

  /// Takes back a verdict, and the figures that relied on it.
  void fail_query(const std::string& id, const std::string& reason) {
    for (QueryVerdict& verdict : record_.verdicts) {
      if (verdict.query_id != id || verdict.verdict == Verdict::Skip) continue;
      verdict.verdict = Verdict::Fail;
      verdict.reason = reason;
      tell(verdict);
    }
    std::erase_if(record_.measured,
                  [&](const MeasuredQuery& query) { return query.query->id == id; });
  }

  /// The mix that is left when some queries were skipped, part of what makes two runs comparable.
  void plan_mix() {
    if (record_.workload->protocol != Protocol::Mix) return;
    std::map<std::string, double> weights;
    for (const Question& question : plan_->questions()) {
      const auto weight = record_.workload->weights.find(question.query->id);
      if (weight != record_.workload->weights.end()) weights.insert(*weight);
    }
    if (weights.empty()) return;
    record_.mix = schedule_mix(weights, settings().operations(), Seed{settings().seed()});
    std::string effective = record_.parameters.sequence_sha256;
    for (std::size_t i = 0; i < record_.mix.queries.size(); ++i) {
      effective += fmt::format("\n{} {:.9f}", record_.mix.queries[i], record_.mix.shares[i]);
    }
    record_.parameters.sequence_sha256 = sha256_hex(effective);
  }

  /// A mix with a query that answers wrongly, or does not answer, is another mix.
  bool something_to_measure() const {
    if (!plan_ || plan_->questions().empty() || graph_changed_) return false;
    return record_.workload->protocol != Protocol::Mix ||
           (plan_->complete() && !record_.mix.queries.empty());
  }

  bool is_analytics() const { return record_.workload->protocol == Protocol::Analytics; }

  Step warm() {
    record_.started_at = wall_now();
    if (!something_to_measure() || settings().warm_up_nanos() == 0) return {};
    phases_.enter(v1::RUN_PHASE_WARM, query_count());
    const auto warmed = is_analytics() ? warm_up_once(*plan_, *conversation_, limit())
                                       : warm_up(*plan_, *conversation_,
                                                 span_of(settings().warm_up_nanos()), limit());
    if (!warmed) return engine_failed("warm up", warmed.error());
    record_.warmed_up = true;
    return {};
  }

  Step measure_all() {
    if (something_to_measure()) {
      phases_.enter(v1::RUN_PHASE_MEASURE, query_count());
      record_.timer_floor = measure_timer_floor();
      load_meter_.restart();
      MeasureSettings how{.operations = settings().operations(), .operation_limit = limit()};
      if (is_analytics()) how.operations = std::min(how.operations, kAnalyticsOperations);
      record_.operations = how.operations;
      record_.measured = record_.workload->protocol == Protocol::Mix
                             ? measure_mix(*plan_, record_.mix, *conversation_, how, events_)
                             : measure(*plan_, *conversation_, how, events_);
      record_.moments.push_back(load_meter_.moment("during"));
    }
    record_.finished_at = wall_now();
    return {};
  }

  /// What only shows once all was timed: an answer that went wrong, a write that was not undone.
  Step look_again() {
    std::map<std::string, std::string> wrong;
    for (const MeasuredQuery& query : record_.measured) {
      if (!query.wrong.empty()) wrong[query.query->id] = query.wrong;
      if (!query.teardown_error.empty()) {
        wrong[query.query->id] = "teardown-failed: while timed: " + query.teardown_error;
      }
    }
    for (const auto& [id, reason] : wrong) fail_query(id, reason);
    return record_.measured.empty() ? Step() : find_changes("timed");
  }

  Step count_resources() {
    phases_.enter(v1::RUN_PHASE_RESOURCES, query_count());
    conversation_.reset();
    if (auto closed = target_->close(); !closed) return engine_failed("close", closed.error());
    const bool has_store = record_.target.capabilities.persistent;
    record_.resources =
        resource_fields(resources_before_, read_resources(),
                        {.dataset_bytes = folder_bytes(record_.request.dataset_folder()),
                         .load_bytes = unsupported_dataset_.empty() ? record_.load.store_bytes : -1,
                         .store_bytes = has_store ? folder_bytes(store_) : -1});
    return {};
  }

  Step probe_again() {
    phases_.enter(v1::RUN_PHASE_PROBE_AFTER, query_count());
    record_.sync_after = probe_durable_sync(store_);
    record_.moments.push_back(load_meter_.moment("after"));
    return {};
  }

  v1::RunDocument document() {
    phases_.enter(v1::RUN_PHASE_DOCUMENT, query_count());
    record_.phase_ns = phases_.spent();
    const ResultDocument described = describe_run(record_);
    v1::RunDocument document;
    document.set_partial(described.gb->partial);
    document.set_failed_count(failed_count(record_));
    document.set_bytes(encode_document(described));
    document.set_sha256(sha256_hex(document.bytes()));
    return document;
  }

  const Registry& registry_;
  RunEvents& events_;
  PhaseClock phases_;
  RunRecord record_;
  std::filesystem::path store_;
  bool store_is_ours_ = false;
  std::optional<Catalogue> catalogue_;
  const Adapter* adapter_ = nullptr;
  LoadMeter load_meter_;
  ResourceReading resources_before_;
  std::unique_ptr<Target> target_;
  std::string unsupported_dataset_;  // why nothing can be asked; empty: all is well
  std::unique_ptr<Models> models_;
  std::unique_ptr<Conversation> conversation_;
  std::optional<VerifiedPlan> plan_;
  std::optional<GraphWatch> graph_watch_;  // of a workload that writes
  bool graph_changed_ = false;
};

}  // namespace

tl::expected<v1::RunDocument, v1::RunProblem> make_run(const v1::RunRequest& request,
                                                       const Registry& registry,
                                                       RunEvents& events) try {
  return Run(request, registry, events).make();
} catch (const std::exception& error) {
  // Out of memory, or a library that broke its word: the run is over, the reason is not lost.
  return problem(v1::CELL_END_ENGINE_FAILED, fmt::format("the run broke off: {}", error.what()));
}

}  // namespace gb
