// Imports of data that others publish, fetched once into the folder GRAPH_BENCH_TEST_DATA names.
#include <doctest/doctest.h>

#include <cstdlib>

#include "tests/workloads/import/import_fixture.h"

namespace gb {
namespace {

namespace fs = std::filesystem;

const std::string kFetch =
    "mkdir -p \"$GRAPH_BENCH_TEST_DATA\" && cd \"$GRAPH_BENCH_TEST_DATA\" && npm pack kuzu@0.11.3 "
    "&& "
    "mkdir -p kuzu-0.11.3 && tar xzf kuzu-0.11.3.tgz -C kuzu-0.11.3 --strip-components=3 "
    "--wildcards 'package/kuzu-source/dataset/ldbc-sf01' 'package/kuzu-source/dataset/lsqb-sf01' "
    "'package/kuzu-source/dataset/snap'";

/// Empty, with the way to get them, when the files are not there.
fs::path real_files(const char* part) {
  const char* const cache = std::getenv("GRAPH_BENCH_TEST_DATA");
  const fs::path folder = fs::path(cache == nullptr ? "" : cache) / "kuzu-0.11.3" / part;
  if (cache != nullptr && fs::is_directory(folder)) return folder;
  MESSAGE("SKIP: set GRAPH_BENCH_TEST_DATA to a folder and run\n  " << kFetch);
  return {};
}

/// Rows of a table, by the file that has it.
std::int64_t rows(const Result<Imported>& imported, const std::string& table) {
  const std::string text = ImportFixture::text(imported, table);
  return std::count(text.begin(), text.end(), '\n') - 1;
}

TEST_CASE("the LDBC SNB folder of kuzu 0.11.3 at scale 0.1 is read whole") {
  const fs::path source = real_files("ldbc-sf01");
  if (source.empty()) return;
  ImportFixture fixture;
  const auto imported = import_dataset(source, fixture.options);
  REQUIRE_MESSAGE(imported, imported.error().message);
  CHECK(imported->report.format == "typed-csv");
  // Counted in the source with awk: lines without headers, ends looked up.
  CHECK(imported->dataset.node_count == 327588);
  CHECK(imported->dataset.edge_count == 1477965);
  CHECK(imported->dataset.nodes.size() == 8);
  CHECK(imported->dataset.rels.size() == 23);
  CHECK(imported->report.count(ImportAction::Dropped) == 0);
  CHECK(rows(imported, "nodes/Comment.csv") == 151043);
  // Every comment has one creator, and its second part has no header of its own.
  CHECK(rows(imported, "rels/Comment_hasCreator.csv") == 151043);
  CHECK(imported->dataset.params.at("ids") == "numbered");
}

TEST_CASE("the LSQB folder is read as its copy.cypher says, its misspelt header mended") {
  const fs::path source = real_files("lsqb-sf01");
  if (source.empty()) return;
  ImportFixture fixture;
  const auto imported = import_dataset(source, fixture.options);
  REQUIRE_MESSAGE(imported, imported.error().message);
  CHECK(imported->dataset.node_count == 432235);
  CHECK(imported->dataset.edge_count == 2080404);
  const ImportNote* mended = find_note(*imported, ImportAction::Repaired, "id spaces");
  REQUIRE(mended != nullptr);
  CHECK(mended->examples.at(0) == "Comment_replyOf_Post.csv:1: Commen is Post in the schema");
  const ImportNote* left = find_note(*imported, ImportAction::Dropped, "copy.cypher does not name");
  REQUIRE(left != nullptr);
  CHECK(left->examples.at(0) == "Person_knows_Person_with_null_column.csv");
  CHECK(imported->report.count(ImportAction::Dropped) == 1);
}

TEST_CASE("SNAP graphs are read with a schema, and their edges alone as a list") {
  if (real_files("snap").empty()) return;
  struct Expected {
    const char* folder;
    std::int64_t nodes;
    std::int64_t edges;
  };
  for (const Expected& graph : {Expected{"snap/wiki-Vote", 7116, 103689},
                                {"snap/bitcoin-otc", 5881, 35592},
                                {"snap/facebook", 3999, 1021044},
                                {"snap/amazon0601/csv", 403394, 3387388}}) {
    CAPTURE(graph.folder);
    ImportFixture fixture;
    const auto imported = import_dataset(real_files(graph.folder), fixture.options);
    REQUIRE_MESSAGE(imported, imported.error().message);
    CHECK(imported->dataset.node_count == graph.nodes);
    CHECK(imported->dataset.edge_count == graph.edges);
    CHECK(imported->report.count(ImportAction::Dropped) == 0);
    CHECK(imported->dataset.params.at("ids") == "kept");
  }
  ImportFixture fixture;
  const auto list =
      import_dataset(real_files("snap") / "amazon0601/csv/amazon-edges.csv", fixture.options);
  REQUIRE_MESSAGE(list, list.error().message);
  CHECK(list->report.format == "edge-list");
  CHECK(list->dataset.node_count == 403394);
  CHECK(list->dataset.edge_count == 3387388);
}

}  // namespace
}  // namespace gb
