// How long the oracles' kernels take, and the GAP benchmark suite's own programs on the same graph.
// It records and judges nothing.
#include <fmt/format.h>
#include <stdlib.h>  // NOLINT: setenv

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "core/base/id.h"
#include "core/base/parallel.h"
#include "core/base/random.h"
#include "workloads/dataset/rmat_kernel.h"
#include "workloads/oracle/kernels/edge_weights.h"
#include "workloads/oracle/kernels/grouping.h"
#include "workloads/oracle/kernels/ranking.h"
#include "workloads/oracle/kernels/simple_graph.h"
#include "workloads/oracle/kernels/team.h"
#include "workloads/oracle/kernels/traversal.h"

namespace gb::bench {
namespace {

namespace fs = std::filesystem;
using Index = GraphModel::Index;

constexpr int kPageRankRounds = 20;

struct Options {
  std::int64_t scale = 18;
  int rounds = 3;
  int trials = 3;
  int delta = 32;
  std::vector<unsigned> threads;
  std::string gapbs;
  fs::path folder = fs::temp_directory_path();
};

/// A Kronecker graph as the GAP suite has it: every pair once, no loops, numbered at random.
std::vector<EdgeWeights::Edge> draw_pairs(std::int64_t scale) {
  const RmatKernel kernel(1, static_cast<unsigned>(scale), {0.57, 0.19, 0.19, 0.05});
  std::vector<std::uint64_t> drawn(std::size_t{16} << scale);
  kernel.draw(0, drawn.size(), drawn.data());
  const std::uint64_t nodes = std::uint64_t{1} << scale;
  std::vector<std::uint64_t> numbers(nodes);
  std::iota(numbers.begin(), numbers.end(), std::uint64_t{0});
  SplitMix64 random(Seed{1});
  for (std::uint64_t i = nodes; i > 1; --i) std::swap(numbers[i - 1], numbers[random.below(i)]);
  for (std::uint64_t& edge : drawn) {
    const std::uint64_t a = numbers[edge >> scale];
    const std::uint64_t b = numbers[edge & (nodes - 1)];
    edge = std::min(a, b) << scale | std::max(a, b);
  }
  std::sort(drawn.begin(), drawn.end());
  drawn.erase(std::unique(drawn.begin(), drawn.end()), drawn.end());
  std::vector<EdgeWeights::Edge> pairs;
  for (const std::uint64_t edge : drawn) {
    const auto a = static_cast<std::int64_t>(edge >> scale);
    const auto b = static_cast<std::int64_t>(edge & (nodes - 1));
    if (a != b) pairs.push_back({a, b, 1 + static_cast<std::int64_t>(random.below(255))});
  }
  return pairs;
}

/// The graph for us, and as two files for the GAP suite.
struct Graph {
  GraphModel model;
  EdgeWeights weights;
  Index source;  // of the most edges
  std::int64_t pairs;
};

std::optional<Graph> make_graph(const Options& options, const fs::path& folder) {
  std::vector<EdgeWeights::Edge> edges = draw_pairs(options.scale);
  const auto pairs = static_cast<std::int64_t>(edges.size());
  if (!options.gapbs.empty()) {
    std::FILE* const plain = std::fopen((folder / "graph.el").c_str(), "wb");
    std::FILE* const weighed = std::fopen((folder / "graph.wel").c_str(), "wb");
    if (plain == nullptr || weighed == nullptr) return std::nullopt;
    for (const EdgeWeights::Edge& edge : edges) {
      fmt::print(plain, "{} {}\n", edge.src, edge.dst);
      fmt::print(weighed, "{} {} {}\n", edge.src, edge.dst, edge.weight);
    }
    const bool closed = std::fclose(plain) == 0;
    if (std::fclose(weighed) != 0 || !closed) return std::nullopt;
  }
  edges.reserve(edges.size() * 2);
  for (std::int64_t i = 0; i < pairs; ++i) {
    const EdgeWeights::Edge edge = edges[static_cast<std::size_t>(i)];
    edges.push_back({edge.dst, edge.src, edge.weight});
  }
  std::vector<std::int64_t> ids(std::size_t{1} << options.scale);
  std::iota(ids.begin(), ids.end(), std::int64_t{0});
  std::vector<GraphModel::Edge> bare;
  for (const EdgeWeights::Edge& edge : edges) bare.push_back({edge.src, edge.dst});
  auto model = GraphModel::from_edges(ids, bare);
  if (!model) return std::nullopt;
  auto weights = EdgeWeights::from_edges(*model, edges);
  if (!weights) return std::nullopt;
  Index source = 0;
  for (Index node = 0; node < model->node_count(); ++node) {
    if (model->out(node).size() > model->out(source).size()) source = node;
  }
  return Graph{std::move(*model), std::move(*weights), source, pairs};
}

/// Seconds of every trial.
using Times = std::vector<double>;

double median(Times times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}
double least(const Times& times) { return *std::min_element(times.begin(), times.end()); }

struct Kernel {
  std::string name;
  std::string gap_command;           // program, file and flags
  std::function<double(Team&)> run;  // a figure of the result, so that nothing can be left out
};

std::vector<Kernel> kernels_of(const Graph& graph, const Options& options) {
  const auto& model = graph.model;
  const Index source = graph.source;
  const std::string from = fmt::format("-r {}", source);
  return {
      {"BFS", "bfs -f graph.el -s " + from,
       [&model, source](Team& team) -> double { return bfs_levels(model, source, team).back(); }},
      {"SSSP", fmt::format("sssp -f graph.wel -s -d {} {}", options.delta, from),
       [&graph](Team& team) {
         return static_cast<double>(
             shortest_distances(graph.model, graph.weights, graph.source, team).back());
       }},
      {fmt::format("PageRank, {} rounds", kPageRankRounds),
       fmt::format("pr -f graph.el -s -i {} -t 0", kPageRankRounds),
       [&model](Team& team) {
         return pagerank(model, team, {.tolerance = 0, .rounds = kPageRankRounds}).back();
       }},
      {"components", "cc -f graph.el -s",
       [&model](Team& team) { return static_cast<double>(components(model, team).back()); }},
      {"triangles", "tc -f graph.el -s",
       [&model](Team& team) { return static_cast<double>(triangles(model, team)); }},
      {"betweenness, 4 sources", "bc -f graph.el -s -i 4 " + from,
       [&model, source](Team& team) {
         return betweenness(model, std::vector<Index>(4, source), team).back();
       }},
      {"communities, 10 rounds", "",
       [&model](Team& team) { return static_cast<double>(communities(model, 10, team).back()); }},
      {"clustering", "",
       [&model](Team& team) { return clustering_coefficients(model, team).back(); }},
  };
}

/// What the GAP program says each of its trials took; nothing when it fails.
Times gap_times(const Options& options, const fs::path& folder, const std::string& command) {
  const std::string line = fmt::format("cd '{}' && '{}'/{} -n {} 2>&1", folder.string(),
                                       options.gapbs, command, options.trials);
  std::FILE* const out = ::popen(line.c_str(), "r");
  if (out == nullptr) return {};
  Times times;
  std::array<char, 256> text{};
  while (std::fgets(text.data(), static_cast<int>(text.size()), out) != nullptr) {
    double seconds = 0;
    if (std::sscanf(text.data(), "Trial Time: %lf", &seconds) == 1) times.push_back(seconds);
  }
  return ::pclose(out) == 0 ? times : Times{};
}

struct Compared {
  Times ours;
  Times gap;
  double figure = 0;
};

void print_row(const Kernel& kernel, unsigned threads, const Compared& compared) {
  const auto ms = [](double seconds) { return fmt::format("{:.2f}", seconds * 1e3); };
  fmt::print("| {} | {} | {} | {} |", kernel.name, threads, ms(median(compared.ours)),
             ms(least(compared.ours)));
  if (compared.gap.empty()) {
    fmt::print(" | | | |\n");
    return;
  }
  fmt::print(" {} | {} | {:.2f} | {:.2f} |\n", ms(median(compared.gap)), ms(least(compared.gap)),
             median(compared.ours) / median(compared.gap),
             least(compared.ours) / least(compared.gap));
}

int run(Options options) {
  if (options.threads.empty()) {
    options.threads = {1};
    if (thread_count(0) > 1) options.threads.push_back(thread_count(0));
  }
  if (!options.gapbs.empty()) options.gapbs = fs::absolute(options.gapbs).string();
  const fs::path folder = options.folder / ("kernel-bench-" + new_uuid_v7());
  fs::create_directories(folder);
  const auto graph = make_graph(options, folder);
  if (!graph) {
    fmt::print(stderr, "cannot write to {}; name another folder by --folder\n", folder.string());
    return 1;
  }
  const std::vector<Kernel> kernels = kernels_of(*graph, options);
  std::map<std::pair<std::size_t, unsigned>, Compared> all;
  for (int round = 0; round < options.rounds; ++round) {
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      for (const unsigned threads : options.threads) {
        Compared& compared = all[{i, threads}];
        Team team(threads);
        for (int trial = 0; trial < options.trials; ++trial) {
          const auto begin = std::chrono::steady_clock::now();
          compared.figure += kernels[i].run(team);
          const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
          compared.ours.push_back(took.count());
        }
        if (options.gapbs.empty() || kernels[i].gap_command.empty()) continue;
        ::setenv("OMP_NUM_THREADS", std::to_string(threads).c_str(), 1);
        const Times times = gap_times(options, folder, kernels[i].gap_command);
        compared.gap.insert(compared.gap.end(), times.begin(), times.end());
      }
    }
  }
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  fmt::print("Scale {}: {} nodes, {} pairs; {} interleaved rounds of {} trials, {} cores.\n\n",
             options.scale, graph->model.node_count(), graph->pairs, options.rounds, options.trials,
             thread_count(0));
  fmt::print(
      "| kernel | threads | median ms | least ms | GAP median ms | GAP least ms | ratio of medians "
      "| ratio of least |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n");
  for (const auto& [key, compared] : all) print_row(kernels[key.first], key.second, compared);
  if (options.gapbs.empty()) {
    fmt::print(
        "\nNot compared with the GAP benchmark suite: give a built checkout by --gapbs DIR.\n");
  }
  return 0;
}

}  // namespace
}  // namespace gb::bench

int main(int argc, char** argv) {
  CLI::App app{
      "Measures the oracles' kernels.\n\n  kernel_bench --scale 18 --threads 1,2 --gapbs ../gapbs"};
  gb::bench::Options options;
  app.add_option("--scale", options.scale, "2^scale nodes, 16 times as many edges drawn")
      ->check(CLI::Range(10, 24))
      ->capture_default_str();
  app.add_option("--rounds", options.rounds, "ours and theirs in turn")
      ->check(CLI::Range(1, 99))
      ->capture_default_str();
  app.add_option("--trials", options.trials, "of each kernel in a round")
      ->check(CLI::Range(1, 99))
      ->capture_default_str();
  app.add_option("--delta", options.delta, "width of a bucket of the GAP suite's SSSP")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--threads", options.threads, "numbers of threads (default: 1 and all cores)")
      ->delimiter(',')
      ->check(CLI::Range(1, 1024));
  app.add_option("--gapbs", options.gapbs, "a built checkout of the GAP benchmark suite")
      ->check(CLI::ExistingDirectory);
  app.add_option("--folder", options.folder, "where to write the graph")
      ->check(CLI::ExistingDirectory);
  CLI11_PARSE(app, argc, argv);
  return gb::bench::run(options);
}
