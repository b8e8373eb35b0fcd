// What only a graph of some size shows: work for several threads, fronts that turn round, buckets
// in a ring, lists of any length.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <numeric>
#include <queue>
#include <stdexcept>

#include "core/base/file.h"
#include "tests/support/temporary_folder.h"
#include "tests/workloads/oracle/kernels/kernel_graphs.h"
#include "workloads/oracle/kernels/grouping.h"
#include "workloads/oracle/kernels/ranking.h"
#include "workloads/oracle/kernels/simple_graph.h"
#include "workloads/oracle/kernels/team.h"
#include "workloads/oracle/kernels/traversal.h"

using namespace gb;

namespace {

using Index = GraphModel::Index;

/// A few hubs, many leaves, some far away on a path, some not joined to anything.
WeighedGraph skewed(std::int64_t nodes, std::int64_t heaviest) {
  SplitMix64 random(Seed{7});
  WeighedGraph graph;
  const auto n = static_cast<std::uint64_t>(nodes);
  for (std::int64_t id = 0; id < nodes; ++id) graph.ids.push_back(id);
  for (std::uint64_t i = 0; i < 8 * n; ++i) {
    const std::uint64_t src = random.below(1 + random.below(n * 3 / 4));
    const std::uint64_t dst = random.below(1 + random.below(n * 3 / 4));
    graph.edges.push_back(
        {static_cast<std::int64_t>(src), static_cast<std::int64_t>(dst),
         1 + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(heaviest)))});
  }
  for (std::int64_t id = nodes * 3 / 4; id < nodes * 7 / 8; ++id) {
    graph.edges.push_back({id - 1, id, heaviest});
  }
  return graph;
}

std::vector<std::int64_t> dijkstra(const GraphModel& graph, const EdgeWeights& weights,
                                   Index source) {
  std::vector<std::int64_t> known(graph.node_count(), kUnreached);
  std::priority_queue<std::pair<std::int64_t, Index>> nearest;  // of negative distances
  nearest.emplace(0, source);
  while (!nearest.empty()) {
    const auto [minus, node] = nearest.top();
    nearest.pop();
    if (known[node] != kUnreached) continue;
    known[node] = -minus;
    for (std::size_t i = 0; i < graph.out(node).size(); ++i) {
      nearest.emplace(minus - weights.out(graph, node)[i], graph.out(node)[i]);
    }
  }
  return known;
}

}  // namespace

TEST_CASE("every kernel gives the same bits for any number of threads") {
  const WeighedGraph plain = skewed(6000, 255);
  const GraphModel graph = plain.graph();
  const EdgeWeights weights = *EdgeWeights::from_edges(graph, plain.edges);
  Team alone(1);
  const std::vector<Index> sources = {0, 17, 4000};
  for (const unsigned threads : {2U, 5U}) {
    Team team(threads);
    REQUIRE(team.size() == threads);
    for (const Index source : sources) {
      CHECK(bfs_levels(graph, source, team) == bfs_levels(graph, source, alone));
      CHECK(shortest_distances(graph, weights, source, team) == dijkstra(graph, weights, source));
    }
    CHECK(pagerank(graph, team) == pagerank(graph, alone));
    CHECK(betweenness(graph, sources, team) == betweenness(graph, sources, alone));
    CHECK(components(graph, team) == components(graph, alone));
    CHECK(communities(graph, 10, team) == communities(graph, 10, alone));
    CHECK(clustering_coefficients(graph, team) == clustering_coefficients(graph, alone));
    CHECK(triangles(graph, team) == triangles(graph, alone));
  }
}

TEST_CASE("distances are right for equal, tiny and enormous weights") {
  Team team(2);
  for (const std::int64_t heaviest : {1LL, 3LL, 4'294'967'295LL}) {
    CAPTURE(heaviest);
    const WeighedGraph plain = skewed(1500, heaviest);
    const GraphModel graph = plain.graph();
    const EdgeWeights weights = *EdgeWeights::from_edges(graph, plain.edges);
    CHECK(shortest_distances(graph, weights, 0, team) == dijkstra(graph, weights, 0));
  }
}

TEST_CASE("a graph without nodes or without edges has answers too") {
  Team team(2);
  const GraphModel nothing = *GraphModel::from_edges({}, {});
  CHECK(pagerank(nothing, team).empty());
  CHECK(components(nothing, team).empty());
  CHECK(communities(nothing, 10, team).empty());
  CHECK(clustering_coefficients(nothing, team).empty());
  CHECK(triangles(nothing, team) == 0);
  const std::vector<std::int64_t> ids = {9, 3};
  const GraphModel apart = *GraphModel::from_edges(ids, {});
  CHECK(pagerank(apart, team) == std::vector<double>{0.5, 0.5});
  CHECK(components(apart, team) == ids);
  CHECK(communities(apart, 10, team) == ids);
  CHECK(bfs_levels(apart, 1, team) == std::vector<std::int32_t>{kUnreached, 0});
  CHECK(shortest_distances(apart, EdgeWeights::ones(apart), 1, team) ==
        std::vector<std::int64_t>{kUnreached, 0});
  CHECK(betweenness(apart, std::vector<Index>{0}, team) == std::vector<double>{0, 0});
}

TEST_CASE("a team takes every piece once and hands on what a thread throws") {
  Team team(3);
  std::vector<int> taken(10'000, 0);
  for (int round = 0; round < 50; ++round) {
    team.pieces(taken.size(), 64, [&](std::size_t from, std::size_t to, unsigned /*worker*/) {
      for (std::size_t i = from; i < to; ++i) ++taken[i];
    });
  }
  CHECK(std::all_of(taken.begin(), taken.end(), [](int times) { return times == 50; }));
  const auto throwing = [](std::size_t from, std::size_t, unsigned) {
    if (from == 640) throw std::runtime_error("piece 640");
  };
  CHECK_THROWS_WITH(team.pieces(taken.size(), 64, throwing), "piece 640");
  team.step([&](unsigned worker) { taken[worker] = 0; });
  CHECK(taken[2] == 0);
}

TEST_CASE("weights stand beside the edges they belong to, whatever the order of the file") {
  const TemporaryFolder folder;
  Dataset dataset;
  dataset.name = "written";
  dataset.nodes.push_back({"Node", {"Node"}, "id", {}, {folder / "nodes.csv"}});
  dataset.rels.push_back(
      {"EDGE", "Node", "Node", {{"w", PropertyType::Int64}}, {folder / "edges.csv"}});
  REQUIRE(write_file_durably(folder / "nodes.csv", "id:ID,:LABEL\n5,Node\n3,Node\n"));
  const auto read = [&](const std::string& rows) {
    REQUIRE(write_file_durably(folder / "edges.csv", ":START_ID,:END_ID,:TYPE,w:INT64\n" + rows));
    const GraphModel graph = *GraphModel::read(dataset);
    const Result<EdgeWeights> weights = EdgeWeights::read(dataset, graph);
    std::vector<EdgeWeights::Weight> all;
    if (!weights) {
      CHECK(weights.error().message.find("edges.csv:2") != std::string::npos);
      return all;
    }
    for (Index node = 0; node < graph.node_count(); ++node) {
      const auto out = weights->out(graph, node);
      all.insert(all.end(), out.begin(), out.end());
    }
    return all;
  };
  using Weights = std::vector<EdgeWeights::Weight>;
  // Node 5 is the first: its edges come first, to 5 before to 3, parallel ones by weight.
  CHECK(read("5,5,EDGE,9\n5,3,EDGE,4\n5,3,EDGE,2\n3,5,EDGE,1\n") == Weights{9, 2, 4, 1});
  CHECK(read("3,5,EDGE,1\n5,3,EDGE,4\n5,5,EDGE,9\n5,3,EDGE,2\n") == Weights{9, 2, 4, 1});
  // Quotes are for the slower reader.
  CHECK(read("3,5,\"EDGE\",1\n5,3,EDGE,4294967295\n") == Weights{4294967295, 1});
  CHECK(read("3,5,EDGE,-1\n").empty());
  CHECK(read("3,5,EDGE,4294967296\n").empty());
  CHECK(read("3,5,EDGE,\n").empty());

  dataset.rels[0].properties.clear();
  const GraphModel graph = *GraphModel::read(dataset);
  CHECK(EdgeWeights::read(dataset, graph)->largest() == 1);
}
