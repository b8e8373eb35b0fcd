#include "workloads/dataset/generator_powerlaw.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/data/number_format.h"
#include "workloads/dataset/bare_graph.h"
#include "workloads/dataset/out_edges.h"
#include "workloads/dataset/sampling.h"

namespace gb {
namespace {

std::int64_t min_degree(const PowerlawParams& params) {
  return std::max<std::int64_t>(params.min_degree, 1);
}

}  // namespace

Result<void> check(const PowerlawParams& params) {
  if (params.n < 1) {
    return fail(ErrorCode::InvalidArgument, "powerlaw: n must be at least 1, and is {}", params.n);
  }
  if (!(params.gamma > 1) || !std::isfinite(params.gamma)) {
    return fail(ErrorCode::InvalidArgument, "powerlaw: gamma must be finite and above 1, and is {}",
                params.gamma);
  }
  if (params.max_degree < min_degree(params) || params.max_degree >= params.n) {
    return fail(ErrorCode::InvalidArgument,
                "powerlaw: max-deg must be at least min-deg = {} and below n = {}, and is {}",
                min_degree(params), params.n, params.max_degree);
  }
  return {};
}

Dataset describe(const PowerlawParams& params) {
  Dataset dataset =
      describe_bare_graph("powerlaw", fmt::format("n{}-g{}", params.n, name_float(params.gamma)));
  dataset.params = {{"n", std::to_string(params.n)},
                    {"gamma", json_float(params.gamma)},
                    {"minDeg", std::to_string(min_degree(params))},
                    {"maxDeg", std::to_string(params.max_degree)}};
  dataset.node_count = params.n;
  return dataset;
}

Result<void> generate(const PowerlawParams& params, SplitMix64& random, DatasetWriter& out) {
  if (auto nodes = write_bare_nodes(out, params.n); !nodes) return nodes;
  const PowerLawTable degrees(min_degree(params), params.max_degree, params.gamma,
                              out.stop_check());
  return write_out_edges(out, params.n,
                         [&, picker = DistinctPicker(out.stop_check())](std::int64_t from) mutable {
                           return picker.pick(random, params.n, degrees.pick(random.unit()), from);
                         });
}

}  // namespace gb
