#include "workloads/catalogue/catalogue.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/base/file.h"
#include "tests/workloads/catalogue/folder.h"

using namespace gb;

namespace {

Catalogue built_in() {
  Result<Catalogue> catalogue = Catalogue::built_in();
  REQUIRE_MESSAGE(catalogue, catalogue.error().message);
  return *catalogue;
}

std::vector<std::string> ids(const Workload& workload) {
  std::vector<std::string> all;
  for (const Query& query : workload.queries) all.push_back(query.id);
  return all;
}

}  // namespace

TEST_CASE("micro-read asks its nine queries in order, on the grid of each scale") {
  const Catalogue catalogue = built_in();
  const Result<const Workload*> found = catalogue.find("micro-read");
  REQUIRE(found);
  const Workload& workload = **found;
  CHECK(ids(workload) == std::vector<std::string>{"micro-point", "micro-point-miss", "micro-edge",
                                                  "micro-khop1", "micro-khop2", "micro-khop3",
                                                  "micro-varlen", "micro-scan-count",
                                                  "micro-scan-stats"});
  CHECK(workload.datasets ==
        std::map<std::string, std::string>{{"sf1", "grid-100x100"}, {"smoke", "grid-30x30"}});
  CHECK(workload.family == "micro");
  CHECK(workload.fidelity == "harness-native");
  CHECK(workload.version.size() == 16);
  for (const Query& query : workload.queries) {
    CAPTURE(query.id);
    CHECK(query.texts.contains("sql"));
    CHECK_FALSE(query.meaning.empty());
    CHECK(query.oracle == query.id);
    CHECK(query.compare.ordered);
    CHECK(query.compare.coerce);
  }
  const Query& edge = workload.queries[2];
  CHECK(edge.query_class == QueryClass::PointRead);
  CHECK(edge.pool == "micro-edge");
  CHECK(edge.parameters == std::vector<std::string>{"src", "dst"});
  CHECK(edge.columns == std::vector<std::string>{"found"});
  CHECK(workload.queries[8].columns == std::vector<std::string>{"n", "avgId"});
}

TEST_CASE("what is compiled in is what the source folder holds") {
  const std::filesystem::path folder = std::filesystem::path(GB_SOURCE_DIR) / "workloads/catalogue";
  const Result<Catalogue> read = Catalogue::from_folder(folder);
  REQUIRE_MESSAGE(read, read.error().message);
  const Catalogue compiled = built_in();
  REQUIRE(read->all().size() == compiled.all().size());
  for (std::size_t i = 0; i < read->all().size(); ++i) {
    CHECK(read->all()[i].name == compiled.all()[i].name);
    CHECK(read->all()[i].version == compiled.all()[i].version);
    CHECK(ids(read->all()[i]) == ids(compiled.all()[i]));
  }
}

TEST_CASE("an unknown workload is answered with the names there are") {
  const Catalogue catalogue = built_in();
  const Result<const Workload*> found = catalogue.find("micro-raed");
  REQUIRE_FALSE(found);
  CHECK(found.error().code == ErrorCode::NotFound);
  CHECK(found.error().message.starts_with("no workload \"micro-raed\"; there are "));
  CHECK(found.error().message.find("micro-read") != std::string::npos);
}

TEST_CASE("a workload may list a query that lives in another one's folder") {
  CatalogueFolder folder;
  folder.write("other/workload.toml", kWorkloadToml);
  const Result<Catalogue> catalogue = Catalogue::from_folder(folder.path());
  REQUIRE_MESSAGE(catalogue, catalogue.error().message);
  const Workload& mine = **catalogue->find("mine");
  const Workload& other = **catalogue->find("other");
  CHECK(other.queries.at(0).texts == mine.queries.at(0).texts);
  // The same questions under another name are another workload.
  CHECK(other.version != mine.version);
}

TEST_CASE("the version changes with text and definition, not with prose or layout") {
  CatalogueFolder folder;
  const std::string before = folder.version();

  SUBCASE("another text is another version") {
    folder.write("mine/point.sql", "SELECT id FROM Node WHERE id = $id LIMIT 1\n");
    CHECK(folder.version() != before);
  }
  SUBCASE("a further dialect is another version") {
    folder.write("mine/point.cypher", "MATCH (v:Node {id: $id}) RETURN v.id AS id\n");
    CHECK(folder.version() != before);
  }
  SUBCASE("another comparison is another version") {
    folder.write("mine/point.toml", std::string(kQueryToml) + "[compare]\nordered = true\n");
    CHECK(folder.version() != before);
  }
  SUBCASE("comments, prose and blank lines are not") {
    folder.write("mine/point.toml", "# A comment.\n\n" + std::string(kQueryToml));
    folder.write("mine/point.sql", "SELECT id FROM Node WHERE id = $id\n\n");
    CHECK(folder.version() == before);
  }
}

TEST_CASE("comparison settings and needs are read as written") {
  CatalogueFolder folder;
  folder.write("mine/point.toml", std::string("oracle = \"micro-point\"\n"
                                              "needs-shortest-path = true\n"
                                              "needs-path-predicate = true\nkernel = \"bfs\"\n") +
                                      kQueryToml +
                                      "[compare]\nordered = true\ncoerce = true\n"
                                      "relative-tolerance = 1e-4\nabsolute-floor = 0\n");
  const Result<Catalogue> catalogue = Catalogue::from_folder(folder.path());
  REQUIRE_MESSAGE(catalogue, catalogue.error().message);
  const Query& query = catalogue->all().at(0).queries.at(0);
  CHECK(query.oracle == "micro-point");
  CHECK(query.needs_shortest_path);
  CHECK(query.needs_path_predicate);
  CHECK(query.kernel == "bfs");
  CHECK(query.compare.ordered);
  CHECK(query.compare.coerce);
  CHECK(query.compare.relative_tolerance == 1e-4);
  CHECK(query.compare.absolute_floor == 0);
}
