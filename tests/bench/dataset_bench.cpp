// How fast datasets are made and read, beside what the machine can do. It records and judges
// nothing.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/file.h"
#include "core/base/id.h"
#include "core/base/parallel.h"
#include "core/base/sha256.h"
#include "tests/bench/in_child.h"
#include "tests/bench/naive_generator.h"
#include "workloads/dataset/generator.h"
#include "workloads/dataset/output_file.h"
#include "workloads/dataset/rmat_kernel.h"
#include "workloads/oracle/csr/csr_cache.h"
#include "workloads/oracle/csr/read_csr.h"

namespace gb::bench {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::int64_t scale = 20;
  int rounds = 3;
  std::vector<unsigned> threads;
  std::string gapbs;
  fs::path folder = fs::temp_directory_path();
};

/// A folder that is empty before each round, and gone at the end.
class Room {
 public:
  explicit Room(const fs::path& parent) : path_(parent / ("dataset-bench-" + new_uuid_v7())) {}
  ~Room() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;

  const fs::path& cleared() const {
    fs::remove_all(path_);
    fs::create_directories(path_);
    return path_;
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// The rounds' median by time; a failed round makes it fail.
class Rounds {
 public:
  void add(const std::optional<Measured>& round) {
    failed_ = failed_ || !round;
    if (round) rounds_.push_back(*round);
  }
  std::optional<Measured> median() {
    if (failed_ || rounds_.empty()) return std::nullopt;
    std::sort(rounds_.begin(), rounds_.end(),
              [](const Measured& a, const Measured& b) { return a.seconds < b.seconds; });
    return rounds_[rounds_.size() / 2];
  }

 private:
  std::vector<Measured> rounds_;
  bool failed_ = false;
};

/// One line of the table; its rounds are interleaved with those of the others.
struct Line {
  std::string what;
  unsigned threads;
  std::string base;  // the line the last column compares with
  std::function<Work()> work;
  Rounds rounds = {};
};

std::int64_t csv_bytes(const Dataset& dataset) {
  return folder_bytes(dataset.folder / "nodes") + folder_bytes(dataset.folder / "rels");
}

Work generate(const Room& room, const Recipe& recipe, unsigned threads) {
  const auto dataset = generate_into(room.cleared(), recipe, {}, {}, {threads, 0});
  if (!dataset) return {};
  return {dataset->edge_count, csv_bytes(*dataset), true};
}

/// One thread, one draw after the other, stdio, and a second look at the file for the hash.
template <class Params>
Work generate_naively(const Room& room, const Params& params, std::int64_t nodes) {
  const fs::path& folder = room.cleared();
  std::int64_t edges = 0;
  std::int64_t bytes = 0;
  Sha256 sha;
  const auto file = [&](const char* name, const auto& write) {
    const fs::path path = folder / name;
    std::FILE* const out = std::fopen(path.c_str(), "wb");
    if (out == nullptr) return false;
    write(out);
    const bool synced = std::fflush(out) == 0 && ::fsync(::fileno(out)) == 0;
    std::fclose(out);
    const auto text = read_file(path);
    if (!text) return false;
    sha.update(*text);
    bytes += static_cast<std::int64_t>(text->size());
    return synced;
  };
  const bool done =
      file("Node.csv",
           [&](std::FILE* out) {
             std::fputs("id:ID,:LABEL\n", out);
             for (std::int64_t id = 0; id < nodes; ++id) {
               std::fprintf(out, "%lld,Node\n", static_cast<long long>(id));
             }
           }) &&
      file("EDGE.csv", [&](std::FILE* out) {
        std::fputs(":START_ID,:END_ID,:TYPE\n", out);
        SplitMix64 random(Seed{1});
        literal(params, random, [&](std::int64_t from, std::int64_t to, std::int64_t weight) {
          ++edges;
          std::fprintf(out, "%lld,%lld,EDGE", static_cast<long long>(from),
                       static_cast<long long>(to));
          if (weight >= 0) std::fprintf(out, ",%lld", static_cast<long long>(weight));
          std::fputc('\n', out);
        });
      });
  return {edges, bytes, done && sha.finish().size() == 64};
}

Work draw_kernel(std::int64_t scale, unsigned threads, bool wide) {
  const RmatKernel kernel(1, static_cast<unsigned>(scale), {0.57, 0.19, 0.19, 0.05});
  constexpr std::size_t kChunk = 4096;
  const std::size_t chunks = (std::size_t{16} << scale) / kChunk;
  std::atomic<std::uint64_t> sum = 0;  // so that no draw can be left out
  for_each_index(threads, chunks, [&](std::size_t chunk) {
    std::array<std::uint64_t, kChunk> ids;  // NOLINT(cppcoreguidelines-pro-type-member-init)
    if (wide) {
      kernel.draw(chunk * kChunk, kChunk, ids.data());
    } else {
      kernel.draw_narrow(chunk * kChunk, kChunk, ids.data());
    }
    sum += ids[chunk % kChunk];
  });
  return {static_cast<std::int64_t>(chunks * kChunk), 0, sum != 0};
}

Work hash_floor() {
  const std::string piece(std::size_t{1} << 20U, 'x');
  Sha256 sha;
  for (int i = 0; i < 512; ++i) sha.update(piece);
  return {0, std::int64_t{512} << 20U, sha.finish().size() == 64};
}

Work write_floor(const Room& room) {
  const std::string piece(std::size_t{1} << 20U, 'x');
  OutputFile file(room.cleared() / "x");
  for (int i = 0; i < 512; ++i) {
    if (!file.write(piece)) return {};
  }
  return {0, std::int64_t{512} << 20U, file.finish().has_value()};
}

/// What the GAP benchmark suite says its generator took, edges in memory only.
std::optional<Measured> gapbs_round(const Options& options, unsigned threads) {
  const std::string command = fmt::format("OMP_NUM_THREADS={} '{}/bfs' -g {} -k 16 -n 1 2>&1",
                                          threads, options.gapbs, options.scale);
  std::FILE* const out = ::popen(command.c_str(), "r");
  if (out == nullptr) return std::nullopt;
  std::optional<Measured> measured;
  std::array<char, 256> line{};
  while (std::fgets(line.data(), static_cast<int>(line.size()), out) != nullptr) {
    double seconds = 0;
    if (std::sscanf(line.data(), "Generate Time: %lf", &seconds) == 1) {
      measured = Measured{seconds, 0, 0, std::int64_t{16} << options.scale, 0};
    }
  }
  return ::pclose(out) == 0 ? measured : std::nullopt;
}

std::vector<Line> lines_of(const Options& options, const Room& room, const Room& csv,
                           const Dataset& graph) {
  const RmatParams rmat{.scale = options.scale, .edge_factor = 16};
  const std::int64_t n = std::int64_t{1} << options.scale;
  const UniformParams uniform{n * 1'000'000 / (1 << 20), 16};
  const ErParams er{n / 10, 160.0 / static_cast<double>(n)};
  const GridParams grid{n / 1024, 8192};
  const std::vector<Recipe> recipes = {
      {"rmat", 1, rmat},
      {"rmat, weights", 1, RmatParams{.scale = options.scale, .edge_factor = 16, .weighted = true}},
      {"urand", 1, UrandParams{options.scale, 16}},
      {"er", 1, er},
      {"grid", 1, grid},
      {"uniform", 1, uniform},
      {"powerlaw", 1, PowerlawParams{4 * n, 2.5, 1, 1000}},
      {"social", 1, SocialParams{std::max<std::int64_t>(n / 52, 5), 0, 0}},
  };
  std::vector<Line> lines = {
      {"sha256", 1, "", hash_floor},
      {"write and sync", 1, "", [&room] { return write_floor(room); }},
      {"rmat, naive", 1, "", [&room, rmat, n] { return generate_naively(room, rmat, n); }},
      {"uniform, naive", 1, "",
       [&room, uniform] { return generate_naively(room, uniform, uniform.n); }},
      {"er, naive", 1, "", [&room, er] { return generate_naively(room, er, er.n); }},
  };
  for (const unsigned threads : options.threads) {
    lines.push_back({"kernel, narrow", threads, "gapbs kron",
                     [=] { return draw_kernel(options.scale, threads, false); }});
    lines.push_back({"kernel", threads, "gapbs kron",
                     [=] { return draw_kernel(options.scale, threads, true); }});
    for (const Recipe& recipe : recipes) {
      lines.push_back({recipe.name, threads, recipe.name + ", naive",
                       [&room, recipe, threads] { return generate(room, recipe, threads); }});
    }
    lines.push_back({"read into CSR", threads, "", [&graph, threads] {
                       const auto csr = read_csr(graph, threads);
                       return csr ? Work{graph.edge_count, csv_bytes(graph), true} : Work{};
                     }});
    lines.push_back({"map cached CSR", threads, "read into CSR", [&graph, &csv, threads] {
                       const auto csr = cached_csr(graph, csv.path() / "graph.csr", threads);
                       return csr ? Work{graph.edge_count, csv_bytes(graph), true} : Work{};
                     }});
  }
  return lines;
}

void print(const std::vector<std::pair<Line, std::optional<Measured>>>& results) {
  fmt::print(
      "| what | threads | seconds | CPU s | M edges/s | MB/s | peak MiB | bytes/edge | times |\n"
      "| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
  for (const auto& [line, median] : results) {
    if (!median) {
      fmt::print("| {} | {} | failed | | | | | | |\n", line.what, line.threads);
      continue;
    }
    const auto rate = [&](std::int64_t count) {
      return count == 0 ? ""
                        : fmt::format("{:.1f}", static_cast<double>(count) / median->seconds / 1e6);
    };
    // Against the line it is compared with: at the same number of threads if there is one, else at
    // one.
    const Measured* base = nullptr;
    for (const auto& [other, measured] : results) {
      if (other.what == line.base && measured &&
          (other.threads == line.threads || base == nullptr)) {
        base = &*measured;
      }
    }
    fmt::print("| {} | {} | {:.3f} | {:.3f} | {} | {} | {:.0f} | {} | {} |\n", line.what,
               line.threads, median->seconds, median->cpu_seconds, rate(median->count),
               rate(median->bytes), median->peak_mib,
               median->count == 0 || median->peak_mib == 0
                   ? ""
                   : fmt::format("{:.1f}",
                                 median->peak_mib * 1048576 / static_cast<double>(median->count)),
               base == nullptr
                   ? ""
                   : fmt::format("{:.1f} × {}", base->seconds / median->seconds, line.base));
  }
}

int run(Options options) {
  if (options.threads.empty()) {
    options.threads = {1};
    if (thread_count(0) > 1) options.threads.push_back(thread_count(0));
  }
  const Room room(options.folder);
  const Room csv(options.folder);
  // The graph to read back, written by a child so that this process stays without threads.
  const Recipe recipe{"rmat", 1, RmatParams{.scale = options.scale, .edge_factor = 16}};
  (void)csv.cleared();
  if (!in_child([&] { return generate(csv, recipe, 0); })) {
    fmt::print(stderr, "cannot generate into {}; name another folder by --folder\n",
               csv.path().string());
    return 1;
  }
  Dataset graph = describe(recipe);
  graph.folder = csv.path();
  graph.checksum = "sha256:bench";
  graph.nodes[0].files = {csv.path() / "nodes/Node.csv"};
  graph.rels[0].files = {csv.path() / "rels/EDGE.csv"};

  std::vector<Line> lines = lines_of(options, room, csv, graph);
  std::map<unsigned, Rounds> gapbs;
  for (int round = 0; round < options.rounds; ++round) {
    for (Line& line : lines) line.rounds.add(in_child(line.work));
    if (options.gapbs.empty()) continue;
    for (const unsigned threads : options.threads) {
      gapbs[threads].add(gapbs_round(options, threads));
    }
  }
  std::vector<std::pair<Line, std::optional<Measured>>> results;
  for (Line& line : lines) {
    auto median = line.rounds.median();
    results.emplace_back(std::move(line), median);
  }
  for (auto& [threads, rounds] : gapbs) {
    results.emplace_back(Line{"gapbs kron", threads, "", {}}, rounds.median());
  }
  fmt::print("Scale {}, median of {} interleaved rounds, {} cores.\n\n", options.scale,
             options.rounds, thread_count(0));
  print(results);
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
      "Measures how datasets are made and read.\n\n  dataset_bench --scale 18 --threads 1,2"};
  gb::bench::Options options;
  app.add_option("--scale", options.scale, "2^scale nodes, 16 times as many edges")
      ->check(CLI::Range(10, 26))
      ->capture_default_str();
  app.add_option("--rounds", options.rounds, "of each measurement")
      ->check(CLI::Range(1, 99))
      ->capture_default_str();
  app.add_option("--threads", options.threads, "numbers of threads (default: 1 and all cores)")
      ->delimiter(',')
      ->check(CLI::Range(1, 1024));
  app.add_option("--gapbs", options.gapbs, "a built checkout of the GAP benchmark suite")
      ->check(CLI::ExistingDirectory);
  app.add_option("--folder", options.folder, "where to write; some GB free")
      ->check(CLI::ExistingDirectory);
  CLI11_PARSE(app, argc, argv);
  return gb::bench::run(options);
}
