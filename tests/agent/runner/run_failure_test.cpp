#include "core/base/file.h"
#include "core/data/manifest.h"
#include "tests/agent/runner/real_run.h"

using namespace gb::testing;

namespace {

/// SQL that never ends by itself.
const std::string kEndless =
    "WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r) "
    "SELECT COUNT(*) AS n FROM r WHERE $seed IS NOT NULL";

void check_others_measured(const Ran& ran, const std::string& but) {
  CHECK(ran.document.queries.size() == 8);
  CHECK(ran.document.queries.count(but) == 0);
  CHECK(ran.document.gb->samples.count(but) == 0);
  CHECK(ran.document.condition.dialect_used.count(but) == 0);
  for (const auto& [id, outcome] : ran.document.gb->outcomes) {
    CAPTURE(id);
    if (id != but) CHECK(outcome.outcome == "measured");
  }
}

const gb::VerificationLine& line_of(const Ran& ran, const std::string& query) {
  for (const auto& line : ran.document.verification) {
    if (line.query_id == query) return line;
  }
  REQUIRE_MESSAGE(false, "no verification line of " << query);
  return ran.document.verification.front();
}

struct Spoiled {
  gb::TemporaryFolder folder;
  std::filesystem::path catalogue = catalogue_copy(folder);
  v1::RunRequest request = request_for("sqlite-mem", folder / "run");

  explicit Spoiled() { request.set_catalogue_folder(catalogue.string()); }
  std::filesystem::path text(const std::string& name) const {
    return catalogue / "micro-read" / name;
  }
};

}  // namespace

TEST_CASE("a wrong text fails exactly its query, with the first difference and no latency") {
  Spoiled spoiled;
  write_text(spoiled.text("micro-khop1.sql"),
             "SELECT COUNT(*) + 1 AS n FROM EDGE WHERE src = $seed");
  const Ran ran = run_to_document(spoiled.request);
  CHECK(ran.sent.partial());
  CHECK(ran.sent.failed_count() == 1);
  CHECK(ran.document.gb->partial);
  check_others_measured(ran, "micro-khop1");
  const auto& line = line_of(ran, "micro-khop1");
  CHECK(line.outcome == "FAIL");
  CHECK(line.samples == 0);
  CAPTURE(line.reason);
  CHECK(line.reason.find("sample 1 {seed: ") == 0);
  CHECK(line.reason.find("got") != std::string::npos);
  CHECK(ran.outcome("micro-khop1").outcome == "failed");
  CHECK(ran.outcome("micro-khop1").reason_code == "wrong-answer");
  CHECK(ran.outcome("micro-khop1").detail == line.reason);
}

TEST_CASE("a text that does not parse fails its query with the engine's words") {
  Spoiled spoiled;
  write_text(spoiled.text("micro-edge.sql"), "SELEKT $src, $dst");
  const Ran ran = run_to_document(spoiled.request);
  CHECK(ran.sent.failed_count() == 1);
  check_others_measured(ran, "micro-edge");
  CHECK(ran.outcome("micro-edge").outcome == "failed");
  CHECK(ran.outcome("micro-edge").reason_code == "exec-error");
  CHECK(ran.outcome("micro-edge").detail.find("SELEKT") != std::string::npos);
}

TEST_CASE("a query without a text in the engine's dialect is skipped and nothing is partial") {
  Spoiled spoiled;
  std::filesystem::remove(spoiled.text("micro-varlen.sql"));
  const Ran ran = run_to_document(spoiled.request);
  CHECK_FALSE(ran.sent.partial());
  CHECK(ran.sent.failed_count() == 0);
  check_others_measured(ran, "micro-varlen");
  CHECK(line_of(ran, "micro-varlen").outcome == "SKIP");
  CHECK(ran.outcome("micro-varlen").outcome == "skipped");
  CHECK(ran.outcome("micro-varlen").reason_code == "no-dialect-text");
}

TEST_CASE("a query over its limit is broken by timeout and the run goes on") {
  Spoiled spoiled;
  write_text(spoiled.text("micro-khop2.sql"), kEndless);
  spoiled.request.mutable_settings()->set_operation_limit_nanos(200'000'000);
  const Ran ran = run_to_document(spoiled.request);
  CHECK(ran.sent.partial());
  check_others_measured(ran, "micro-khop2");
  CHECK(ran.outcome("micro-khop2").outcome == "broken");
  CHECK(ran.outcome("micro-khop2").reason_code == "timeout");
}

TEST_CASE("when every query fails there is still a document, with verdicts and no figures") {
  Spoiled spoiled;
  for (const auto& entry : std::filesystem::directory_iterator(spoiled.catalogue / "micro-read")) {
    if (entry.path().extension() != ".sql") continue;
    write_text(entry.path(), "NONSENSE " + gb::read_file(entry.path()).value());
  }
  const Ran ran = run_to_document(spoiled.request);
  CHECK(ran.sent.failed_count() == 9);
  CHECK(ran.document.queries.empty());
  CHECK(ran.document.classes.empty());
  CHECK(ran.document.condition.latency_model == "");
  CHECK(ran.document.condition.warmup_outcome == "none");
}

TEST_CASE("a dataset the engine cannot hold skips every query with the reason") {
  const gb::TemporaryFolder folder;
  const auto copy = folder / "dataset";
  std::filesystem::copy(grid().folder, copy, std::filesystem::copy_options::recursive);
  gb::Dataset renamed = gb::open_dataset(copy).value();
  renamed.nodes.at(0).label = "sqlite_node";  // a name SQLite keeps for itself
  write_text(copy / "manifest.json", gb::manifest_text(renamed));
  auto request = request_for("sqlite", folder / "run");
  request.set_dataset_folder(copy.string());
  const Ran ran = run_to_document(request);
  CHECK(ran.document.verification.size() == 9);
  CHECK_FALSE(ran.sent.partial());
  CHECK(ran.document.queries.empty());
  for (const auto& [id, outcome] : ran.document.gb->outcomes) {
    CAPTURE(id);
    CHECK(outcome.outcome == "skipped");
    CHECK(outcome.reason_code == "unsupported-dataset");
    CHECK(outcome.detail.find("sqlite_node") != std::string::npos);
  }
}

TEST_CASE("what is missing is said, and says where it was looked for") {
  const gb::TemporaryFolder folder;
  const auto problem_of = [&](const std::function<void(v1::RunRequest&)>& spoil) {
    auto request = request_for("sqlite", folder / "run");
    spoil(request);
    const auto problem = run_to_problem(request);
    CHECK(problem.end() == v1::CELL_END_INPUT_MISSING);
    CHECK_FALSE(std::filesystem::exists(folder / "run/store"));
    return problem.message();
  };
  const auto has = [](const std::string& text, const std::string& part) {
    CAPTURE(text);
    CHECK(text.find(part) != std::string::npos);
  };
  has(problem_of([](auto& r) { r.mutable_engine()->set_name("sqlight"); }),
      "no engine \"sqlight\"; there are: sqlite");
  has(problem_of([](auto& r) { r.set_workload("micro-wrote"); }), "micro-read");
  has(problem_of([](auto& r) { r.mutable_engine()->set_version("2.8"); }),
      "sqlite@2.8 was asked for and this machine has 3.");
  has(problem_of([](auto& r) {
        (*r.mutable_engine()->mutable_settings())["lib"] = "/no/such/libsqlite3.so";
      }),
      "/no/such/libsqlite3.so");
  has(problem_of([](auto& r) { r.set_dataset_folder("/no/such/dataset"); }), "/no/such/dataset");
  has(problem_of([](auto& r) { r.set_catalogue_folder("/no/such/catalogue"); }),
      "/no/such/catalogue");
  has(problem_of([](auto& r) { r.set_workloads_folder("/no/such/workloads"); }),
      "/no/such/workloads");
  has(problem_of([](auto& r) { r.set_workload_version("0123456789abcdef"); }),
      "and 0123456789abcdef was asked for");
}

TEST_CASE("a dataset whose bytes changed is not measured") {
  const gb::TemporaryFolder folder;
  const auto copy = folder / "dataset";
  std::filesystem::copy(grid().folder, copy, std::filesystem::copy_options::recursive);
  for (const auto& entry : std::filesystem::directory_iterator(copy / "nodes")) {
    std::ofstream(entry.path(), std::ios::app) << "901,Node,0\n";
  }
  auto request = request_for("sqlite", folder / "run");
  request.set_dataset_folder(copy.string());
  const auto problem = run_to_problem(request);
  CHECK(problem.end() == v1::CELL_END_INPUT_MISSING);
  CAPTURE(problem.message());
  CHECK(problem.message().find("eb8d5d60") != std::string::npos);
}

TEST_CASE("a store folder that holds something is left alone") {
  const gb::TemporaryFolder folder;
  folder.write("store/precious", "data");
  const auto problem = run_to_problem(request_for("sqlite", folder.path()));
  CHECK(problem.message().find("is not empty") != std::string::npos);
  CHECK(std::filesystem::exists(folder / "store/precious"));
}
