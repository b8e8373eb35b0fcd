#include <doctest/doctest.h>

#include "tests/workloads/import/import_fixture.h"

namespace gb {
namespace {

TEST_CASE("an edge list of SNAP becomes sorted nodes and edges in the file's order") {
  ImportFixture fixture;
  fixture.write("wiki.txt",
                "# Directed graph\n# FromNodeId\tToNodeId\n30\t1412\n3 30\n3\t3\n\n30\t1412\n");
  const auto imported = fixture.run("wiki.txt");
  REQUIRE_MESSAGE(imported, imported.error().message);
  CHECK(imported->report.format == "edge-list");
  CHECK(imported->dataset.name == "edge-list-wiki");
  CHECK(fixture.text(imported, "nodes/Node.csv") == "id:ID,:LABEL\n3,Node\n30,Node\n1412,Node\n");
  CHECK(fixture.text(imported, "rels/EDGE.csv") ==
        ":START_ID,:END_ID,:TYPE\n30,1412,EDGE\n3,30,EDGE\n3,3,EDGE\n30,1412,EDGE\n");
  CHECK(find_note(*imported, ImportAction::Kept, "loops")->count == 1);

  SUBCASE("and packed it is the same, from a source with another checksum") {
    const auto plain = read_file(fixture.folder / "source/wiki.txt");
    fixture.write("wiki.txt.gz", gzipped(plain->substr(0, 20)) + gzipped(plain->substr(20)));
    const auto packed = fixture.run("wiki.txt.gz");
    REQUIRE_MESSAGE(packed, packed.error().message);
    CHECK(packed->dataset.checksum == imported->dataset.checksum);
    CHECK(packed->already_there);
    CHECK(packed->report.sha256 != imported->report.sha256);
  }
  SUBCASE("and both directions are there when asked for, a loop once") {
    fixture.options.mirroring = Mirroring::Both;
    const auto both = fixture.run("wiki.txt");
    REQUIRE(both);
    CHECK(both->dataset.edge_count == 7);
  }
}

TEST_CASE("the third column is the weight, an integer unless one is a fraction") {
  ImportFixture fixture;
  fixture.write("a.csv", "source,target,weight\n1,2,5,99\n2,1,-7\n");
  auto imported = fixture.run("a.csv");
  REQUIRE_MESSAGE(imported, imported.error().message);
  CHECK(fixture.text(imported, "rels/EDGE.csv") ==
        ":START_ID,:END_ID,:TYPE,w:INT64\n1,2,EDGE,5\n2,1,EDGE,-7\n");
  CHECK(find_note(*imported, ImportAction::Kept, "header lines") != nullptr);
  CHECK(find_note(*imported, ImportAction::Repaired, "more columns")->examples.at(0) == "a.csv:2");
  fixture.write("b.csv", "1,2,5\n2,1,0.250\n");
  imported = fixture.run("b.csv");
  REQUIRE(imported);
  CHECK(fixture.text(imported, "rels/EDGE.csv") ==
        ":START_ID,:END_ID,:TYPE,w:FLOAT64\n1,2,EDGE,5\n2,1,EDGE,0.25\n");
}

TEST_CASE("rows of an edge list that are none are dropped with line and column") {
  ImportFixture fixture;
  fixture.write("e.txt",
                "1 2 1\n1\n1 x 1\n9223372036854775808 1 1\n1 3 nan\n1 3 inf\n"
                "1 3 99999999999999999999\n1 3\n4 1 2\n");
  const auto imported = fixture.run("e.txt");
  REQUIRE_MESSAGE(imported, imported.error().message);
  CHECK(fixture.text(imported, "rels/EDGE.csv") ==
        ":START_ID,:END_ID,:TYPE,w:INT64\n1,2,EDGE,1\n4,1,EDGE,2\n");
  CHECK(imported->dataset.node_count == 3);
  CHECK(imported->report.count(ImportAction::Dropped) == 7);
  const ImportNote* weights = find_note(*imported, ImportAction::Dropped, "no finite number");
  REQUIRE(weights != nullptr);
  CHECK(weights->count == 3);
  CHECK(weights->examples.at(0) == "e.txt:5: column 3: \"nan\"");
  CHECK(find_note(*imported, ImportAction::Dropped, "no 64-bit")->examples ==
        std::vector<std::string>{"e.txt:3: column 2: \"x\"",
                                 "e.txt:4: column 1: \"9223372036854775808\""});
}

TEST_CASE("a file without one edge is refused with what was wrong in it") {
  ImportFixture fixture;
  fixture.write("e.txt", "# nothing\nhello world\none two\n");
  const auto imported = fixture.run("e.txt");
  REQUIRE_FALSE(imported);
  CHECK(holds(imported.error().message, "not one node could be read"));
  CHECK(holds(imported.error().message, "e.txt:3: column 1: \"one\""));
  CHECK(fixture.left_behind() == 0);
}

TEST_CASE("Graphalytics files give vertices without edges, weights and their direction") {
  ImportFixture fixture;
  fixture.write("example.v", "2\n3\n3\n9\n");
  fixture.write("example.e", "2 3 0.5\n3 9 2\n3 7 1\n2 9 NaN\n2 9\n");
  fixture.write("example.properties",
                "graph.example.vertex-file = example.v\ngraph.example.edge-file = example.e\n"
                "graph.example.directed = false\ngraph.example.edge-properties.names = weight\n"
                "graph.example.edge-properties.types = real\n");
  const auto imported = fixture.run();
  REQUIRE_MESSAGE(imported, imported.error().message);
  CHECK(fixture.text(imported, "nodes/Node.csv") == "id:ID,:LABEL\n2,Node\n3,Node\n9,Node\n");
  CHECK(fixture.text(imported, "rels/EDGE.csv") ==
        ":START_ID,:END_ID,:TYPE,w:FLOAT64\n2,3,EDGE,0.5\n3,9,EDGE,2\n");
  CHECK(imported->dataset.params.at("directed") == "false");
  CHECK(find_note(*imported, ImportAction::Dropped, "second node")->examples.at(0) ==
        "example.v:3: column 1: \"3\"");
  CHECK(find_note(*imported, ImportAction::Dropped, "end is no node")->examples.at(0) ==
        "example.e:3: column 2: \"7\"");
  CHECK(find_note(*imported, ImportAction::Dropped, "weight")->count == 2);

  SUBCASE("and without properties the edges themselves tell") {
    std::filesystem::remove(fixture.folder / "source/example.properties");
    fixture.write("example.e", "2 3\n9 3\n");
    const auto bare = fixture.run();
    REQUIRE_MESSAGE(bare, bare.error().message);
    CHECK(fixture.text(bare, "rels/EDGE.csv") == ":START_ID,:END_ID,:TYPE\n2,3,EDGE\n9,3,EDGE\n");
  }
  SUBCASE("and a file outside of the folder is not read") {
    fixture.folder.write("secret.e", "2 3 1\n");
    fixture.write("example.properties", "graph.example.edge-file = ../secret.e\n");
    const auto outside = fixture.run();
    REQUIRE_FALSE(outside);
    CHECK(outside.error().code == ErrorCode::FailedPrecondition);
    CHECK(holds(outside.error().message, "../secret.e: leads out of"));
  }
}

TEST_CASE("a symmetric Matrix Market file expands, and ids count from 0") {
  ImportFixture fixture;
  fixture.write("m.mtx",
                "%%MatrixMarket matrix coordinate integer symmetric\n% comment\n3 3 3\n1 1 4\n"
                "2 1 7\n3 2 -9223372036854775808\n");
  auto imported = fixture.run("m.mtx");
  REQUIRE_MESSAGE(imported, imported.error().message);
  CHECK(imported->report.format == "matrix-market");
  CHECK(fixture.text(imported, "nodes/Node.csv") == "id:ID,:LABEL\n0,Node\n1,Node\n2,Node\n");
  CHECK(fixture.text(imported, "rels/EDGE.csv") ==
        ":START_ID,:END_ID,:TYPE,w:INT64\n0,0,EDGE,4\n1,0,EDGE,7\n0,1,EDGE,7\n"
        "2,1,EDGE,-9223372036854775808\n1,2,EDGE,-9223372036854775808\n");
  fixture.write("m.mtx", "%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 1.5\n");
  imported = fixture.run("m.mtx");
  REQUIRE_MESSAGE(imported, imported.error().message);
  CHECK(fixture.text(imported, "rels/EDGE.csv") ==
        ":START_ID,:END_ID,:TYPE,w:FLOAT64\n1,0,EDGE,1.5\n0,1,EDGE,-1.5\n");
  fixture.write("m.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 2\n2 1\n3 1\n");
  imported = fixture.run("m.mtx");
  REQUIRE_MESSAGE(imported, imported.error().message);
  CHECK(fixture.text(imported, "rels/EDGE.csv") == ":START_ID,:END_ID,:TYPE\n1,0,EDGE\n");
  CHECK(find_note(*imported, ImportAction::Dropped, "outside of the matrix")->examples.at(0) ==
        "m.mtx:4: column 1: \"3\"");
}

TEST_CASE("what no matrix of a graph is says so with line and column") {
  ImportFixture fixture;
  const auto message = [&](std::string_view text) {
    fixture.write("m.mtx", text);
    const auto imported = fixture.run("m.mtx");
    return imported ? std::string() : imported.error().message;
  };
  const std::string banner = "%%MatrixMarket matrix coordinate real general\n";
  CHECK(holds(message("1 2\n"), "m.mtx:1: column 1: "));
  CHECK(
      holds(message("%%MatrixMarket matrix array real general\n"), "m.mtx:1: column 3: \"array\""));
  CHECK(holds(message("%%MatrixMarket matrix coordinate complex general\n"),
              "column 4: \"complex\""));
  CHECK(holds(message(banner + "2 3 1\n1 1 1\n"), "m.mtx:2: column 2: a matrix of 2 rows"));
  CHECK(holds(message(banner + "2 x 1\n"), "m.mtx:2: column 2: \"x\" is no count"));
  CHECK(holds(message(banner + "2 2 2\n1 1 1\n"), "it announced 2 entries and has 1"));
  CHECK(holds(message(banner + "4000000000000 4000000000000 0\n"), "m.mtx:2: column 1: "));
  CHECK(fixture.left_behind() == 0);
}

}  // namespace
}  // namespace gb
