#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/file.h"
#include "core/base/sha256.h"
#include "tests/support/lab_process.h"

namespace fs = std::filesystem;
using namespace gb::testing;
using gb::TemporaryFolder;
using Json = nlohmann::json;

namespace {

struct Run {
  TemporaryFolder folder;

  Finished gb(std::vector<std::string> more, const std::string& workloads = "") const {
    std::vector<std::string> words = {"run", "--datasets", folder / "datasets", "--out",
                                      folder / "results"};
    if (!workloads.empty()) words.insert(words.end(), {"--workloads", workloads});
    words.insert(words.end(), more.begin(), more.end());
    return run(bin("gb"), words);
  }

  std::vector<fs::path> documents() const {
    std::vector<fs::path> found;
    for (const auto& entry : fs::recursive_directory_iterator(folder / "results")) {
      if (entry.path().extension() == ".json") found.push_back(entry.path());
    }
    return found;
  }
};

Json read_json(const fs::path& file) { return Json::parse(std::ifstream(file)); }

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

/// A workload of one's own with a question of micro-read and one whose text is wrong.
fs::path wrong_workload(const TemporaryFolder& folder) {
  const fs::path own = folder / "workloads" / "own-read";
  write(own / "workload.toml",
        "title = \"Own\"\nfamily = \"micro\"\nfidelity = \"harness-native\"\n"
        "queries = [\"micro-point\", \"own-khop1\"]\n[datasets]\nsmoke = \"grid-30x30\"\n");
  write(own / "own-khop1.toml",
        "class = \"traversal\"\nmeaning = \"Out-edges of the seed.\"\npool = \"micro-khop\"\n"
        "parameters = [\"seed\"]\ncolumns = [\"n\"]\noracle = \"micro-khop1\"\n");
  write(own / "own-khop1.sql", "SELECT count(*) + 1 AS n FROM \"EDGE\" WHERE src = $seed\n");
  return own.parent_path();
}

const std::vector<std::string> kQueries = {"micro-point",  "micro-point-miss", "micro-edge",
                                           "micro-khop1",  "micro-khop2",      "micro-khop3",
                                           "micro-varlen", "micro-scan-count", "micro-scan-stats"};

}  // namespace

TEST_CASE("gb run verifies and measures nine queries on three engines and says so") {
  const Run run;
  const Finished done =
      run.gb({"--workload", "micro-read", "--scale", "sf1", "--engines",
              "sqlite,sqlite-sync,sqlite-mem", "--warm-up", "200ms", "--operations", "300"});
  INFO(done.err);
  INFO(done.out);
  CHECK(done.exit_code == 0);
  for (const std::string& query : kQueries) CHECK(done.out.find(query) != std::string::npos);
  CHECK(done.out.find("27 of 27 answers verified") != std::string::npos);
  CHECK(done.out.find("fd000c2a") != std::string::npos);

  const auto documents = run.documents();
  REQUIRE(documents.size() == 3);
  std::set<std::string> sequences;
  for (const fs::path& file : documents) {
    const Json json = read_json(file);
    CHECK(json["schema"] == 4);
    CHECK(json["queries"].size() == 9);
    CHECK(json["condition"]["DatasetChecksum"] ==
          "sha256:fd000c2a1c8fe54f57761318492dd1c481374ae74f58a88cebffb272b5b79337");
    for (const auto& [query, stat] : json["queries"].items()) {
      CHECK(stat["count"] == 300);
      CHECK(stat["errors"] == 0);
      CHECK(stat["p50"] > 0);
      CHECK(stat["p99"] >= stat["p50"]);
    }
    CHECK_FALSE(json["gb"]["partial"].get<bool>());
    sequences.insert(json["gb"]["sequence_sha256"].get<std::string>());
    CHECK(file.parent_path().filename() == "sf1");
    CHECK(file.parent_path().parent_path().filename() == "micro-read");
    CHECK(file.filename().string().find("-inproc-fd000c2a.json") != std::string::npos);
  }
  CHECK(sequences.size() == 1);  // every engine saw the identical sequence

  SUBCASE("and report reads what it wrote") {
    const Finished report =
        gb::testing::run(bin("gb"), {"report", "--results", run.folder / "results"});
    CHECK(report.exit_code == 0);
    CHECK(report.out.find("27 of 27 answers verified") != std::string::npos);
    const Finished json =
        gb::testing::run(bin("gb"), {"report", "--results", run.folder / "results", "--json"});
    CHECK(json.exit_code == 0);
    CHECK(Json::parse(json.out).is_object());
    const Finished compare = gb::testing::run(
        bin("gb"),
        {"compare", documents[0].string(), documents[1].string(), documents[2].string()});
    CHECK(compare.exit_code == 0);
    CHECK(compare.out.find("micro-khop3") != std::string::npos);
  }
}

TEST_CASE("a wrong query text makes exactly that query FAIL, and the exit code is 3") {
  const Run run;
  const Finished done = run.gb({"--workload", "own-read", "--scale", "smoke", "--engines",
                                "sqlite-mem", "--warm-up", "50ms", "--operations", "50"},
                               wrong_workload(run.folder));
  INFO(done.err);
  INFO(done.out);
  CHECK(done.exit_code == 3);
  const auto documents = run.documents();
  REQUIRE(documents.size() == 1);
  const Json json = read_json(documents[0]);
  CHECK(json["gb"]["partial"].get<bool>());
  CHECK(json["queries"].size() == 1);
  CHECK_FALSE(json["queries"].contains("own-khop1"));
  CHECK(json["gb"]["outcomes"]["own-khop1"]["outcome"] == "failed");
  int failed = 0;
  for (const Json& line : json["verification"]) failed += line["outcome"] == "FAIL" ? 1 : 0;
  CHECK(failed == 1);
  CHECK(done.out.find("FAIL") != std::string::npos);
  CHECK(done.out.find("got") != std::string::npos);  // the first difference is shown
}

TEST_CASE(
    "a corrupt cached dataset is found by its checksum, made again and said; the run is fine") {
  const Run run;
  const std::vector<std::string> words = {"--workload", "micro-read", "--engines",    "sqlite-mem",
                                          "--warm-up",  "50ms",       "--operations", "20"};
  REQUIRE(run.gb(words).exit_code == 0);
  fs::path edges;
  for (const auto& entry : fs::recursive_directory_iterator(run.folder / "datasets")) {
    if (entry.path().filename() == "EDGE.csv") edges = entry.path();
  }
  REQUIRE_FALSE(edges.empty());
  std::ofstream(edges, std::ios::app) << "0,899,EDGE\n";
  const Finished done = run.gb(words);
  INFO(done.err);
  CHECK(done.exit_code == 0);
  CHECK(done.err.find("repaired") != std::string::npos);
  bool stamped = false;
  for (const fs::path& file : run.documents())
    stamped |= read_json(file)["gb"]["dataset_source"] == "repaired";
  CHECK(stamped);
}

TEST_CASE("the file of a document hashes to what the store and the report say") {
  const Run run;
  REQUIRE(run.gb({"--workload", "micro-read", "--engines", "sqlite-mem", "--warm-up", "0s",
                  "--operations", "20"})
              .exit_code == 0);
  const auto bytes = gb::read_file(run.documents().at(0));
  REQUIRE(bytes);
  CHECK(bytes->back() == '\n');
  CHECK(Json::parse(*bytes).dump(2, ' ', false) + "\n" ==
        *bytes);  // sorted keys, two spaces, one line end
}
