#include "workloads/oracle/graph_model.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/workloads/oracle/graphs.h"
#include "tests/workloads/oracle/queries.h"
#include "workloads/dataset/cache.h"
#include "workloads/verify/pool.h"

using namespace gb;

namespace {

/// CSV files in a temporary folder, described as a dataset.
class Files {
 public:
  Files() {
    std::string pattern = (std::filesystem::temp_directory_path() / "gb-graph-XXXXXX").string();
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    folder_ = pattern;
  }
  ~Files() { std::filesystem::remove_all(folder_); }
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;

  const std::filesystem::path& folder() const { return folder_; }

  std::filesystem::path write(const std::string& name, std::string_view text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }

  /// What reading complains of, the folder taken off.
  std::string complaint(std::string_view nodes, std::string_view edges) const {
    const Result<GraphModel> graph = GraphModel::read(dataset(nodes, edges));
    if (graph) return "";
    std::string message = graph.error().message;
    const auto at = message.find(folder_.string() + "/");
    if (at != std::string::npos) message.erase(at, folder_.string().size() + 1);
    return message;
  }

  Dataset dataset(std::string_view nodes, std::string_view edges) const {
    Dataset dataset;
    dataset.nodes.push_back({"Node", {"Node"}, "id", {}, {write("nodes.csv", nodes)}});
    dataset.rels.push_back({"EDGE", "Node", "Node", {}, {write("edges.csv", edges)}});
    return dataset;
  }

 private:
  std::filesystem::path folder_;
};

}  // namespace

TEST_CASE("labels, types and split files merge into one graph in file order") {
  const Files files;
  Dataset dataset;
  dataset.nodes.push_back({"A",
                           {"A"},
                           "id",
                           {},
                           {files.write("a1.csv", "name:STRING,id:ID\n\"x, y\",7\n"),
                            files.write("a2.csv", "name:STRING,id:ID\nz,3\n")}});
  dataset.nodes.push_back({"B", {"B"}, "id", {}, {files.write("b.csv", "id:ID\n5\n")}});
  dataset.rels.push_back(
      {"R", "A", "B", {}, {files.write("r.csv", ":START_ID,:END_ID\n7,5\n7,3\n7,5\n")}});
  dataset.rels.push_back(
      {"S", "B", "A", {}, {files.write("s.csv", "w:INT64,:END_ID,:START_ID\n9,7,5\n")}});

  const Result<GraphModel> graph = GraphModel::read(dataset);
  REQUIRE_MESSAGE(graph, graph.error().message);
  REQUIRE(graph->node_count() == 3);
  CHECK(graph->id(0) == 7);
  CHECK(graph->id(1) == 3);
  CHECK(graph->id(2) == 5);
  CHECK(graph->find(5) == GraphModel::Index{2});
  CHECK_FALSE(graph->find(4));
  CHECK(graph->edge_count() == 4);
  const auto out = graph->out(0);
  CHECK(std::vector<GraphModel::Index>(out.begin(), out.end()) ==
        std::vector<GraphModel::Index>{1, 2, 2});
  const auto in = graph->in(2);
  CHECK(std::vector<GraphModel::Index>(in.begin(), in.end()) ==
        std::vector<GraphModel::Index>{0, 0});
  CHECK(graph->out(2).size() == 1);
  CHECK(graph->out(1).empty());
}

TEST_CASE("what cannot be a graph is named with file and line") {
  const Files files;
  CHECK(files.complaint("id:ID\n0\n1\n", ":START_ID,:END_ID\n0,1\n0,7\n") ==
        "edges.csv:3: column \":START_ID\": an edge from 0 to 7, but no node has the id 7");
  CHECK(files.complaint("id:ID\n0\n1\n0\n", ":START_ID,:END_ID\n") ==
        "nodes.csv:4: column \"id:ID\": two nodes have the id 0");
  CHECK(files.complaint("id:ID\n0\nx1\n", ":START_ID,:END_ID\n").starts_with("nodes.csv:3: "));
  CHECK(files.complaint("name:STRING\nx\n", ":START_ID,:END_ID\n").find("nodes.csv") !=
        std::string::npos);
  CHECK(files.complaint("id:ID\n0\n", ":START_ID,:END_ID\n0,0,0\n").starts_with("edges.csv:2"));
  Dataset missing;
  missing.nodes.push_back({"Node", {"Node"}, "id", {}, {"/nonexistent/nodes.csv"}});
  CHECK_FALSE(GraphModel::read(missing));
}

TEST_CASE("a graph from memory is checked like one from files") {
  const std::vector<std::int64_t> ids{1, 2};
  const std::vector<GraphModel::Edge> edges{{1, 3}};
  const Result<GraphModel> graph = GraphModel::from_edges(ids, edges);
  REQUIRE_FALSE(graph);
  CHECK(graph.error().message == "an edge from 1 to 3, but no node has the id 3");
}

TEST_CASE("each dataset of micro-read is read back as the grid it is") {
  const Files files;
  for (const auto& [scale, name] : micro_read().datasets) {
    CAPTURE(scale);
    const Result<Recipe> recipe = find_recipe(name);
    REQUIRE_MESSAGE(recipe, recipe.error().message);
    const Result<Generated> generated = generate_dataset(*recipe, files.folder());
    REQUIRE_MESSAGE(generated, generated.error().message);
    const Result<GraphModel> read = GraphModel::read(generated->dataset);
    REQUIRE_MESSAGE(read, read.error().message);

    const std::int64_t side = scale == "smoke" ? 30 : 100;
    const GraphModel drawn = grid(side, side).model();
    CHECK(read->node_count() == side * side);
    CHECK(read->edge_count() == 2 * side * side - 2 * side);
    CHECK(bind_parameters(micro_read(), Models(*read), Seed{1})->sequence_sha256 ==
          bind_parameters(micro_read(), Models(drawn), Seed{1})->sequence_sha256);
  }
}
