#pragma once

#include <condition_variable>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "coordinator/lab/lab.h"
#include "core/base/sha256.h"
#include "core/document/codec.h"
#include "tests/support/temporary_folder.h"

namespace gb::test {
namespace v1 = graphbench::v1;

/// Waits for `what` to become true; false when it did not within ten seconds.
inline bool eventually(const std::function<bool()>& what) {
  const Instant limit = now() + std::chrono::seconds(10);
  while (!what()) {
    if (now() > limit) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

/// An agent's stream without a network: what the lab sends is kept until it is taken.
class RecordingLink final : public AgentLink {
 public:
  void send(v1::CoordinatorMessage message) override {
    const std::lock_guard lock(mutex_);
    messages_.push_back(std::move(message));
  }
  void close(const Error& reason) override {
    const std::lock_guard lock(mutex_);
    closed_ = reason;
  }
  std::optional<Error> closed() const {
    const std::lock_guard lock(mutex_);
    return closed_;
  }
  /// The next message, waiting for it; an empty one when none comes.
  v1::CoordinatorMessage next() {
    v1::CoordinatorMessage message;
    eventually([&] {
      const std::lock_guard lock(mutex_);
      if (messages_.empty()) return false;
      message = std::move(messages_.front());
      messages_.pop_front();
      return true;
    });
    return message;
  }
  bool silent() const {
    const std::lock_guard lock(mutex_);
    return messages_.empty();
  }

 private:
  mutable std::mutex mutex_;
  std::deque<v1::CoordinatorMessage> messages_;
  std::optional<Error> closed_;
};

inline v1::Hello hello(const std::string& name, std::uint64_t session_epoch = 1) {
  v1::Hello hello;
  hello.set_min_protocol(1);
  hello.set_max_protocol(1);
  hello.set_agent(name);
  hello.set_session_epoch(session_epoch);
  hello.set_host_fingerprint("host-of-" + name);
  hello.set_machine_class("developer");
  hello.set_spool_id("spool-of-" + name);
  hello.add_labels("desk");
  hello.add_engines()->set_name("sqlite");
  return hello;
}

inline v1::MatrixSpec matrix(const std::string& machine, std::uint32_t rounds = 1) {
  v1::MatrixSpec spec;
  spec.set_name("small");
  spec.add_engines()->set_name("sqlite");
  spec.add_workloads("micro-read");
  spec.add_scales("smoke");
  spec.add_machines(machine);
  spec.set_rounds(rounds);
  return spec;
}

/// The end of an assigned run with a document that can be read.
inline v1::RunReport done(const v1::Assign& assign, std::uint64_t sequence,
                          const std::string& spool_id) {
  ResultDocument document;
  document.workload = assign.workload();
  document.condition.engine = assign.engine().name();
  document.condition.engine_version = "3.40.1";
  document.condition.workload = assign.workload();
  document.verification.push_back({"micro-point", "PASS", "", 1, "sql"});
  document.verification.push_back({"micro-edge", "FAIL", "row 1 differs", 1, "sql"});
  StatFields& stat = document.queries["micro-point"];
  stat.query_class = "point-read";
  stat.count = 1000;
  stat.p50 = 2000;
  stat.p90 = 3000;
  stat.p99 = 4000;
  document.gb.emplace();
  document.gb->run_id = assign.run_id();
  document.gb->lineage_key = "ab12";
  document.gb->outcomes["micro-edge"].outcome = "failed";
  document.gb->partial = true;
  v1::RunReport report;
  report.set_spool_id(spool_id);
  report.set_sequence(sequence);
  report.set_run_id(assign.run_id());
  report.set_cell_id(assign.cell_id());
  report.set_fencing_number(assign.fencing_number());
  report.set_end(v1::CELL_END_DONE);
  report.mutable_document()->set_bytes(encode_document(document));
  report.mutable_document()->set_sha256(sha256_hex(report.document().bytes()));
  return report;
}

/// A lab on a store of its own. lease: short where a test waits for its end. Workloads of one's own
/// are read from folder/workloads, when it is there as the lab is opened.
struct LabRoom {
  explicit LabRoom(Nanos lease_span = std::chrono::seconds(30)) : lease(lease_span) { reopen(); }
  void reopen() {
    lab.reset();
    LabConfig config;
    config.store_file = folder.path() / "store.db";
    config.limits = {.lease = lease, .grace = lease / 2, .pause = std::chrono::seconds(5)};
    config.heartbeat = std::chrono::milliseconds(50);
    config.cell_limit = 100;
    config.scrub_after = scrub_after;
    if (std::filesystem::exists(folder / "workloads")) {
      config.workloads_folder = folder / "workloads";
    }
    lab = std::move(Lab::open(config).value());
  }
  v1::CellView cell(const std::string& matrix_id) {
    const auto view = lab->matrix(matrix_id);
    return view && view->cells_size() > 0 ? view->cells(0) : v1::CellView();
  }
  Nanos lease;
  Nanos scrub_after = std::chrono::hours(1);
  TemporaryFolder folder;
  std::unique_ptr<Lab> lab;
};

}  // namespace gb::test
