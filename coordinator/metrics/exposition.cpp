#include "coordinator/metrics/exposition.h"

#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>

#include <array>
#include <utility>
#include <vector>

#include "coordinator/scheduler/plan.h"
#include "core/base/version.h"

namespace gb {
namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;
using Labels = std::vector<ClientMetric::Label>;

constexpr double kSecondsPerNano = 1e-9;

/// The families of one scrape. They are built afresh from the lab's figures instead of kept in a
/// registry, so that a machine, engine or query that is gone leaves no stale series behind.
class Scrape {
 public:
  /// References stay valid until the next call.
  MetricFamily& gauge(const char* name, const char* help) {
    return add(name, help, MetricType::Gauge);
  }
  MetricFamily& counter(const char* name, const char* help) {
    return add(name, help, MetricType::Counter);
  }
  std::string text() const { return prometheus::TextSerializer().Serialize(families_); }

 private:
  MetricFamily& add(const char* name, const char* help, MetricType type) {
    families_.push_back({name, help, type, {}});
    return families_.back();
  }
  std::vector<MetricFamily> families_;
};

void put(MetricFamily& family, Labels labels, double value) {
  ClientMetric metric;
  metric.label = std::move(labels);
  if (family.type == MetricType::Counter) {
    metric.counter.value = value;
  } else {
    metric.gauge.value = value;
  }
  family.metric.push_back(std::move(metric));
}

void put(MetricFamily& family, Labels labels, std::uint64_t value) {
  put(family, std::move(labels), static_cast<double>(value));
}

void add_agents_and_cells(Scrape& scrape, const Lab::Figures& figures) {
  auto& agents = scrape.gauge("graphbench_agents", "Agents this lab knows, by state.");
  put(agents, {{"state", "connected"}}, figures.agents_connected);
  put(agents, {{"state", "silent"}}, figures.agents_known - figures.agents_connected);

  put(scrape.gauge("graphbench_queued_cells", "Cells that wait for their machine (queue depth)."),
      {}, figures.cells_queued);
  put(scrape.gauge("graphbench_running_cells", "Cells a machine works on now."), {},
      figures.cells_running);

  // All outcomes from the first scrape on: a rate needs the zero before the first failure.
  constexpr std::array kEnds{CellEnd::Done,         CellEnd::NeverStarted,  CellEnd::InputMissing,
                             CellEnd::EngineFailed, CellEnd::EngineTimeout, CellEnd::AgentLost,
                             CellEnd::Cancelled,    CellEnd::Expired};
  auto& cells = scrape.counter("graphbench_cells_total", "Cells that ended, by outcome.");
  for (const CellEnd end : kEnds) {
    const std::string outcome(name_of(end));
    const auto found = figures.cells_by_end.find(outcome);
    put(cells, {{"outcome", outcome}},
        found == figures.cells_by_end.end() ? std::uint64_t{0} : found->second);
  }
}

void add_latencies(Scrape& scrape, const Lab::Figures& figures) {
  const auto labels = [](const Lab::Figures::Latency& latency) {
    return Labels{{"engine", latency.engine},
                  {"workload", latency.workload},
                  {"scale", latency.scale},
                  {"query", latency.query_id},
                  {"machine", latency.machine}};
  };
  auto& p50 = scrape.gauge("graphbench_query_latency_p50_seconds",
                           "Median latency of the last counted result.");
  for (const auto& latency : figures.latest) {
    put(p50, labels(latency), static_cast<double>(latency.p50_ns) * kSecondsPerNano);
  }
  auto& p99 = scrape.gauge("graphbench_query_latency_p99_seconds",
                           "99th percentile of latency of the last counted result.");
  for (const auto& latency : figures.latest) {
    put(p99, labels(latency), static_cast<double>(latency.p99_ns) * kSecondsPerNano);
  }
}

void add_machines(Scrape& scrape, const Lab::Figures& figures) {
  using Machine = Lab::Figures::Machine;
  auto& connected =
      scrape.gauge("graphbench_machine_connected", "1 while the machine's agent is connected.");
  for (const Machine& machine : figures.machines) {
    put(connected, {{"machine", machine.name}}, machine.connected ? 1.0 : 0.0);
  }
  auto& load = scrape.gauge("graphbench_machine_load_average",
                            "Load average over one minute, as the kernel reports it.");
  for (const Machine& machine : figures.machines) {
    if (machine.load_1m >= 0) put(load, {{"machine", machine.name}}, machine.load_1m);
  }
  auto& busy = scrape.gauge("graphbench_machine_busy_ratio",
                            "Busy share of all processors since the heartbeat before, 0 to 1.");
  for (const Machine& machine : figures.machines) {
    if (machine.busy_share >= 0) put(busy, {{"machine", machine.name}}, machine.busy_share);
  }

  struct Edge {
    const char* name;
    const char* help;
    std::int64_t Machine::*nanos;
  };
  constexpr std::array kBand{
      Edge{"graphbench_machine_fsync_low_seconds",
           "Lower edge of the durable sync band of the last probe.", &Machine::sync_low_ns},
      Edge{"graphbench_machine_fsync_median_seconds", "Median durable sync of the last probe.",
           &Machine::sync_median_ns},
      Edge{"graphbench_machine_fsync_high_seconds",
           "Upper edge of the durable sync band of the last probe.", &Machine::sync_high_ns}};
  for (const Edge& edge : kBand) {
    auto& family = scrape.gauge(edge.name, edge.help);
    for (const Machine& machine : figures.machines) {
      if (machine.sync_median_ns <= 0) continue;
      put(family, {{"machine", machine.name}},
          static_cast<double>(machine.*edge.nanos) * kSecondsPerNano);
    }
  }
}

void add_reports(Scrape& scrape, const Lab::Figures& figures) {
  auto& reports = scrape.counter("graphbench_reports_total",
                                 "Run reports received since the start, by what became of them.");
  put(reports, {{"fate", "accepted"}}, figures.reports_accepted);
  put(reports, {{"fate", "superseded"}}, figures.reports_superseded);
  put(reports, {{"fate", "duplicate"}}, figures.reports_duplicate);
  put(scrape.counter("graphbench_leases_expired_total",
                     "Leases that ended because their agent went silent."),
      {}, figures.leases_expired);
}

void add_store(Scrape& scrape, const Lab::Figures& figures) {
  put(scrape.gauge("graphbench_store_damaged_commits",
                   "Stored commits that are not what was committed, by the last check of the "
                   "store; the log names them."),
      {}, figures.store_damaged);
  put(scrape.counter("graphbench_store_checks_total",
                     "Checks of everything stored that ended since the start."),
      {}, figures.store_scrubs);
}

}  // namespace

std::string exposition(const Lab::Figures& figures) {
  Scrape scrape;
  put(scrape.gauge("graphbench_build_info", "1, labelled with the program that is running."),
      {{"version", std::string(kVersion)}, {"commit", std::string(kBuildCommit)}}, 1.0);
  add_agents_and_cells(scrape, figures);
  add_latencies(scrape, figures);
  add_machines(scrape, figures);
  add_reports(scrape, figures);
  add_store(scrape, figures);
  return scrape.text();
}

}  // namespace gb
