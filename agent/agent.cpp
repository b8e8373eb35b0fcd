#include "agent/agent.h"

#include <spdlog/spdlog.h>
#include <unistd.h>

#include <atomic>
#include <mutex>
#include <optional>
#include <utility>

#include "adapters/registry.h"
#include "agent/dataset_source/coordinator_origin.h"
#include "agent/offers.h"
#include "agent/platform/system.h"
#include "agent/probe/host.h"
#include "agent/probe/load.h"
#include "agent/probe/sync_probe.h"
#include "agent/run_worker.h"
#include "agent/session/identity.h"
#include "agent/session/session.h"
#include "agent/session/spool.h"
#include "agent/supervisor/output_tail.h"
#include "core/base/byte_size.h"
#include "core/base/id.h"
#include "core/base/version.h"

namespace gb {
namespace fs = std::filesystem;
namespace v1 = graphbench::v1;
namespace {

/// Versions of the stream this agent speaks.
constexpr std::uint32_t kOldestProtocol = 1;
constexpr std::uint32_t kNewestProtocol = 1;

// For the last report when we leave; it is on the disk in any case.
constexpr Nanos kDrain = std::chrono::seconds(5);

Result<void> check(const AgentConfig& config) {
  if (auto name = AgentId::parse(config.name); !name) return within("agent name", name.error());
  if (config.machine_class != "controlled" && config.machine_class != "developer") {
    return fail(
        ErrorCode::InvalidArgument,
        "machine class \"{}\": it is \"controlled\" (nothing else runs there) or \"developer\"",
        config.machine_class);
  }
  for (const std::string& label : config.labels) {
    if (!is_identifier(label)) {
      return fail(ErrorCode::InvalidArgument, "\"{}\" is no label: 1 to 64 of a-z 0-9 . _ -",
                  label);
    }
  }
  // They travel to gb-runner in a message, which takes nothing else.
  for (const fs::path* folder :
       {&config.data_folder, &config.datasets_folder, &config.workloads_folder}) {
    const std::string clean = last_words(folder->native(), folder->native().size());
    if (clean != folder->native()) {
      return fail(ErrorCode::InvalidArgument,
                  "the folder \"{}\": paths must be UTF-8 without control characters", clean);
    }
  }
  if (::access(config.runner.c_str(), X_OK) != 0) {
    return fail(ErrorCode::NotFound,
                "no runner at {}: build or install gb-runner beside this program, or name it with "
                "--runner",
                config.runner.string());
  }
  return {};
}

}  // namespace

struct Agent::Inside {
  AgentConfig config;
  std::shared_ptr<grpc::Channel> channel;

  std::optional<FolderLock> lock;
  v1::Hello hello;        // all that stays the same for this process
  std::mutex load_mutex;  // guards the three below
  LoadMeter meter;
  SyncProbe sync;
  std::optional<v1::RunReport> unspooled;  // the disk had no room for it, not even shortened

  std::unique_ptr<Spool> spool;
  std::unique_ptr<RunWorker> worker;
  std::unique_ptr<AgentSession> session;  // uses the two above
  bool stopped = false;

  Result<void> prepare();
  v1::HostLoad load();
  void keep(v1::RunReport report);
  std::vector<v1::RunningRun> running();
};

Result<void> Agent::Inside::prepare() {
  if (auto fine = check(config); !fine) return fine;
  const fs::path folder = config.data_folder / "agent";
  if (config.datasets_folder.empty()) config.datasets_folder = config.data_folder / "datasets";
  if (config.library_folders.empty()) {
    config.library_folders = {"/usr/lib", "/usr/local/lib", "/lib", config.data_folder / "engines"};
  }
  auto taken = FolderLock::take(folder);
  if (!taken) return tl::unexpected(taken.error());
  lock.emplace(std::move(*taken));
  const auto epoch = next_session_epoch(folder / "epoch", wall_now());
  if (!epoch) return within("session epoch", epoch.error());
  auto opened = Spool::open(folder / "spool");
  if (!opened) return tl::unexpected(opened.error());
  spool = std::move(*opened);
  if (!config.workloads_folder.empty()) {
    std::error_code ignored;  // gb-runner is started in another folder
    config.workloads_folder = std::filesystem::absolute(config.workloads_folder, ignored);
  }
  auto catalogue = Catalogue::with_added(config.workloads_folder);
  if (!catalogue) return tl::unexpected(catalogue.error());
  const auto dataset_limit = config.dataset_limit.empty() ? dataset_limit_from_environment()
                                                          : parse_byte_size(config.dataset_limit);
  if (!dataset_limit) return within("limit of the datasets' folder", dataset_limit.error());

  Registry registry;
  add_all_adapters(registry);
  const auto offers = engine_offers(registry);
  hello.set_min_protocol(kOldestProtocol);
  hello.set_max_protocol(kNewestProtocol);
  hello.set_agent(config.name);
  hello.set_session_epoch(*epoch);
  hello.set_software_version(std::string(kVersion));
  hello.set_host_fingerprint(host_fingerprint());
  hello.set_boot_id(boot_id());
  hello.set_host_summary(host_summary(hardware()));
  hello.set_machine_class(config.machine_class);
  for (const std::string& label : config.labels) hello.add_labels(label);
  for (const auto& offer : offers) *hello.add_engines() = offer;

  // Before there is any work, so that it disturbs nobody of ours.
  sync = probe_durable_sync(folder);

  worker = std::make_unique<RunWorker>(
      WorkerConfig{.machine = config.name,
                   .machine_class = config.machine_class,
                   .workloads_folder = config.workloads_folder,
                   .library_folders = config.library_folders,
                   .engines = offers,
                   .supervisor = {.runner = config.runner,
                                  .runs_folder = folder / "runs",
                                  .terminate_grace = config.terminate_grace},
                   .dataset_origin = std::make_shared<CoordinatorOrigin>(channel)},
      std::move(*catalogue), DatasetCache(config.datasets_folder, *dataset_limit),
      WorkerHooks{.progress = [this](v1::RunProgress p) { session->progress(std::move(p)); },
                  .block_began = [this] { session->block_began(); },
                  .block_ended = [this] { session->block_ended(); },
                  .ended = [this](const v1::RunReport& report) { keep(report); }});
  session = std::make_unique<AgentSession>(
      channel, *spool,
      SessionHooks{.hello =
                       [this] {
                         v1::Hello now_said = hello;
                         const auto seconds = std::chrono::floor<std::chrono::seconds>(wall_now());
                         now_said.mutable_wall_time()->set_seconds(
                             seconds.time_since_epoch().count());
                         return now_said;
                       },
                   .running = [this] { return running(); },
                   .load = [this] { return load(); },
                   .assigned = [this](const v1::Assign& assign) { worker->assign(assign); },
                   .cancelled =
                       [this](const v1::CancelRun& cancel) {
                         worker->cancel(cancel.run_id(), cancel.reason());
                       }});
  return {};
}

v1::HostLoad Agent::Inside::load() {
  const std::lock_guard guard(load_mutex);
  const HostMoment moment = meter.moment("heartbeat");
  v1::HostLoad message;
  message.set_load_1m(moment.load_1m);
  message.set_busy_share(moment.busy_share);
  if (sync.median_ns > 0) {
    message.set_sync_median_nanos(sync.median_ns);
    message.set_sync_low_nanos(sync.low_ns);
    message.set_sync_high_nanos(sync.high_ns);
  }
  meter.restart();
  return message;
}

std::vector<v1::RunningRun> Agent::Inside::running() {
  // Called with every heartbeat: the moment to try again what the disk had no room for.
  std::vector<v1::RunningRun> runs = worker->running();
  std::optional<v1::RunReport> waiting;
  {
    const std::lock_guard guard(load_mutex);
    waiting = unspooled;
  }
  if (!waiting) return runs;
  if (spool->append(*waiting)) {
    spdlog::info("report spooled after all run={}", waiting->run_id());
    const std::lock_guard guard(load_mutex);
    unspooled.reset();
  } else {
    v1::RunningRun run;
    run.set_run_id(waiting->run_id());
    run.set_cell_id(waiting->cell_id());
    run.set_fencing_number(waiting->fencing_number());
    runs.push_back(std::move(run));
  }
  return runs;
}

void Agent::Inside::keep(v1::RunReport report) {
  auto kept = spool->append(report);
  if (!kept) {
    spdlog::error("report not spooled run={}: {}", report.run_id(), kept.error().message);
    // Without its document there may be room; the cell is then run again, with the cause in its
    // record.
    report.set_end(v1::CELL_END_ENGINE_FAILED);
    report.set_reason("the agent could not keep the result: " + kept.error().message);
    report.clear_document();
    kept = spool->append(report);
  }
  if (!kept) {
    const std::lock_guard guard(load_mutex);
    unspooled = report;
  }
  session->spooled();
}

Agent::Agent(AgentConfig config, std::shared_ptr<grpc::Channel> channel)
    : inside_(std::make_unique<Inside>()) {
  inside_->config = std::move(config);
  inside_->channel = std::move(channel);
}

Agent::~Agent() { stop(); }

Result<void> Agent::start() {
  if (auto prepared = inside_->prepare(); !prepared) return prepared;
  spdlog::info("agent started agent={} session={} data={} host={}", inside_->config.name,
               inside_->hello.session_epoch(), inside_->config.data_folder.string(),
               inside_->hello.host_fingerprint());
  for (const auto& offer : inside_->hello.engines()) {
    spdlog::info("engine {} {}", offer.name(),
                 offer.unavailable_reason().empty() ? offer.version()
                                                    : "unavailable: " + offer.unavailable_reason());
  }
  inside_->session->start();
  return {};
}

void Agent::stop() {
  if (inside_->stopped || !inside_->session) return;
  inside_->stopped = true;
  inside_->session->say_goodbye();
  inside_->worker->stop();
  inside_->session->stop(kDrain);
  spdlog::info("agent stopped agent={}", inside_->config.name);
}

bool Agent::connected() const { return inside_->session && inside_->session->connected(); }

std::string Agent::refusal() const {
  return inside_->session ? inside_->session->refusal() : std::string();
}

fs::path default_runner() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::path("gb-runner") : self.parent_path() / "gb-runner";
}

}  // namespace gb
