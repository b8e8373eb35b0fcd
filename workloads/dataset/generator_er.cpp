#include "workloads/dataset/generator_er.h"

#include <cmath>
#include <string>
#include <vector>

#include "core/base/parallel.h"
#include "core/data/number_format.h"
#include "workloads/dataset/bare_graph.h"
#include "workloads/dataset/edge_rows.h"
#include "workloads/dataset/sampling.h"

namespace gb {
namespace {

constexpr std::int64_t kMaxNodes = 3037000499;

constexpr std::size_t kGaps = kBlockRows;

/// A run of draws: the distances from one chosen pair to the next.
struct Gaps {
  std::vector<std::int64_t> gaps = std::vector<std::int64_t>(kGaps);
  std::int64_t sum = 0;   // at most the number of pairs
  std::int64_t from = 0;  // the last pair before them
};

void draw(Gaps& run, SplitMix64 random, double log_absent, std::int64_t total) {
  run.sum = 0;
  for (std::int64_t& gap : run.gaps) {
    const double skipped = std::floor(std::log(1 - random.unit()) / log_absent);
    gap = static_cast<std::int64_t>(skipped) + 1;  // at most 37 / 1.1e-16
    run.sum = gap >= total - run.sum ? total : run.sum + gap;
  }
}

void put_edges(const Gaps& run, std::int64_t n, RowBlock& block) {
  EdgeRows rows(block, run.gaps.size());
  const std::int64_t total = n * n;
  std::int64_t pair = run.from;
  for (const std::int64_t gap : run.gaps) {
    if (gap >= total - pair) return;
    pair += gap;
    const std::int64_t from = pair / n;
    const std::int64_t to = pair % n;
    if (from != to) rows.edge(from, to);
  }
}

}  // namespace

Result<void> check(const ErParams& params) {
  if (params.n < 1 || params.n > kMaxNodes) {
    return fail(ErrorCode::InvalidArgument, "er: n must be from 1 to {}, and is {}", kMaxNodes,
                params.n);
  }
  // Also refuses what is no number, and a p so small that log(1 - p) is 0.
  if (!(params.p > 0 && params.p < 1) || 1 - params.p == 1) {
    return fail(ErrorCode::InvalidArgument,
                "er: p must lie between 0 and 1 and be more than about 5.6e-17, and is {}",
                params.p);
  }
  return {};
}

Dataset describe(const ErParams& params) {
  Dataset dataset =
      describe_bare_graph("er", fmt::format("n{}-p{}", params.n, name_float(params.p)));
  dataset.params = {{"n", std::to_string(params.n)}, {"p", json_float(params.p)}};
  dataset.node_count = params.n;
  return dataset;
}

Result<void> generate(const ErParams& params, SplitMix64& random, DatasetWriter& out) {
  if (auto nodes = write_bare_nodes(out, params.n); !nodes) return nodes;
  return out.fill_rels("EDGE", [&](TableOutput& table) -> Result<void> {
    const std::int64_t total = params.n * params.n;
    const double log_absent = std::log(1 - params.p);
    // As many runs at a time as keep the threads busy, fewer when that is more than there will be.
    const double expected = static_cast<double>(total) * params.p / kGaps;
    const auto most = std::size_t{8} * table.threads();
    std::vector<Gaps> round(
        expected < static_cast<double>(most) ? static_cast<std::size_t>(expected) + 1 : most);
    std::uint64_t drawn = 0;
    for (std::int64_t pair = -1; pair < total;) {
      for_each_index(table.threads(), round.size(), [&](std::size_t i) {
        draw(round[i], random_after(random, drawn + i * kGaps), log_absent, total);
      });
      drawn += round.size() * kGaps;
      for (Gaps& gaps : round) {
        gaps.from = pair;
        pair = gaps.sum >= total - pair ? total : pair + gaps.sum;
      }
      const auto put =
          table.ranges(std::ssize(round), 1, [&](std::int64_t i, std::int64_t, RowBlock& block) {
            put_edges(round[static_cast<std::size_t>(i)], params.n, block);
          });
      if (!put) return put;
    }
    return {};
  });
}

}  // namespace gb
