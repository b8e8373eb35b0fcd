// Workloads of one's own: the company of tests/fixtures/custom, through `gb run` and through a lab.
#include <doctest/doctest.h>
#include <signal.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/lab_process.h"

namespace fs = std::filesystem;
using namespace gb::testing;
using gb::TemporaryFolder;
using Json = nlohmann::json;

namespace {

const fs::path kOwn = fs::path(GB_SOURCE_DIR) / "tests" / "fixtures" / "custom";

/// A copy a test may change.
fs::path copied(const fs::path& to) {
  fs::copy(kOwn, to, fs::copy_options::recursive);
  return to;
}

void write(const fs::path& file, const std::string& text) { std::ofstream(file) << text; }

Finished run_company(const TemporaryFolder& folder, const fs::path& workloads) {
  return run(bin("gb"), {"run", "--datasets", folder / "datasets", "--out", folder / "results",
                         "--workloads", workloads, "--workload", "company", "--engines",
                         "sqlite-mem", "--warm-up", "20ms", "--operations", "30"});
}

Json only_document(const TemporaryFolder& folder) {
  for (const auto& entry : fs::recursive_directory_iterator(folder / "results")) {
    if (entry.path().extension() == ".json") return Json::parse(std::ifstream(entry.path()));
  }
  FAIL("no document");
  return {};
}

bool says(const std::string& text, const std::string& word) {
  return text.find(word) != std::string::npos;
}

/// company on machines a and b.
fs::path matrix_of(const LabProcesses& lab) {
  const fs::path file = lab.folder() / "company.toml";
  write(file,
        "name = \"own\"\nengines = [\"sqlite-mem\"]\nworkloads = [\"company\"]\n"
        "scales = [\"smoke\"]\nmachines = [\"a\", \"b\"]\nwarm_up = \"20ms\"\noperations = 30\n");
  return file;
}

}  // namespace

TEST_CASE("gb run measures a workload of one's own against the answers it brings along") {
  const TemporaryFolder folder;
  const Finished done = run_company(folder, kOwn);
  INFO(done.err);
  INFO(done.out);
  CHECK(done.exit_code == 0);
  CHECK(says(done.out, "2 of 2 answers verified"));
  const Json json = only_document(folder);
  CHECK(json["condition"]["Dataset"] == "company");
  CHECK(json["gb"]["dataset_source"] == "workload");
  CHECK(json["queries"]["company-staff"]["count"] == 30);
  CHECK(json["queries"]["company-colleagues"]["count"] == 30);
}

TEST_CASE("an answer other than the one brought along makes its query FAIL") {
  const TemporaryFolder folder;
  const fs::path own = copied(folder / "own");
  // The last of four: each is verified.
  write(own / "company" / "company-staff.answers.json",
        "[{\"params\": {\"company\": 106}, \"rows\": []},\n"
        " {\"params\": {\"company\": 7}, \"rows\": []},\n"
        " {\"params\": {\"company\": 8}, \"rows\": []},\n"
        " {\"params\": {\"company\": 101}, \"rows\": [[\"Ada\", 2008]]}]\n");
  const Finished done = run_company(folder, own);
  INFO(done.out);
  CHECK(done.exit_code == 3);
  CHECK(says(done.out, "company-staff"));
  const Json json = only_document(folder);
  CHECK(json["gb"]["outcomes"]["company-staff"]["outcome"] == "failed");
  CHECK(json["queries"].contains("company-colleagues"));
}

TEST_CASE("a mistake in a workload of one's own ends gb run with file and line") {
  const TemporaryFolder folder;
  const fs::path own = copied(folder / "own");
  write(own / "company" / "company-staff.answers.json",
        "[\n {\"params\": {\"company\": 101}, \"rows\": [[\"Ada\"]]}\n]\n");
  const Finished done = run_company(folder, own);
  CHECK(done.exit_code == 64);
  CHECK_MESSAGE(says(done.err, "company-staff.answers.json:2: a row of 1 values"), done.err);
}

TEST_CASE("a matrix runs it on two machines that were given the same folder") {
  const TemporaryFolder folder;
  const fs::path own = copied(folder / "own");
  ::setenv("GRAPH_BENCH_WORKLOADS", own.c_str(), 1);
  LabProcesses lab;
  lab.start_agent("a");
  lab.start_agent("b");
  REQUIRE(lab.gb({"agent", "list", "--wait", "2"}).exit_code == 0);
  const Finished done =
      lab.gb({"matrix", "submit", matrix_of(lab), "--wait", "--out", folder / "results"});
  INFO(done.err);
  INFO(done.out);
  CHECK(done.exit_code == 0);
  CHECK(says(done.out, "company-colleagues"));

  SUBCASE("and refuses the machine that has it in another version, or not at all") {
    write(own / "company" / "company-staff.sql",
          "SELECT p.name, w.since FROM \"WORKS_AT\" w, \"Person\" p\n"
          "WHERE p.id = w.src AND w.dst = $company ORDER BY 1\n");
    lab.agent("a").signal(SIGTERM);
    (void)lab.agent("a").wait();
    lab.start_agent("a");
    lab.agent("b").signal(SIGTERM);
    (void)lab.agent("b").wait();
    ::unsetenv("GRAPH_BENCH_WORKLOADS");
    lab.start_agent("b");
    REQUIRE(lab.gb({"agent", "list", "--wait", "2"}).exit_code == 0);
    const Finished again = lab.gb({"matrix", "submit", matrix_of(lab), "--wait"});
    INFO(again.err);
    INFO(again.out);
    CHECK(again.exit_code != 0);
    CHECK(says(again.err + again.out, "workload company has version"));
    CHECK(says(again.err + again.out, "no workload \"company\""));
  }
  ::unsetenv("GRAPH_BENCH_WORKLOADS");
}
