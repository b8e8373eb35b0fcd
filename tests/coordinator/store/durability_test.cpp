#include <sys/mount.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "core/base/random.h"
#include "tests/coordinator/store/child_process.h"
#include "tests/coordinator/store/sample_store.h"

using namespace gb;
using namespace gb::test;

namespace {

/// A snapshot as text, so that two can be compared.
std::string text_of(const Snapshot& snapshot) {
  std::string text;
  for (const StoredMatrix& matrix : snapshot.matrices) {
    text +=
        fmt::format("{} {} {} {} {} {} {}\n", matrix.plan.id, matrix.plan.name,
                    matrix.plan.max_attempts, matrix.plan.run.seed,
                    matrix.plan.queue_deadline.count(), matrix.cancelled, matrix.waited.count());
  }
  for (const StoredCell& cell : snapshot.cells) {
    text += fmt::format("{} {} {} {} {} {} {} {} {} {} {}\n", cell.plan.id, cell.matrix,
                        cell.plan.engine.text(), cell.plan.machine, cell.plan.position,
                        cell.fencing_number, cell.attempts, cell.end ? name_of(*cell.end) : "-",
                        cell.held ? cell.held->run.text() : "-", cell.holder,
                        cell.undecided ? cell.undecided->reason : "-");
  }
  for (const StoredAgent& agent : snapshot.agents) {
    text += fmt::format("{} {} {}\n", agent.agent, agent.session_epoch, agent.host_fingerprint);
  }
  return text;
}

/// Mounts a memory file system of this size there, and takes it away at the end.
class SmallDisk {
 public:
  SmallDisk(std::filesystem::path at, const char* size) : at_(std::move(at)) {
    std::filesystem::create_directories(at_);
    mounted_ = mount("tmpfs", at_.c_str(), "tmpfs", 0, size) == 0;
  }
  ~SmallDisk() {
    if (mounted_) umount2(at_.c_str(), MNT_DETACH);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  bool mounted() const { return mounted_; }

 private:
  std::filesystem::path at_;
  bool mounted_ = false;
};

/// Bytes that do not compress.
std::string noise(std::size_t size, std::uint64_t seed) {
  SplitMix64 random(Seed{seed});
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random.below(256));
  return bytes;
}

}  // namespace

TEST_CASE("a store that is opened again tells the same story") {
  TemporaryFolder folder;
  auto store = opened(folder.store());
  const MatrixPlan plan = sample_matrix("m", 6);
  need(store->add_matrix(sample_matrix("ended", 1), kNoon));
  need(store->end_cell({CellId::trusted("ended-c0"), CellEnd::Expired, "", 1}, kNoon));
  need(store->end_matrix({MatrixId::trusted("ended"), false}, kNoon));
  need(store->add_matrix(plan, kNoon));
  need(store->add_matrix(sample_matrix("n", 2), kNoon));
  need(store->cancel_matrix(MatrixId::trusted("n")));
  finish(*store, plan, 0, "r0", 1);
  need(store->lease_cell(lease_of(plan, 1), run_id("r1"), kNoon));
  need(store->requeue_cell({plan.cells[1].id, 2, "lost"}, kNoon));
  need(store->lease_cell(lease_of(plan, 1, 2, 2), run_id("r2"), kNoon));
  need(store->lease_cell(lease_of(plan, 2), run_id("r3"), kNoon));
  ReportRecord failure = done_report(plan, 2, run_id("r3"), 2);
  failure.end = CellEnd::EngineFailed;
  failure.reason = "signal 11";
  need(store->commit_report(failure, kNoon));
  need(store->end_cell({plan.cells[3].id, CellEnd::Cancelled, "", 2}, kNoon));
  need(store->put_agent({AgentId::trusted("m0"), 3, "f0", "", "", "", "", {}, {}, kNoon}));

  const WallTime later = kNoon + std::chrono::hours(1);
  const std::string before = text_of(need(store->snapshot(later)));
  store.reset();
  store = opened(folder.store());
  CHECK(text_of(need(store->snapshot(later))) == before);
  CHECK(before.find("ended") == std::string::npos);
  CHECK(before.find("3600000000000") != std::string::npos);  // waited
  need(store->check_chain());
}

TEST_CASE(
    "F1, F2: after kill -9 every acknowledged report is there, and one sent again counts once") {
  constexpr std::size_t kCells = 2000;
  const MatrixPlan plan = sample_matrix("m", kCells, 1);
  for (const std::uint64_t acknowledged_before_kill : {1U, 7U, 50U, 181U}) {
    CAPTURE(acknowledged_before_kill);
    TemporaryFolder folder;
    need(opened(folder.store())->add_matrix(plan, kNoon));
    std::uint64_t acknowledged = 0;
    {
      Child child([&](const Child::Tell& tell) {
        auto store = Store::open(folder.store());
        if (!store) return;
        for (std::size_t i = 0; i < kCells; ++i) {
          const RunId run = run_id(fmt::format("r{}", i));
          if (!(*store)->lease_cell(lease_of(plan, i), run, kNoon)) return;
          const auto done = (*store)->commit_report(done_report(plan, i, run, i + 1), kNoon);
          if (!done) return;
          tell(done->durable_to);
        }
      });
      while (acknowledged < acknowledged_before_kill && child.next(acknowledged)) {
      }
      child.kill_now();
      for (std::uint64_t last = 0; child.next(last);) acknowledged = last;
    }
    REQUIRE(acknowledged >= acknowledged_before_kill);

    auto store = opened(folder.store());
    const std::uint64_t durable = need(store->durable_to("spool-m0"));
    CHECK(durable >= acknowledged);
    CHECK(durable <= acknowledged + 1);
    for (std::size_t i = 0; i < acknowledged; ++i) {
      const ReportRecord report = done_report(plan, i, run_id(fmt::format("r{}", i)), i + 1);
      REQUIRE(need(store->document(need(store->result(report.run)).document_sha256)) ==
              report.document);
    }
    need(store->check_chain());
    // The agent heard nothing of the last one and sends it again.
    const std::size_t next = acknowledged;
    const RunId run = run_id(fmt::format("r{}", next));
    (void)store->lease_cell(lease_of(plan, next), run, kNoon);
    need(store->commit_report(done_report(plan, next, run, next + 1), kNoon));
    CHECK(need(store->matrix(plan.id)).done_count == next + 1);
    CHECK(need(store->cell_counts_by_end()).at("done") == next + 1);
  }
}

TEST_CASE("F22: a second coordinator on the same store is told who has it, and disturbs nobody") {
  TemporaryFolder folder;
  auto store = opened(folder.store());
  const auto second = Store::open(folder.store());
  REQUIRE_FALSE(second.has_value());
  CHECK(second.error().code == ErrorCode::Unavailable);
  CHECK(second.error().message.find(folder.store().string()) != std::string::npos);
  CHECK(second.error().message.find(fmt::format("process {}", getpid())) != std::string::npos);
  need(store->add_matrix(sample_matrix("m", 1), kNoon));
  store.reset();
  CHECK(Store::open(folder.store()).has_value());
}

TEST_CASE(
    "F17: on a full disk nothing is acknowledged and all can be read; freed space is enough") {
  TemporaryFolder folder;
  const auto disk_folder = folder.path() / "disk";
  SmallDisk disk(disk_folder, "size=8m");
  if (!disk.mounted()) {
    MESSAGE("skipped: no small disk can be mounted here (" << std::strerror(errno) << ")");
    return;
  }
  const auto ballast = disk_folder / "ballast";
  std::ofstream(ballast) << noise(2'000'000, 1);
  auto store = opened(disk_folder / "store.db");
  const MatrixPlan plan = sample_matrix("m", 100, 1);
  need(store->add_matrix(plan, kNoon));
  for (std::size_t i = 0; i < 100; ++i) {
    need(store->lease_cell(lease_of(plan, i), run_id(fmt::format("r{}", i)), kNoon));
  }
  std::uint64_t durable = 0;
  ReportRecord refused;
  for (std::size_t i = 0; i < 100 && refused.sequence == 0; ++i) {
    ReportRecord report = done_report(plan, i, run_id(fmt::format("r{}", i)), i + 1);
    report.document = noise(200'000, i + 2);
    report.document_sha256 = sha256_hex(report.document);
    const auto committed = store->commit_report(report, kNoon);
    if (committed) {
      durable = committed->durable_to;
      continue;
    }
    CAPTURE(committed.error().message);
    CHECK(committed.error().code == ErrorCode::ResourceExhausted);
    refused = report;
  }
  REQUIRE(refused.sequence != 0);
  CHECK(durable >= 5);
  CHECK(need(store->durable_to("spool-m0")) == durable);
  CHECK(need(store->results({}, 100, "")).rows.size() == durable);
  CHECK(need(store->cells(plan.id)).size() == 100);
  CHECK(store->commit_report(refused, kNoon).error().code == ErrorCode::ResourceExhausted);

  std::filesystem::remove(ballast);
  const auto again = need(store->commit_report(refused, kNoon));
  CHECK(again.fate == ReportFate::Accepted);
  CHECK(again.durable_to == durable + 1);
  need(store->check_chain());
}
