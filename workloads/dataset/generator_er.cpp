#include "workloads/dataset/generator_er.h"

#include <cmath>
#include <string>

#include "core/data/number_format.h"
#include "workloads/dataset/bare_graph.h"

namespace gb {
namespace {

constexpr std::int64_t kMaxNodes = 3037000499;

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
  return out.rels("EDGE", [&](CsvWriter& csv) {
    const double log_absent = std::log(1 - params.p);
    const std::int64_t total = params.n * params.n;
    for (std::int64_t pair = -1;;) {
      const double skipped = std::floor(std::log(1 - random.unit()) / log_absent);
      const std::int64_t gap = static_cast<std::int64_t>(skipped) + 1;
      if (gap >= total - pair) return;
      pair += gap;
      const std::int64_t from = pair / params.n;
      const std::int64_t to = pair % params.n;
      if (from != to && !csv.integer(from).integer(to).plain("EDGE").end_row()) return;
    }
  });
}

}  // namespace gb
