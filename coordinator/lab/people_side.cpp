#include <spdlog/spdlog.h>

#include <algorithm>
#include <set>
#include <utility>

#include "coordinator/lab/inside.h"
#include "coordinator/lab/messages.h"

namespace gb {
namespace v1 = graphbench::v1;
namespace {

// A view must stay below the message limit of 16 MiB with room for what surrounds it.
constexpr std::size_t kLargestViewBytes = 15 * 1024 * 1024;

LabNames names_of(const AgentTable& agents, const Catalogue& catalogue) {
  LabNames names;
  for (const auto& [name, entry] : agents.all()) {
    LabNames::Machine machine{name, entry.record.labels, {}, entry.link != nullptr};
    for (const auto& engine : entry.record.engines) machine.engines.push_back(engine.name);
    names.machines.push_back(std::move(machine));
  }
  for (const Workload& workload : catalogue.all()) {
    auto& scales = names.workload_scales[workload.name];
    for (const auto& [scale, recipe] : workload.datasets) scales.push_back(scale);
  }
  return names;
}

std::map<AgentId, std::string> hosts_of(const AgentTable& agents) {
  std::map<AgentId, std::string> hosts;
  for (const auto& [name, entry] : agents.all()) hosts[name] = entry.record.host_fingerprint;
  return hosts;
}

}  // namespace

Result<v1::SubmitMatrixResponse> Lab::Inside::submit(const v1::MatrixSpec& spec) {
  auto plan = expand(to_request(spec), names_of(agents, catalogue), config.cell_limit, new_uuid_v7);
  if (!plan) return tl::unexpected(plan.error());
  if (auto added = store->add_matrix(*plan, wall_now()); !added) {
    return within("store the matrix", added.error());
  }
  v1::SubmitMatrixResponse response;
  response.set_matrix_id(plan->id.text());
  response.set_cell_count(static_cast<std::uint32_t>(plan->cells.size()));
  spdlog::info("matrix submitted matrix={} name={} cells={}", plan->id, plan->name,
               plan->cells.size());
  dispatcher.feed(MatrixSubmitted{std::move(*plan)}, time());
  changed();
  return response;
}

Result<v1::MatrixView> Lab::Inside::view(const MatrixId& id) {
  const auto row = store->matrix(id);
  if (!row) return tl::unexpected(row.error());
  const auto cells = store->cells(id);
  if (!cells) return tl::unexpected(cells.error());
  v1::MatrixView view = to_view(*row);
  std::size_t bytes = view.ByteSizeLong();
  for (const CellRow& cell_row : *cells) {
    v1::CellView cell = to_view(cell_row);
    if (cell.state() == v1::CellView::STATE_QUEUED) {
      std::string waiting = dispatcher.scheduler().waiting_reason(cell_row.plan.id);
      if (!cell_row.reason.empty()) waiting += " (last attempt: " + cell_row.reason + ")";
      cell.set_reason(std::move(waiting));
    } else if (cell.state() == v1::CellView::STATE_RUNNING) {
      if (const auto* live = runs.find(cell_row.run)) {
        cell.set_phase(live->phase);
        cell.set_queries_done(live->queries_done);
        cell.set_query_count(live->query_count);
        cell.set_dataset_bytes_done(live->dataset_bytes_done);
        cell.set_dataset_bytes_total(live->dataset_bytes_total);
      }
    }
    bytes += cell.ByteSizeLong() + 8;
    if (bytes > kLargestViewBytes) break;
    *view.add_cells() = std::move(cell);
  }
  if (!row->ended) {
    if (const auto remaining = runs.remaining(*cells, hosts_of(agents), time())) {
      view.set_remaining_nanos(static_cast<std::uint64_t>(remaining->count()));
    }
  }
  return view;
}

Result<v1::MatrixView> Lab::Inside::cancel(const MatrixId& id) {
  const auto row = store->matrix(id);
  if (!row) return tl::unexpected(row.error());
  // Cancelling what has ended changes nothing, and so does cancelling twice.
  if (!row->ended) {
    if (auto marked = store->cancel_matrix(id); !marked) return tl::unexpected(marked.error());
    spdlog::info("matrix cancelled matrix={}", id);
    dispatcher.feed(MatrixCancelled{id}, time());
    changed();
  }
  return view(id);
}

v1::ListAgentsResponse Lab::Inside::list_agents() {
  v1::ListAgentsResponse response;
  const LabTime silent_after = config.limits.lease;
  for (const auto& [name, entry] : agents.all()) {
    v1::AgentView view = to_view(entry.record);
    const bool heard = entry.link != nullptr && time() - entry.heard <= silent_after;
    view.set_state(heard ? v1::AgentView::STATE_CONNECTED : v1::AgentView::STATE_SILENT);
    RunId run;
    if (const auto* live = runs.on_machine(name, &run)) {
      view.set_run_id(run.text());
      view.set_cell_text(live->cell_text());
      view.set_phase(live->phase);
    }
    if (entry.load_known) {
      view.set_load_1m(entry.load.load_1m());
      view.set_busy_share(entry.load.busy_share());
      view.set_sync_median_nanos(entry.load.sync_median_nanos());
      view.set_sync_low_nanos(entry.load.sync_low_nanos());
      view.set_sync_high_nanos(entry.load.sync_high_nanos());
    }
    *response.add_agents() = std::move(view);
  }
  return response;
}

Result<Lab::Figures> Lab::Inside::figures() {
  Lab::Figures figures;
  const auto ends = store->cell_counts_by_end();
  if (!ends) return tl::unexpected(ends.error());
  const auto latest = store->latest_stats();
  if (!latest) return tl::unexpected(latest.error());
  figures.cells_by_end = *ends;
  for (const LatestStat& stat : *latest) {
    figures.latest.push_back({stat.engine, stat.workload, stat.scale, stat.machine, stat.query_id,
                              stat.p50_ns, stat.p99_ns});
  }
  const Scheduler::Counts counts = dispatcher.scheduler().counts();
  figures.cells_queued = counts.queued;
  figures.cells_running = counts.running;
  figures.agents_known = agents.all().size();
  for (const auto& [name, entry] : agents.all()) {
    Lab::Figures::Machine machine;
    machine.name = name.text();
    machine.connected = entry.link != nullptr;
    if (machine.connected) ++figures.agents_connected;
    if (entry.load_known) {
      machine.load_1m = entry.load.load_1m();
      machine.busy_share = entry.load.busy_share();
      machine.sync_median_ns = entry.load.sync_median_nanos();
      machine.sync_low_ns = entry.load.sync_low_nanos();
      machine.sync_high_ns = entry.load.sync_high_nanos();
    }
    figures.machines.push_back(std::move(machine));
  }
  figures.reports_accepted = reports_accepted;
  figures.reports_superseded = reports_superseded;
  figures.reports_duplicate = reports_duplicate;
  figures.leases_expired = dispatcher.leases_expired();
  figures.store_damaged = scrubber.damaged();
  figures.store_scrubs = scrubber.passes();
  return figures;
}

}  // namespace gb
