#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/support/lab_process.h"
#include "tests/support/process.h"
#include "tests/support/temporary_folder.h"

namespace fs = std::filesystem;
using namespace gb::testing;
using gb::TemporaryFolder;

namespace {

fs::path fixture(const std::string& name) {
  return fs::path(GB_SOURCE_DIR) / "tests/fixtures/documents" / name;
}

const std::string kZu = "20260819T151225Z-zu-inproc-46dceb23.json";
const std::string kLadybug = "20260819T151452Z-ladybug-inproc-46dceb23.json";

std::string text_of(const fs::path& file) {
  std::ifstream stream(file);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

/// The published pair as two builds of one engine.
struct Pair {
  TemporaryFolder folder;

  Pair() {
    folder.write("a/a.json", text_of(fixture(kZu)));
    std::string other = text_of(fixture(kLadybug));
    const std::string engine = "\"Engine\": \"ladybug\"";
    other.replace(other.find(engine), engine.size(), "\"Engine\": \"zu\"");
    folder.write("b/b.json", other);
  }
};

Finished gb_with(std::vector<std::string> arguments) { return run(bin("gb"), arguments); }

bool has(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("under the reference's rules the published pair gets its answers and its codes") {
  const std::string a = fixture(kZu), b = fixture(kLadybug);
  Finished done = gb_with({"gate", "--file", a});
  CHECK(done.exit_code == 2);
  CHECK(has(done.err, "budget[aggregation]: p99 58.853392459s over 250ms (in-process)"));
  done = gb_with({"gate", "--file", b});
  CHECK(done.exit_code == 2);
  CHECK(has(done.err, "zu: 1 failing"));  // the label is the flag's, not the file's
  done = gb_with({"gate", "--file", a, "--baseline", b, "--noise-floor", "4"});
  CHECK(done.exit_code == 2);
  CHECK(has(done.out, "zu: 2 indeterminate, noise floor 4"));
  done = gb_with({"gate", "--file", a, "--rival", b});
  CHECK(has(done.out, "aggregation  4.31ms  58.85339s     122.99ms    16.62711s  28.55   0.28"));
  done = gb_with(
      {"noise", "--results", fixture("").string(), "--engine", "zu", "--rules", "reference"});
  CHECK(done.exit_code == 1);
  CHECK(has(done.err, "found 1"));
  done = gb_with({"gate", "--file", "nothing.json", "--rules", "reference"});
  CHECK(done.exit_code == 1);
  done = gb_with({"gate", "--file", "nothing.json", "--rules", "lab"});
  CHECK(done.exit_code == 64);
  done = gb_with({"ab", "--before", "x", "--rules", "reference"});
  CHECK(done.exit_code == 1);
  done = gb_with({"ab", "--before", "x", "--after", "y", "--metric", "p42"});
  CHECK(done.exit_code == 64);
}

TEST_CASE("a kept verdict replays byte for byte, wherever its documents are now") {
  const Pair pair;
  const std::string kept = pair.folder / "verdict.json";
  const Finished done =
      gb_with({"ab", "--before", pair.folder / "a", "--after", pair.folder / "b", "--out", kept});
  CHECK(done.exit_code == 2);
  CHECK(has(done.out, "median 6.29x, 8 regressed at 1.10x or over, worst lsqb lsqb-q9 54.00x"));
  CHECK(gb_with({"verdict", "replay", kept}).exit_code == 0);

  fs::create_directories(pair.folder / "moved");
  fs::rename(pair.folder / "a", pair.folder / "moved/a");
  const Finished lost = gb_with({"verdict", "replay", kept});
  CHECK(lost.exit_code == 64);
  CHECK(has(lost.err, "--results"));
  CHECK(gb_with({"verdict", "replay", kept, "--results", pair.folder / "moved"}).exit_code == 0);

  std::string changed = text_of(kept);
  changed.replace(changed.find("\"regressed\": 8"), 14, "\"regressed\": 7");
  pair.folder.write("verdict.json", changed);
  const Finished differs = gb_with({"verdict", "replay", kept, "--results", pair.folder / "moved"});
  CHECK(differs.exit_code == 2);
  CHECK(has(differs.err, "\"regressed\": 7"));
}

TEST_CASE("the lab's rules decide nothing from one round, and say what would") {
  const Pair pair;
  std::vector<std::string> ab{
      "ab", "--before", pair.folder / "a", "--after", pair.folder / "b", "--rules", "lab"};
  const Finished done = gb_with(ab);
  CHECK(done.exit_code == 4);
  CHECK(has(done.out, "with fewer than 9 rounds nothing can be decided about 9 rows"));
  CHECK(has(done.out, "9 rounds, 22 min"));
  for (const auto& [policy, code] :
       std::vector<std::pair<std::string, int>>{{"fail", 2}, {"neutral", 4}, {"pass", 0}}) {
    std::vector<std::string> with = ab;
    with.insert(with.end(), {"--indeterminate", policy});
    CHECK(gb_with(with).exit_code == code);
  }
  ab.push_back("--json");
  const auto json = nlohmann::json::parse(gb_with(ab).out);
  CHECK(json["schema"] == "graph-bench/verdict/1");
  CHECK(json["outcome"] == "indeterminate");
  CHECK(json["inputs"].size() == 2);
}

TEST_CASE("a gate without a baseline does not pass silently, and tells a machine too") {
  const TemporaryFolder folder;
  const std::string a = fixture(kZu), xml = folder / "junit.xml";
  Finished done = gb_with({"gate", "--file", a, "--rules", "lab", "--results", folder / "none",
                           "--junit", xml, "--format", "markdown"});
  CHECK(done.exit_code == 2);
  CHECK(has(done.out, "**gate zu: violation found**"));
  CHECK(has(done.out, "missing-baseline"));
  CHECK(has(text_of(xml), "<failure type=\"missing-baseline\""));
  done = gb_with({"gate", "--file", a, "--rules", "lab", "--baseline", "none"});
  CHECK(done.exit_code == 0);
  const fs::path budgets =
      folder.write("budgets.toml", "version = 1\n[budget.default]\nreads = \"1ms\"\n");
  done =
      gb_with({"gate", "--file", a, "--rules", "lab", "--baseline", "none", "--budgets", budgets});
  CHECK(done.exit_code == 64);
  CHECK(has(done.err, "point-read"));
  done = gb_with(
      {"gate", "--file", a, "--rules", "lab", "--baseline", "none", "--point-read-budget", "soon"});
  CHECK(done.exit_code == 64);
}

TEST_CASE("rounds of a real engine: the library against itself is not gated") {
  const TemporaryFolder folder;
  const Finished ran =
      gb_with({"run", "--workload", "micro-read", "--engines", "sqlite", "--rounds", "4",
               "--operations", "20", "--warm-up", "1ms", "--datasets", folder / "datasets", "--out",
               folder / "results", "--quiet"});
  REQUIRE(ran.exit_code == 0);
  const Finished gate = gb_with({"gate", "--engine", "sqlite", "--results", folder / "results"});
  CHECK(gate.exit_code == 0);
  CHECK(has(gate.out, "identical build"));
  const Finished noise = gb_with({"noise", "--engine", "sqlite", "--results", folder / "results"});
  CHECK(noise.exit_code == 4);
  CHECK(has(noise.out, "insufficient-samples"));
  const Finished self = gb_with(
      {"ab", "--engine", "sqlite", "--before", folder / "results", "--after", folder / "results"});
  CHECK(self.exit_code == 64);
  CHECK(has(self.err, "stands on both sides"));
}

TEST_CASE("the same questions are asked of a lab, and its verdicts replay from its store") {
  LabProcesses lab;
  lab.start_agent("alpha");
  REQUIRE(lab.gb({"agent", "list", "--wait", "1"}).exit_code == 0);
  const Finished ran = lab.gb(
      {"matrix", "submit", lab.write_matrix("[\"alpha\"]", "rounds = 4\n"), "--wait", "--quiet"});
  REQUIRE(ran.exit_code == 0);
  const std::string kept = lab.folder() / "verdict.json";
  const Finished gate = lab.gb({"gate", "--stored", "--engine", "sqlite", "--out", kept});
  CHECK(gate.exit_code == 0);
  CHECK(has(gate.out, "identical build"));
  CHECK(lab.gb({"verdict", "replay", kept, "--stored"}).exit_code == 0);
  CHECK(lab.gb({"verdict", "replay", kept}).exit_code == 64);
  const Finished noise = lab.gb({"noise", "--stored", "--engine", "sqlite", "--machine", "alpha"});
  CHECK(noise.exit_code == 4);
  CHECK(has(noise.out, "insufficient-samples"));
  CHECK(lab.gb({"history", "--stored", "--engine", "sqlite"}).exit_code == 0);
  const Finished self = lab.gb({"ab", "--stored", "--engine", "sqlite"});
  CHECK(self.exit_code == 64);
  CHECK(has(self.err, "stands on both sides"));
  CHECK(lab.gb({"gate", "--stored", "--engine", "nobody"}).exit_code == 64);
}
