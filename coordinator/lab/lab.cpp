#include "coordinator/lab/lab.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

#include "coordinator/lab/inside.h"
#include "coordinator/lab/messages.h"

namespace gb {
namespace v1 = graphbench::v1;
namespace {

// Viewers are told at most this often: a burst of changes is one to them.
constexpr Nanos kNewsInterval = std::chrono::milliseconds(50);

constexpr std::uint32_t kDefaultPage = 50;
constexpr std::uint32_t kLargestPage = 500;

std::uint32_t page_size(std::uint32_t asked) {
  return asked == 0 ? kDefaultPage : std::min(asked, kLargestPage);
}

}  // namespace

Lab::Inside::Inside(LabConfig configuration, Catalogue catalogue_read,
                    std::unique_ptr<Store> store_opened)
    : config(std::move(configuration)),
      catalogue(std::move(catalogue_read)),
      store(std::move(store_opened)),
      dispatcher(config.limits, catalogue, *store, agents, runs),
      scrubber(*store, {.first = config.scrub_after, .every = config.scrub_every}) {}

Instant Lab::Inside::between() {
  const LabTime moment = time();
  if (dispatcher.next_tick(moment) <= moment) {
    dispatcher.feed(Tick{}, moment);
    changed();
  }
  Instant next = began + dispatcher.next_tick(moment);
  next =
      std::min(next, began + scrubber.step(moment, dispatcher.scheduler().counts().running == 0));
  // A deadline that a Tick did not clear must not turn the thread into a busy loop.
  next = std::max(next, now() + std::chrono::milliseconds(1));
  if (dirty) {
    const Instant due = told + kNewsInterval;
    if (now() < due) return std::min(next, due);
    dirty = false;
    told = now();
    subscribers.tell();
  }
  return next;
}

Lab::Lab(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}

Lab::~Lab() { stop(); }

Result<std::unique_ptr<Lab>> Lab::open(const LabConfig& config) {
  auto catalogue = Catalogue::with_added(config.workloads_folder);
  if (!catalogue) return tl::unexpected(catalogue.error());
  auto store = Store::open(config.store_file);
  if (!store) return tl::unexpected(store.error());
  auto known = (*store)->agents();
  if (!known) return within("read the agents", known.error());
  auto snapshot = (*store)->snapshot(wall_now());
  if (!snapshot) return within("read open matrices", snapshot.error());

  auto inside = std::make_unique<Inside>(config, std::move(*catalogue), std::move(*store));
  for (AgentRecord& record : *known) inside->agents.remember(std::move(record));
  inside->dispatcher.restore(*snapshot, inside->time());
  inside->scrubber.check_tail();
  Inside& room = *inside;
  room.thread = std::make_unique<TaskThread>([&room] { return room.between(); });
  spdlog::info("lab open store={} open_matrices={} known_agents={}", config.store_file.string(),
               snapshot->matrices.size(), snapshot->agents.size());
  return std::unique_ptr<Lab>(new Lab(std::move(inside)));
}

void Lab::stop() {
  // Not an error when it was stopped before.
  (void)inside_->thread->call([this]() -> Result<void> {
    inside_->dispatcher.stop_leasing();
    return {};
  });
  inside_->thread->stop();
}

Result<void> Lab::join(const v1::Hello& hello, std::shared_ptr<AgentLink> link) {
  return inside_->thread->call([&] { return inside_->join(hello, std::move(link)); });
}

void Lab::heard(const std::string& agent, std::uint64_t session_epoch,
                const v1::Heartbeat& heartbeat) {
  (void)inside_->thread->call([&]() -> Result<void> {
    inside_->heard(AgentId::trusted(agent), session_epoch, heartbeat);
    return {};
  });
}

void Lab::progressed(const std::string& agent, const v1::RunProgress& progress) {
  (void)inside_->thread->call([&]() -> Result<void> {
    if (inside_->runs.progressed(AgentId::trusted(agent), progress)) inside_->changed();
    return {};
  });
}

Result<void> Lab::reported(const std::string& agent, const v1::RunReport& report) {
  return inside_->thread->call([&] { return inside_->reported(agent, report); });
}

void Lab::leaving(const std::string& agent, const AgentLink* link) {
  (void)inside_->thread->call([&]() -> Result<void> {
    inside_->leaving(AgentId::trusted(agent), link);
    return {};
  });
}

void Lab::left(const std::string& agent, const AgentLink* link) {
  (void)inside_->thread->call([&]() -> Result<void> {
    inside_->left(AgentId::trusted(agent), link);
    return {};
  });
}

Result<v1::SubmitMatrixResponse> Lab::submit(const v1::MatrixSpec& spec) {
  return inside_->thread->call([&] { return inside_->submit(spec); });
}

Result<v1::MatrixView> Lab::matrix(const std::string& matrix_id) {
  const auto id = MatrixId::parse(matrix_id);
  if (!id) return within("matrix", id.error());
  return inside_->thread->call([&] { return inside_->view(*id); });
}

Result<v1::MatrixView> Lab::cancel(const std::string& matrix_id) {
  const auto id = MatrixId::parse(matrix_id);
  if (!id) return within("matrix", id.error());
  return inside_->thread->call([&] { return inside_->cancel(*id); });
}

Result<v1::ListMatricesResponse> Lab::list_matrices(const v1::ListMatricesRequest& request) {
  return inside_->thread->call([&]() -> Result<v1::ListMatricesResponse> {
    const auto page =
        inside_->store->matrices(page_size(request.page_size()), request.page_token());
    if (!page) return tl::unexpected(page.error());
    v1::ListMatricesResponse response;
    for (const MatrixRow& row : page->rows) *response.add_matrices() = to_view(row);
    response.set_next_page_token(page->next_token);
    return response;
  });
}

Result<v1::ListAgentsResponse> Lab::list_agents() {
  return inside_->thread->call(
      [&]() -> Result<v1::ListAgentsResponse> { return inside_->list_agents(); });
}

Result<v1::ListResultsResponse> Lab::list_results(const v1::ListResultsRequest& request) {
  return inside_->thread->call([&]() -> Result<v1::ListResultsResponse> {
    const StoredResultFilter filter{.matrix = request.matrix_id(),
                                    .engine = request.engine(),
                                    .workload = request.workload(),
                                    .scale = request.scale(),
                                    .machine = request.machine(),
                                    .include_superseded = request.include_superseded()};
    const auto page =
        inside_->store->results(filter, page_size(request.page_size()), request.page_token());
    if (!page) return tl::unexpected(page.error());
    v1::ListResultsResponse response;
    for (const ResultRow& row : page->rows) *response.add_results() = to_view(row);
    response.set_next_page_token(page->next_token);
    return response;
  });
}

Result<v1::GetResultResponse> Lab::result(const std::string& run_id) {
  const auto id = RunId::parse(run_id);
  if (!id) return within("run", id.error());
  return inside_->thread->call([&]() -> Result<v1::GetResultResponse> {
    const auto row = inside_->store->result(*id);
    if (!row) return tl::unexpected(row.error());
    auto document = inside_->store->document(row->document_sha256);
    if (!document) return tl::unexpected(document.error());
    v1::GetResultResponse response;
    *response.mutable_result() = to_view(*row);
    response.set_document(std::move(*document));
    return response;
  });
}

Lab::Subscription Lab::subscribe(std::function<void(std::uint64_t)> changed) {
  return inside_->subscribers.add(std::move(changed));
}

Result<Lab::Figures> Lab::figures() {
  return inside_->thread->call([&] { return inside_->figures(); });
}

Result<void> Lab::ready() {
  return inside_->thread->call([&]() -> Result<void> {
    if (inside_->dispatcher.trouble()) return {};
    return within("the store takes no changes", inside_->dispatcher.trouble().error());
  });
}

}  // namespace gb
