#include <doctest/doctest.h>

#include "tests/workloads/catalogue/folder.h"

using namespace gb;

namespace {

/// kQueryToml with one line replaced.
std::string query_with(const std::string& line, const std::string& instead) {
  std::string text = kQueryToml;
  const auto at = text.find(line);
  REQUIRE(at != std::string::npos);
  return text.replace(at, line.size(), instead);
}

std::string workload_with(const std::string& line, const std::string& instead) {
  std::string text = kWorkloadToml;
  const auto at = text.find(line);
  REQUIRE(at != std::string::npos);
  return text.replace(at, line.size(), instead);
}

}  // namespace

TEST_CASE("the catalogue these tests spoil is sound") {
  const CatalogueFolder folder;
  CHECK(folder.complaint().empty());
}

TEST_CASE("a mistake in a query's definition is named with file and line") {
  const CatalogueFolder folder;
  const auto complaint = [&](const std::string& toml) {
    folder.write("mine/point.toml", toml);
    return folder.complaint();
  };
  CHECK(complaint(query_with("pool =", "pol =")) ==
        "mine/point.toml:3: unknown key \"pol\"; known here are class, meaning, pool, parameters, "
        "columns, compare, oracle, needs-path-predicate, needs-shortest-path, "
        "needs-deletes, needs-parallel-edges, kernel, autocommit-ok, verify-limit, emulated, "
        "withheld, example");
  CHECK(
      complaint(query_with("point-read", "pointread")) ==
      "mine/point.toml:1: unknown class \"pointread\"; known are point-read, traversal, subgraph, "
      "aggregation, analytical, write");
  CHECK(complaint(query_with("point-read", "write")) ==
        "mine/point.toml:5: a write answers nothing: leave \"columns\" out");
  CHECK(complaint(query_with("meaning = \"The node.\"\n", "")) ==
        "mine/point.toml:1: the key \"meaning\" is missing");
  CHECK(complaint(query_with("\"The node.\"", "7")) ==
        "mine/point.toml:2: \"meaning\" must be a string");
  CHECK(complaint(query_with("[\"id\"]\ncol", "[\"id\", \"id\"]\ncol")) ==
        "mine/point.toml:4: \"parameters\" names \"id\" twice");
  CHECK(complaint(query_with("[\"id\"]\ncol", "[]\ncol")) ==
        "mine/point.toml:3: \"pool\" without \"parameters\" to bind");
  CHECK(complaint(query_with("pool = \"micro-point\"\n", "")) ==
        "mine/point.toml:3: \"parameters\" without a \"pool\" to draw them from or a "
        "point.answers.json to take them from");
  CHECK(complaint(query_with("columns = [\"id\"]", "columns = \"id\"")) ==
        "mine/point.toml:5: \"columns\" must be a list of strings");
  CHECK(complaint(query_with("columns = [\"id\"]\n", "")) ==
        "mine/point.toml:1: \"columns\" must list the answer's columns in order");
  CHECK(complaint(std::string(kQueryToml) + "kernel = \"dijkstra\"\n") ==
        "mine/point.toml:6: unknown kernel \"dijkstra\"; known are bfs, pagerank, wcc, cdlp, lcc, "
        "sssp, bc, tc");
  CHECK(complaint(std::string(kQueryToml) + "needs-shortest-path = 1\n") ==
        "mine/point.toml:6: \"needs-shortest-path\" must be true or false");
  CHECK(complaint(std::string(kQueryToml) + "[compare]\ntolerance = 1\n") ==
        "mine/point.toml:7: unknown key \"compare.tolerance\"; known here are ordered, coerce, "
        "relative-tolerance, absolute-floor, keys");
  CHECK(complaint(std::string(kQueryToml) + "[compare]\nrelative-tolerance = -1\n") ==
        "mine/point.toml:7: \"compare.relative-tolerance\" must be a number of at least 0");
}

TEST_CASE("a definition that is no TOML is named with line and column") {
  const CatalogueFolder folder;
  folder.write("mine/point.toml", "class = \"point-read\"\nmeaning = \n");
  const std::string complaint = folder.complaint();
  CAPTURE(complaint);
  CHECK(complaint.starts_with("mine/point.toml:2:11: "));
}

TEST_CASE("a mistake in a workload's definition is named with file and line") {
  const CatalogueFolder folder;
  const auto complaint = [&](const std::string& toml) {
    folder.write("mine/workload.toml", toml);
    return folder.complaint();
  };
  CHECK(complaint(workload_with("title =", "titel =")) ==
        "mine/workload.toml:1: unknown key \"titel\"; known here are title, family, fidelity, "
        "queries, datasets, protocol, mix");
  CHECK(complaint(workload_with("\"derived\"", "\"official\"")) ==
        "mine/workload.toml:3: unknown fidelity \"official\"; known are harness-native, "
        "spec-following, derived, faithful");
  CHECK(complaint(workload_with("\"point\"", "\"pint\"")) ==
        "mine/workload.toml:5: there is no query \"pint\": no folder has a pint.toml");
  CHECK(complaint(workload_with("  \"point\",\n", "  \"point\",\n  \"point\",\n")) ==
        "mine/workload.toml:6: \"queries\" names \"point\" twice");
  CHECK(complaint(workload_with("  \"point\",\n", "")) ==
        "mine/workload.toml:4: \"queries\" must list at least one query id");
  CHECK(complaint(workload_with("smoke = \"grid-30x30\"", "smoke = 30")) ==
        "mine/workload.toml:8: \"datasets.smoke\" must be a string");
  CHECK(complaint(workload_with("[datasets]\nsmoke = \"grid-30x30\"\n", "")) ==
        "mine/workload.toml:1: the table [datasets] is missing: it names a recipe for each scale");
}

TEST_CASE("a mistake in a text is named with file and line") {
  const CatalogueFolder folder;
  const auto complaint = [&](const std::string& text) {
    folder.write("mine/point.sql", text);
    return folder.complaint();
  };
  CHECK(complaint("SELECT id\nFROM Node\nWHERE id = $ident\n") ==
        "mine/point.sql:3: $ident is no parameter of point; mine/point.toml declares id");
  CHECK(complaint("SELECT id FROM Node\n") ==
        "mine/point.toml:4: the parameter \"id\" is not used in mine/point.sql");
  CHECK(complaint("SELECT id FROM Node -- WHERE id = $id\n") ==
        "mine/point.toml:4: the parameter \"id\" is not used in mine/point.sql");
  CHECK(complaint("SELECT '$id' FROM Node /* $id */\n") ==
        "mine/point.toml:4: the parameter \"id\" is not used in mine/point.sql");
  CHECK(complaint("SELECT '$nothing', \"$nor $this\" FROM Node -- $nor that\nWHERE id = $id\n")
            .empty());
  CHECK(complaint("SELECT $1 FROM Node\n") ==
        "mine/point.sql:1: a \"$\" without the name of a parameter");
  CHECK(complaint("SELECT id\nFROM Node WHERE name = 'x\n AND id = $id") ==
        "mine/point.sql:2: a quote is not closed");
  CHECK(complaint("SELECT id /* why\nFROM Node\n") == "mine/point.sql:1: a comment is not closed");
  CHECK(complaint(" \n") ==
        "mine/point.sql:1: the text is empty; without this file the query is skipped in sql");
}

TEST_CASE("in Cypher a comment begins with two slashes and a backslash escapes a quote") {
  const CatalogueFolder folder;
  folder.write("mine/point.cypher", "MATCH (v {id: $id, t: '\\'$x'}) // $y\nRETURN v.id AS id\n");
  CHECK(folder.complaint().empty());
  folder.write("mine/point.cypher", "MATCH (v {id: $id})\n--$y\nRETURN v.id AS id\n");
  CHECK(folder.complaint() ==
        "mine/point.cypher:2: $y is no parameter of point; mine/point.toml declares id");
}

TEST_CASE("a file that belongs to nothing is refused") {
  const CatalogueFolder folder;
  SUBCASE("a query nobody asks") {
    folder.write("mine/edge.toml", kQueryToml);
    folder.write("mine/edge.sql", "SELECT $id\n");
    CHECK(folder.complaint() ==
          "mine/edge.toml:1: no workload asks this query; list it in a workload.toml");
  }
  SUBCASE("a query without a text in any dialect") {
    folder.remove("mine/point.sql");
    CHECK(folder.complaint() ==
          "mine/point.toml:1: the query has no text; write one beside it, such as point.sql");
  }
  SUBCASE("a text without a query") {
    folder.write("mine/pont.sql", "SELECT 1\n");
    CHECK(folder.complaint() == "mine/pont.sql:1: there is no pont.toml beside this text");
  }
  SUBCASE("a text in no dialect") {
    folder.write("mine/point.sqll", "SELECT $id\n");
    CHECK(
        folder.complaint() ==
        "mine/point.sqll:1: no dialect is called \"sqll\"; known are cypher, cypher25, kuzu, mage, "
        "zuql, prim, sql, sqlpgq, mongo");
  }
  SUBCASE("a second query of the same id") {
    folder.write("other/point.toml", kQueryToml);
    CHECK(folder.complaint() ==
          "other/point.toml:1: a query \"point\" is already defined in mine/point.toml; ids are "
          "unique in a catalogue, and a workload may list a query of another folder");
  }
  SUBCASE("a folder in a workload's folder") {
    folder.write("mine/deeper/x.sql", "SELECT 1\n");
    CHECK(folder.complaint() ==
          "mine/deeper: a workload's folder holds files and datasets, and this is a folder without "
          "a manifest.json");
  }
}

TEST_CASE("a write is refused while nothing checks it, and its parts are named") {
  const CatalogueFolder folder;
  folder.write("mine/point.toml",
               "class = \"write\"\nmeaning = \"Touches one.\"\npool = \"micro-point\"\n"
               "parameters = [\"id\"]\n");
  folder.write("mine/point.sql", "UPDATE \"Node\" SET x = x WHERE id = $id;\nSELECT 1\n");
  CHECK(folder.complaint() ==
        "mine/point.toml:1: a write is not believed unchecked; write point.check.sql, or another "
        "dialect's");
  folder.write("mine/point.check.sql", "SELECT count(*) = 1 AS \"ok::bool\" FROM \"Node\"\n");
  CHECK(folder.complaint().empty());
  folder.write("mine/point.setup.sql", "\n-- nothing to do\n");
  CHECK(folder.complaint().empty());
  folder.write("mine/point.check.sql", "SELECT 1; SELECT 2\n");
  CHECK(folder.complaint() ==
        "mine/point.check.sql:1: the text has 2 statements; only what writes may have more than "
        "one");
  folder.write("mine/point.check.sql", "SELECT $ident\n");
  CHECK(folder.complaint() ==
        "mine/point.check.sql:1: $ident is no parameter of point; mine/point.toml declares id");
  folder.write("mine/point.check.sql", "SELECT 1\n");
  folder.write("mine/point.before.sql", "SELECT 1\n");
  CHECK(folder.complaint() ==
        "mine/point.before.sql:1: a text is called point.sql or, around a write, has .setup, "
        ".teardown or .check before the dialect; \"before\" is none of these");
}

TEST_CASE("only what writes has several statements or parts around it") {
  const CatalogueFolder folder;
  folder.write("mine/point.sql", "SELECT $id AS id; SELECT 2 AS id\n");
  CHECK(folder.complaint() ==
        "mine/point.sql:1: the text has 2 statements; only what writes may have more than one");
  folder.write("mine/point.sql", "SELECT $id AS id, ';' AS x -- ; no end\n;\n");
  CHECK(folder.complaint().empty());
  folder.write("mine/point.check.sql", "SELECT 1\n");
  CHECK(folder.complaint() ==
        "mine/point.check.sql:1: point is no write, so nothing stands around it");
}

TEST_CASE("a folder without workloads says what it expected") {
  const CatalogueFolder folder;
  const Result<Catalogue> inside = Catalogue::from_folder(folder.path() / "mine");
  REQUIRE_FALSE(inside);
  CHECK(inside.error().code == ErrorCode::NotFound);
  CHECK(
      inside.error().message.ends_with("this is one workload's folder, name the folder above it"));

  const Result<Catalogue> missing = Catalogue::from_folder(folder.path() / "nowhere");
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code == ErrorCode::NotFound);
}
