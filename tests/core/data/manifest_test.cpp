#include "core/data/manifest.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "core/base/file.h"
#include "core/base/sha256.h"
#include "core/data/checksum.h"
#include "tests/support/temporary_folder.h"

namespace gb {
namespace {

constexpr std::string_view kNodes =
    "id:ID,:LABEL\n0,Node\n1,Node\n2,Node\n3,Node\n4,Node\n5,Node\n";
constexpr std::string_view kEdges =
    ":START_ID,:END_ID,:TYPE\n0,1,EDGE\n0,3,EDGE\n1,2,EDGE\n1,4,EDGE\n2,5,EDGE\n3,4,EDGE\n"
    "4,5,EDGE\n";
constexpr std::string_view kChecksum =
    "sha256:0e1bd29f66cdcb09f8be579ab69d9133c0b1ed01aa418be1caa5bc5d4c8901c8";

Dataset grid_2x3(const std::filesystem::path& folder) {
  Dataset dataset;
  dataset.name = "grid-2x3";
  dataset.checksum = kChecksum;
  dataset.kind = "synthetic";
  dataset.generator = "grid";
  dataset.generator_version = 1;
  dataset.seed = 1;
  dataset.params = {{"rows", "2"}, {"cols", "3"}, {"diagonal", "false"}};
  dataset.scale_text = "2x3";
  dataset.folder = folder;
  dataset.node_count = 6;
  dataset.edge_count = 7;
  dataset.triangle_count = 0;
  dataset.diameter = 3;
  dataset.nodes = {{"Node", {"Node"}, "id", {}, {folder / "nodes/Node.csv"}}};
  dataset.rels = {{"EDGE", "Node", "Node", {}, {folder / "rels/EDGE.csv"}}};
  return dataset;
}

void write_grid(const TemporaryFolder& folder) {
  folder.write("nodes/Node.csv", kNodes);
  folder.write("rels/EDGE.csv", kEdges);
}

std::string refusal(const std::string& manifest) {
  const TemporaryFolder folder;
  folder.write("manifest.json", manifest);
  const auto read = read_manifest(folder.path());
  REQUIRE_FALSE(read);
  CHECK(read.error().code == ErrorCode::InvalidArgument);
  const std::string prefix = folder.path().string() + "/manifest.json: ";
  REQUIRE(read.error().message.starts_with(prefix));
  return read.error().message.substr(prefix.size());
}

}  // namespace

TEST_CASE("the manifest of grid-2x3 has the published bytes") {
  const std::string text = manifest_text(grid_2x3("/any/where"));
  CHECK(text.size() == 889);
  CHECK(sha256_hex(text) == "a0b6202ae7573aea0e08b832fe877078c6366be9b226e5a2cf7a3bac80b6324f");
}

TEST_CASE("a manifest reads back as it was written") {
  const TemporaryFolder folder;
  Dataset dataset = grid_2x3(folder.path());
  dataset.nodes[0].properties = {{"a<b", PropertyType::StringList}, {"b", PropertyType::Bool}};
  dataset.rels[0].properties = {{"w", PropertyType::Int64}, {"x", PropertyType::Float64}};
  const std::string text = manifest_text(dataset);
  folder.write("manifest.json", text);
  const auto read = read_manifest(folder.path());
  REQUIRE(read);
  CHECK(manifest_text(*read) == text);
  CHECK(read->nodes[0].properties[0].name == "a<b");
  CHECK(read->rels[0].files[0] == folder / "rels/EDGE.csv");
}

TEST_CASE("the recipe block is compact, in its fixed order, and escapes as the checksum needs it") {
  Dataset dataset = grid_2x3("/any");
  CHECK(recipe_block(dataset).value() ==
        R"({"generator":"grid","generatorVersion":1,"seed":1,"params":{"cols":3,"diagonal":false,)"
        R"("rows":2},"createdReference":"","listDelimiter":";","null":"empty"})");
  dataset = {};
  dataset.generator = "ldbc_snb_datagen";
  CHECK(recipe_block(dataset).value() ==
        R"({"generator":"ldbc_snb_datagen","generatorVersion":0,"seed":0,"params":null,)"
        R"("createdReference":"","listDelimiter":";","null":"empty"})");
}

TEST_CASE("parameters are hashed as what their text means") {
  const auto typed = [](const std::string& text) {
    Dataset dataset;
    dataset.params = {{"p", text}};
    const std::string block = recipe_block(dataset).value();
    const std::string start = "\"params\":{\"p\":";
    const std::size_t from = block.find(start) + start.size();
    return block.substr(from, block.find("},\"createdReference\"") - from);
  };
  CHECK(typed("-12") == "-12");
  CHECK(typed("007") == "7");
  CHECK(typed("9223372036854775807") == "9223372036854775807");
  CHECK(typed("9223372036854775808") == "9223372036854776000");
  CHECK(typed("0.00001") == "0.00001");
  CHECK(typed("1e-7") == "1e-7");
  CHECK(typed("2.0") == "2");
  CHECK(typed("[0.57, 0.19,0.19,0.05]") == "[0.57,0.19,0.19,0.05]");
  CHECK(typed("[[],{\"b\":1,\"a\":null}]") == "[[],{\"a\":null,\"b\":1}]");
  CHECK(typed("true") == "true");
  CHECK(typed("kept") == "\"kept\"");
  CHECK(typed("\"quoted\"") == "\"\\\"quoted\\\"\"");
  CHECK(typed("a<b>&c") == "\"a\\u003cb\\u003e\\u0026c\"");
  CHECK(typed("-") == "\"-\"");
  CHECK(typed("1e999") == "\"1e999\"");
  CHECK(typed("") == "\"\"");
  Dataset deep;
  deep.params = {{"p", std::string(100'000, '[') + std::string(100'000, ']')}};
  CHECK_FALSE(recipe_block(deep));
}

TEST_CASE("the checksum covers names and bytes of the csv files, and the recipe") {
  const TemporaryFolder folder;
  write_grid(folder);
  Dataset dataset = grid_2x3(folder.path());
  CHECK(dataset_checksum(folder.path(), dataset).value() == kChecksum);

  SUBCASE("other files and sub-folders do not count") {
    folder.write("params.json", "{}");
    folder.write("nodes/Node.csv.gz", "x");
    folder.write("nodes/NODE.CSV", "x");
    folder.write("nodes/deeper.csv/x.csv", "x");
    CHECK(dataset_checksum(folder.path(), dataset).value() == kChecksum);
  }
  SUBCASE("a stray csv file changes it") {
    folder.write("rels/extra.csv", "");
    CHECK(dataset_checksum(folder.path(), dataset).value() != kChecksum);
  }
  SUBCASE("another seed changes it, another name does not") {
    dataset.name = "other";
    CHECK(dataset_checksum(folder.path(), dataset).value() == kChecksum);
    dataset.seed = 2;
    CHECK(dataset_checksum(folder.path(), dataset).value() != kChecksum);
  }
  SUBCASE("a link that leads out of the dataset is refused") {
    const TemporaryFolder elsewhere;
    std::filesystem::remove(folder / "rels/EDGE.csv");
    std::filesystem::create_symlink(elsewhere.write("EDGE.csv", kEdges), folder / "rels/EDGE.csv");
    const auto checksum = dataset_checksum(folder.path(), dataset);
    REQUIRE_FALSE(checksum);
    CHECK(checksum.error().code == ErrorCode::FailedPrecondition);
    CHECK(checksum.error().message.find("leads out of the dataset") != std::string::npos);
  }
  SUBCASE("a missing folder is an error") {
    std::filesystem::remove_all(folder / "nodes");
    CHECK(dataset_checksum(folder.path(), dataset).error().code == ErrorCode::NotFound);
  }
}

TEST_CASE("the older form of a manifest opens and keeps its checksum") {
  const TemporaryFolder folder;
  write_grid(folder);
  folder.write("manifest.json", R"({
    "name": "grid-2x3", "kind": "synthetic", "generator": "grid", "generatorVersion": 1, "seed": 1,
    "params": {"rows": 2, "cols": 3, "diagonal": false},
    "nodeCount": 6, "edgeCount": 7, "invariants": {"nodeCount": 0},
    "schema": {
      "nodes": {"Node": {"file": ["nodes/Node.csv"], "id": "id", "labels": ["Node"]}},
      "relationships": {"EDGE": {"files": [], "file": ["rels/EDGE.csv"], "start": "Node", "end": "Node"}}
    }})");
  const auto read = read_manifest(folder.path());
  REQUIRE(read);
  CHECK(read->params.at("diagonal") == "false");
  CHECK(read->node_count == 6);
  CHECK(read->edge_count == 7);
  CHECK(read->nodes[0].id_column == "id");
  CHECK(read->rels[0].files.size() == 1);
  CHECK(dataset_checksum(folder.path(), *read).value() == kChecksum);
}

TEST_CASE("a bad manifest is refused with the key and the reason") {
  CHECK(refusal("").find("parse error at line 1, column 1") != std::string::npos);
  CHECK(refusal("{\n\"name\": }").find("line 2, column 9") != std::string::npos);
  CHECK(refusal("[]") == "it must be a JSON object");
  CHECK(refusal(R"({"name": 3})") == "\"name\" must be a string");
  CHECK(refusal(R"({"name": "a", "seed": 1.5})") == "\"seed\" must be a 64-bit integer");
  CHECK(refusal(R"({"name": "a", "seed": 9223372036854775808})") ==
        "\"seed\" must be a 64-bit integer");
  CHECK(refusal(R"({"name": "a", "generatorVersion": "one"})") ==
        "\"generatorVersion\" must be an integer, and is \"one\"");
  CHECK(refusal(R"({"name": "a", "nodeCount": -1})") == "\"nodeCount\" must not be negative");
  CHECK(refusal(R"({"name": "a"})") == "\"schema\" must be an object");
  CHECK(refusal(R"({"schema": {}})") == "\"name\" must not be empty");
  CHECK(refusal(R"({"schema": {"nodes": {"P": {"properties": [{"name":"x","type":"BLOB"}]}}}})") ==
        "schema.nodes P: \"type\" names no known property type: \"BLOB\"");
}

TEST_CASE("a manifest may name only files that its checksum covers") {
  for (const std::string file : {"/etc/passwd", "../x.csv", "nodes/../../x.csv", "rels/Node.csv",
                                 "nodes/Node.txt", "nodes/a/b.csv"}) {
    CHECK(refusal(R"({"schema": {"nodes": {"P": {"files": [")" + file + "\"]}}}}") ==
          "schema.nodes P: \"files\" may name only nodes/<file>.csv, not \"" + file + "\"");
  }
}

TEST_CASE("a folder without a manifest is not found") {
  const TemporaryFolder folder;
  CHECK(read_manifest(folder.path()).error().code == ErrorCode::NotFound);
}

}  // namespace gb
