#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/ranges.h>

#include <fstream>

#include "core/base/file.h"
#include "core/base/random.h"
#include "tests/coordinator/store/child_process.h"
#include "tests/coordinator/store/sample_store.h"

using namespace gb;
using namespace gb::test;

namespace {

constexpr std::size_t kReports = 30;  // few enough for all to stay in the log

std::string run_name(std::size_t i) { return fmt::format("r{}", i); }

/// A store as a killed coordinator leaves it: all in the log. Returns the size that the log had
/// before the last report was committed.
std::uint64_t killed_store(const std::filesystem::path& file, const MatrixPlan& plan) {
  std::uint64_t before_last = 0;
  Child child([&](const Child::Tell& tell) {
    auto store = Store::open(file);
    if (!store || !(*store)->add_matrix(plan, kNoon)) return;
    for (std::size_t i = 0; i < kReports; ++i) {
      if (!(*store)->lease_cell(lease_of(plan, i), run_id(run_name(i)), kNoon)) return;
    }
    for (std::size_t i = 0; i < kReports; ++i) {
      tell(std::filesystem::file_size(file.string() + "-wal"));
      if (!(*store)->commit_report(done_report(plan, i, run_id(run_name(i)), i + 1), kNoon)) return;
    }
    tell(0);
    _exit(0);
  });
  std::uint64_t told = 1;
  while (told != 0 && child.next(told)) before_last = told == 0 ? before_last : told;
  REQUIRE(told == 0);
  child.wait_for_end();
  return before_last;
}

void copy_store(const std::filesystem::path& from, const std::filesystem::path& to) {
  for (const char* suffix : {"", "-wal"}) {
    std::error_code none;
    std::filesystem::remove(to.string() + suffix, none);
    if (!std::filesystem::exists(from.string() + suffix)) continue;
    std::filesystem::copy_file(from.string() + suffix, to.string() + suffix);
  }
}

void flip_bit(const std::filesystem::path& file, std::uint64_t offset, unsigned bit) {
  std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
  stream.seekg(static_cast<std::streamoff>(offset));
  const int byte = stream.get();
  stream.seekp(static_cast<std::streamoff>(offset));
  stream.put(static_cast<char>(static_cast<unsigned>(byte) ^ (1U << bit)));
  REQUIRE(stream.good());
}

/// How many of the reports are there, whole; in order and without gaps, or -1.
int whole_reports(Store& store, const MatrixPlan& plan) {
  int found = 0;
  for (std::size_t i = 0; i < kReports; ++i) {
    const auto result = store.result(run_id(run_name(i)));
    if (!result) continue;
    const ReportRecord report = done_report(plan, i, result->run, i + 1);
    const auto document = store.document(result->document_sha256);
    if (!document || *document != report.document || found != static_cast<int>(i)) return -1;
    ++found;
  }
  return found;
}

}  // namespace

TEST_CASE("F20: a torn log loses the commit it is torn in, and none before it") {
  TemporaryFolder folder;
  const MatrixPlan plan = sample_matrix("m", kReports, 1);
  const auto original = folder.path() / "original.db";
  const std::uint64_t before = killed_store(original, plan);
  const std::uint64_t size = std::filesystem::file_size(original.string() + "-wal");
  REQUIRE(before < size);
  std::vector<std::uint64_t> cuts = {
      before,      before + 1, before + 23, before + 24, before + 4000, (before + size) / 2,
      size - 4120, size - 24,  size - 2,    size - 1};
  for (const std::uint64_t cut : cuts) {
    CAPTURE(cut - before);
    copy_store(original, folder.store());
    std::filesystem::resize_file(folder.store().string() + "-wal", cut);
    auto store = opened(folder.store());
    CHECK(need(store->durable_to("spool-m0")) == kReports - 1);
    CHECK(whole_reports(*store, plan) == kReports - 1);
    need(store->check_chain());
    // It is sent again and fits.
    const ReportRecord last =
        done_report(plan, kReports - 1, run_id(run_name(kReports - 1)), kReports);
    CHECK(need(store->commit_report(last, kNoon)).fate == ReportFate::Accepted);
  }
  copy_store(original, folder.store());
  CHECK(whole_reports(*opened(folder.store()), plan) == kReports);
}

TEST_CASE("F21: a flipped bit in the log makes a shorter story, which the watermark gives away") {
  TemporaryFolder folder;
  const MatrixPlan plan = sample_matrix("m", kReports, 1);
  const auto original = folder.path() / "original.db";
  killed_store(original, plan);
  const std::uint64_t size = std::filesystem::file_size(original.string() + "-wal");
  SplitMix64 random(Seed{21});
  int shorter = 0;
  for (int i = 0; i < 40; ++i) {
    copy_store(original, folder.store());
    const std::uint64_t offset = random.below(size);
    const auto bit = static_cast<unsigned>(random.below(8));
    CAPTURE(offset);
    flip_bit(folder.store().string() + "-wal", offset, bit);
    auto store = Store::open(folder.store());
    if (!store || !(*store)->check_chain()) continue;  // found
    const int whole = whole_reports(**store, plan);
    CHECK(whole >= 0);
    const SpoolState met =
        need((*store)->meet_spool("spool-m0", AgentId::trusted("m0"), 0, kReports, kNoon));
    CHECK(met.lost == kReports - static_cast<std::uint64_t>(whole));
    shorter += whole < static_cast<int>(kReports) ? 1 : 0;
  }
  CHECK(shorter > 20);
}

TEST_CASE("F21: a scrub goes on behind a damaged commit and names each one once") {
  TemporaryFolder folder;
  const MatrixPlan plan = sample_matrix("m", kReports, 1);
  killed_store(folder.store(), plan);
  { auto moved_into_the_file = opened(folder.store()); }
  {
    SQLite::Database raw(folder.store(), SQLite::OPEN_READWRITE);
    raw.exec("UPDATE chain SET cell_id = cell_id || 'x' WHERE commit_number = 5");
    raw.exec("DELETE FROM chain WHERE commit_number = 11");
    raw.exec(
        "UPDATE blob SET bytes = zeroblob(length(bytes)) WHERE sha256 = "
        "(SELECT document_sha256 FROM chain WHERE commit_number = 20)");
  }
  auto store = opened(folder.store());
  ScrubMark mark;
  std::vector<std::string> found;
  while (!mark.at_end) {
    for (std::string& what : need(store->scrub(mark, 3))) found.push_back(std::move(what));
  }
  CAPTURE(fmt::format("{}", fmt::join(found, "\n")));
  CHECK(mark.next == std::int64_t{kReports} + 1);
  REQUIRE(found.size() == 4);
  CHECK(found[0].find("commit 5 (run") == 0);
  CHECK(found[1].find("commit 11 is missing") == 0);
  CHECK(found[2].find("commit 12 (run") == 0);  // it was chained to the missing one
  CHECK(found[3].find("commit 20, run") == 0);

  ScrubMark last = need(store->tail(10));
  CHECK(last.next == std::int64_t{kReports} - 9);
  CHECK(need(store->scrub(last, 20)).empty());
  CHECK(last.at_end);
  ScrubMark all = need(store->tail(1000));
  CHECK(need(store->scrub(all, 1000)).size() == 4);
}

TEST_CASE("F21: a flipped bit in the store is found by the check, or changes no result") {
  TemporaryFolder folder;
  const MatrixPlan plan = sample_matrix("m", kReports, 1);
  const auto original = folder.path() / "original.db";
  killed_store(original, plan);
  { auto moved_into_the_file = opened(original); }
  const std::uint64_t size = std::filesystem::file_size(original);
  SplitMix64 random(Seed{22});
  int found = 0;
  for (int i = 0; i < 150; ++i) {
    copy_store(original, folder.store());
    const std::uint64_t offset = random.below(size);
    CAPTURE(offset);
    flip_bit(folder.store(), offset, static_cast<unsigned>(random.below(8)));
    auto store = Store::open(folder.store());
    if (!store || !(*store)->check_chain()) {
      ++found;
      continue;
    }
    CHECK(whole_reports(**store, plan) == kReports);
    for (std::size_t r = 0; r < kReports; ++r) {
      const ResultRow row = need((*store)->result(run_id(run_name(r))));
      CHECK(row.engine_version == "3.40.1");
      CHECK(row.lineage_key == "abc");
      CHECK_FALSE(row.superseded);
    }
  }
  CHECK(found > 15);
}
