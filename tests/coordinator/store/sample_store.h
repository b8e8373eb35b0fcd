#pragma once

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>

#include "coordinator/store/store.h"
#include "core/base/sha256.h"

namespace gb::test {

/// Where thousands of durable commits cost no disk's time: what a killed process has written is as
/// safe there.
inline std::filesystem::path quick_folder() {
  const std::filesystem::path memory = "/dev/shm";
  return access(memory.c_str(), W_OK) == 0 ? memory : std::filesystem::temp_directory_path();
}

/// A folder of its own, gone at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (quick_folder() / "gb-store-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path store() const { return path_ / "store.db"; }

 private:
  std::filesystem::path path_;
};

/// The value, or the test ends with the error's message.
template <class T>
T need(Result<T> result) {
  REQUIRE_MESSAGE(result.has_value(), (result ? "" : result.error().message));
  return std::move(*result);
}
inline void need(Result<void> result) {
  REQUIRE_MESSAGE(result.has_value(), (result ? "" : result.error().message));
}

inline std::unique_ptr<Store> opened(const std::filesystem::path& file) {
  return need(Store::open(file));
}

inline const WallTime kNoon = WallTime(std::chrono::hours(24 * 365 * 55 + 12));

/// `cells` cells on machines "m0", "m1", ..., one matrix.
inline MatrixPlan sample_matrix(const std::string& id, std::uint32_t cells,
                                std::uint32_t machines = 2) {
  MatrixPlan plan;
  plan.id = MatrixId::trusted(id);
  plan.name = "sample " + id;
  plan.run.seed = 0xFFFF'FFFF'FFFF'FFF0ULL;  // does not fit a signed integer
  for (std::uint32_t i = 0; i < cells; ++i) {
    plan.cells.push_back(
        {.id = CellId::trusted(fmt::format("{}-c{}", id, i)),
         .engine = {i % 2 == 0 ? "sqlite" : "sqlite-mem", "3.40", {{"cache", "1"}}},
         .workload = "micro-read",
         .scale = "smoke",
         .machine = AgentId::trusted(fmt::format("m{}", i % machines)),
         .round = 0,
         .position = i});
  }
  return plan;
}

inline LeaseCell lease_of(const MatrixPlan& plan, std::size_t cell, std::uint64_t fencing = 1,
                          std::uint32_t attempt = 1) {
  return {plan.cells[cell].id, plan.id, plan.cells[cell].machine, fencing, attempt};
}

/// The report of a finished run of that cell, with a document of its own.
inline ReportRecord done_report(const MatrixPlan& plan, std::size_t cell, const RunId& run,
                                std::uint64_t sequence, std::uint64_t fencing = 1) {
  ReportRecord report;
  report.agent = plan.cells[cell].machine;
  report.spool_id = "spool-" + report.agent.text();
  report.sequence = sequence;
  report.run = run;
  report.cell = plan.cells[cell].id;
  report.fencing_number = fencing;
  report.dataset_source = "cache";
  report.document = "{\"run\":\"" + run.text() + "\"}" + std::string(300, ' ');
  report.document_sha256 = sha256_hex(report.document);
  report.engine_version = "3.40.1";
  report.lineage_key = "abc";
  report.start_time = kNoon;
  report.stats = {{"q1", 1000, 0, 100 + sequence, 200, 300}, {"q2", 1000, 0, 110, 210, 310}};
  return report;
}

inline RunId run_id(const std::string& text) { return RunId::trusted(text); }

/// Leases the cell to a run of that name and commits its result.
inline CommittedReport finish(Store& store, const MatrixPlan& plan, std::size_t cell,
                              const std::string& run, std::uint64_t sequence) {
  need(store.lease_cell(lease_of(plan, cell), run_id(run), kNoon));
  return need(store.commit_report(done_report(plan, cell, run_id(run), sequence), kNoon));
}

}  // namespace gb::test
