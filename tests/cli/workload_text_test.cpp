#include "cli/workload_text.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>

#include "core/report/text_table.h"

using namespace gb;
using Json = nlohmann::json;

namespace {

const std::vector<Workload>& all() {
  static const Catalogue kCatalogue = [] {
    Result<Catalogue> catalogue =
        Catalogue::with_added(std::string(GB_SOURCE_DIR) + "/tests/fixtures/custom");
    REQUIRE_MESSAGE(catalogue, catalogue.error().message);
    return *catalogue;
  }();
  return kCatalogue.all();
}

const Workload& workload(const std::string& name) {
  const auto found =
      std::find_if(all().begin(), all().end(), [&](const Workload& w) { return w.name == name; });
  REQUIRE(found != all().end());
  return *found;
}

std::size_t widest(const std::string& text) {
  std::istringstream lines(text);
  std::size_t width = 0;
  for (std::string line; std::getline(lines, line);) width = std::max(width, text_width(line));
  return width;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("the list of workloads fits a terminal of 80 columns") {
  CHECK(widest(workload_table(all())) <= 80);
  for (const Workload& each : all()) CHECK(has(workload_table(all()), each.name));
}

TEST_CASE("the long list names every query, in lines of at most 80 columns") {
  std::vector<Workload> built_in;
  for (const Workload& each : all()) {
    if (each.folder.empty()) built_in.push_back(each);  // a folder's name may be of any length
  }
  const std::string text = workloads_at_length(built_in);
  CHECK(widest(text) <= 80);
  for (const Workload& each : built_in) {
    for (const Query& query : each.queries) CHECK(has(text, query.id));
  }
}

TEST_CASE("of a mix the share of each query is shown, of all weights") {
  Workload mix = workload("micro-read");
  mix.protocol = Protocol::Mix;
  mix.weights = {{"micro-point", 3}, {"micro-edge", 1}};
  const std::string text = workload_text(mix);
  CHECK(has(text, "75 %"));
  CHECK(has(text, "25 %"));
  CHECK(has(workloads_at_length({mix}), "micro-point 75 %"));
}

TEST_CASE("a query is shown with meaning, pool, strata, comparison, example and texts") {
  const Query& query = workload("micro-read").queries.at(4);
  const std::string text = query_text(query, {"micro-read"});
  CHECK(has(text, "micro-khop2 (traversal)"));
  CHECK(has(text, "exactly two edges from the seed"));
  CHECK(has(text, "micro-khop (sink: no out-edge;"));
  CHECK(has(text, "row order counts"));
  CHECK(has(text, "Example on grid-30x30, seed = 0:\nn\n-\n3\n"));
  CHECK(has(text, "\n[sql]\nSELECT"));
  CHECK(has(text, "\n[cypher]\nMATCH"));
}

TEST_CASE("a write is shown with what stands around it") {
  Query write = workload("micro-read").queries.at(0);
  write.query_class = QueryClass::Write;
  write.columns = {};
  write.example = {};
  write.setup = {{"sql", {}}};
  write.teardown = {{"sql", {"DELETE 1", "DELETE 2"}}};
  write.check = {{"sql", {"SELECT true"}}};
  write.withheld = {{"mongo", "no such thing"}};
  const std::string text = query_text(write, {});
  CHECK(has(text, "[sql set-up]\nnothing to do\n"));
  CHECK(has(text, "[sql tear-down]\nDELETE 1;\nDELETE 2\n"));
  CHECK(has(text, "[sql check]\nSELECT true\n"));
  CHECK(has(text, "judged by     the check below"));
  CHECK(has(text, "needs         transactions"));
  CHECK(has(text, "no mongo      no such thing"));
}

TEST_CASE("as JSON a workload has all its queries, with answers that came along and examples") {
  const Json company = workload_json(workload("company"));
  CHECK(company["protocol"] == "per-query");
  CHECK(company["datasets"]["smoke"] == "./data");
  const Json& staff = company["queries"][0];
  CHECK(staff["expected"].size() == 3);
  CHECK(staff["expected"][0]["params"] == Json{{"company", 101}});
  CHECK(staff["expected"][0]["rows"][0] == Json::array({"Ada", 2008}));
  CHECK(staff["without_text"].contains("cypher"));
  CHECK_FALSE(staff["without_text"].contains("sql"));
  const Json khop2 = query_json(workload("micro-read").queries.at(4));
  CHECK(khop2["example"]["dataset"] == "grid-30x30");
  CHECK(khop2["example"]["rows"] == Json::array({Json::array({3})}));
  CHECK(khop2["compare"]["ordered"] == true);
}
