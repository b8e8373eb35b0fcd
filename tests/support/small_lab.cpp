#include "tests/support/small_lab.h"

#include <doctest/doctest.h>

#include <chrono>
#include <utility>

#include "core/base/sha256.h"
#include "core/document/codec.h"
#include "core/document/keys.h"

namespace gb::support {
namespace v1 = graphbench::v1;

struct SmallLab::Link : AgentLink {
  void send(v1::CoordinatorMessage message) override {
    if (!message.has_assign()) return;
    const std::lock_guard lock(mutex);
    assignments.push_back(message.assign());
    arrived.notify_all();
  }
  void close(const Error&) override {}

  std::mutex mutex;  // guards assignments
  std::condition_variable arrived;
  std::deque<v1::Assign> assignments;
};

SmallLab::SmallLab() {
  LabConfig config;
  config.store_file = folder_ / "store.db";
  auto lab = Lab::open(config);
  REQUIRE_MESSAGE(lab.has_value(), (lab ? "" : lab.error().message));
  lab_ = std::move(*lab);
}

SmallLab::~SmallLab() { lab_->stop(); }

void SmallLab::join(const std::string& agent, const std::string& host_summary) {
  Agent& record = agents_[agent];
  record.link = std::make_shared<Link>();
  v1::Hello hello;
  hello.set_min_protocol(1);
  hello.set_max_protocol(1);
  hello.set_agent(agent);
  hello.set_session_epoch(record.epoch);
  hello.set_software_version("0.1.0");
  hello.set_host_fingerprint("host-of-" + agent);
  hello.set_boot_id("boot-of-" + agent);
  hello.set_host_summary(host_summary);
  hello.set_machine_class("developer");
  hello.add_labels("test");
  hello.set_spool_id("spool-of-" + agent);
  for (const char* name : {"sqlite", "sqlite-mem"}) {
    v1::EngineOffer& engine = *hello.add_engines();
    engine.set_name(name);
    engine.set_version("3.40.1");
    engine.set_plane("inproc");
  }
  v1::EngineOffer& missing = *hello.add_engines();
  missing.set_name("sqlite-sync");
  missing.set_unavailable_reason("its library was not found");
  const auto joined = lab_->join(hello, record.link);
  REQUIRE_MESSAGE(joined.has_value(), (joined ? "" : joined.error().message));
}

void SmallLab::heartbeat(const std::string& agent, double load_1m, std::int64_t sync_median_nanos) {
  v1::Heartbeat heartbeat;
  heartbeat.mutable_load()->set_load_1m(load_1m);
  heartbeat.mutable_load()->set_busy_share(0.25);
  heartbeat.mutable_load()->set_sync_median_nanos(sync_median_nanos);
  heartbeat.mutable_load()->set_sync_low_nanos(sync_median_nanos * 9 / 10);
  heartbeat.mutable_load()->set_sync_high_nanos(sync_median_nanos * 12 / 10);
  lab_->heard(agent, agents_.at(agent).epoch, heartbeat);
}

void SmallLab::leave(const std::string& agent) { lab_->left(agent, agents_.at(agent).link.get()); }

std::string SmallLab::submit(const std::string& name, const std::vector<std::string>& machines,
                             const std::vector<std::string>& engines) {
  v1::MatrixSpec spec;
  spec.set_name(name);
  for (const auto& engine : engines) spec.add_engines()->set_name(engine);
  for (const auto& machine : machines) spec.add_machines(machine);
  spec.add_workloads("micro-read");
  spec.add_scales("smoke");
  const auto submitted = lab_->submit(spec);
  REQUIRE_MESSAGE(submitted.has_value(), (submitted ? "" : submitted.error().message));
  return submitted->matrix_id();
}

v1::Assign SmallLab::assigned(const std::string& agent) {
  Link& link = *agents_.at(agent).link;
  std::unique_lock lock(link.mutex);
  REQUIRE(link.arrived.wait_for(lock, std::chrono::seconds(10),
                                [&link] { return !link.assignments.empty(); }));
  v1::Assign assign = std::move(link.assignments.front());
  link.assignments.pop_front();
  return assign;
}

void SmallLab::progress(const std::string& agent, const v1::Assign& assign, v1::RunPhase phase,
                        std::uint32_t queries_done) {
  v1::RunProgress progress;
  progress.set_run_id(assign.run_id());
  progress.set_cell_id(assign.cell_id());
  progress.set_phase(phase);
  progress.set_queries_done(queries_done);
  progress.set_query_count(9);
  lab_->progressed(agent, progress);
}

void SmallLab::finish(const std::string& agent, const v1::Assign& assign,
                      const ResultDocument& document) {
  v1::RunReport report;
  report.set_run_id(assign.run_id());
  report.set_cell_id(assign.cell_id());
  report.set_fencing_number(assign.fencing_number());
  report.set_end(v1::CELL_END_DONE);
  report.mutable_document()->set_bytes(encode_document(document));
  report.mutable_document()->set_sha256(sha256_hex(report.document().bytes()));
  report.mutable_document()->set_partial(document.gb->partial);
  this->report(agent, std::move(report));
}

void SmallLab::fail_run(const std::string& agent, const v1::Assign& assign, v1::CellEnd end,
                        const std::string& reason) {
  v1::RunReport report;
  report.set_run_id(assign.run_id());
  report.set_cell_id(assign.cell_id());
  report.set_fencing_number(assign.fencing_number());
  report.set_end(end);
  report.set_reason(reason);
  this->report(agent, std::move(report));
}

void SmallLab::report(const std::string& agent, v1::RunReport report) {
  Agent& record = agents_.at(agent);
  report.set_spool_id("spool-of-" + agent);
  report.set_sequence(++record.sequence);
  const auto reported = lab_->reported(agent, report);
  REQUIRE_MESSAGE(reported.has_value(), (reported ? "" : reported.error().message));
}

ResultDocument plain_document(const std::string& agent, const v1::Assign& assign,
                              bool with_wrong_answer) {
  ResultDocument document;
  document.workload = assign.workload();
  document.family = "micro";
  document.condition.workload = assign.workload();
  document.condition.scale = assign.scale();
  document.condition.engine = assign.engine().name();
  document.condition.engine_version = "3.40.1";
  document.condition.plane = "inproc";
  document.condition.dataset = "grid-30x30";
  document.condition.dataset_checksum = "sha256:" + std::string(64, 'e');
  document.condition.latency_model = "service-time";
  document.condition.concurrency = {1};
  document.condition.started_at = wall_now();
  document.condition.finished_at = wall_now();

  const auto answered = [&document](const std::string& query, std::int64_t p50, std::int64_t p99) {
    document.verification.push_back({query, "PASS", "", 20, "sql"});
    StatFields stat;
    stat.query_class = "point-read";
    stat.count = 1000;
    stat.min = p50 / 2;
    stat.p50 = p50;
    stat.p90 = stat.p95 = stat.p99 = p99;
    stat.max = p99 * 2;
    stat.mean = p50;
    document.queries[query] = stat;
  };
  answered("point-lookup", 1'540, 4'210);
  answered("two-hop", 18'300, 61'700);

  document.gb.emplace();
  GbFields& gb = *document.gb;
  gb.run_id = assign.run_id();
  gb.group_id = assign.matrix_id();
  gb.cell_id = assign.cell_id();
  gb.machine = agent;
  gb.machine_class = "developer";
  gb.host_fingerprint = "host-of-" + agent;
  gb.outcomes["point-lookup"].outcome = gb.outcomes["two-hop"].outcome = "measured";
  if (with_wrong_answer) {
    document.verification.push_back(
        {"shortest-path", "FAIL", "row 1: got 5, expected 4", 3, "sql"});
    QueryOutcome& wrong = gb.outcomes["shortest-path"];
    wrong.outcome = "failed";
    wrong.reason_code = "wrong-answer";
    wrong.detail = "row 1: got 5, expected 4";
    gb.partial = true;
  }
  gb.lineage_key = lineage_key(document);
  gb.compatibility_key = compatibility_key(document);
  return document;
}

}  // namespace gb::support
