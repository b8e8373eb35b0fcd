#include "workloads/dataset/generator_uniform.h"

#include <string>

#include "workloads/dataset/bare_graph.h"
#include "workloads/dataset/out_edges.h"
#include "workloads/dataset/sampling.h"

namespace gb {

Result<void> check(const UniformParams& params) {
  if (params.n < 1) {
    return fail(ErrorCode::InvalidArgument, "uniform: n must be at least 1, and is {}", params.n);
  }
  if (params.degree < 1 || params.degree >= params.n) {
    return fail(ErrorCode::InvalidArgument,
                "uniform: degree must be at least 1 and below n = {}, and is {}", params.n,
                params.degree);
  }
  if (params.degree > INT64_MAX / params.n - 1) {
    return fail(ErrorCode::InvalidArgument, "uniform: n * degree must fit 64 bits, and is {} * {}",
                params.n, params.degree);
  }
  return {};
}

Dataset describe(const UniformParams& params) {
  Dataset dataset = describe_bare_graph("uniform", fmt::format("n{}-k{}", params.n, params.degree));
  dataset.params = {{"n", std::to_string(params.n)}, {"degree", std::to_string(params.degree)}};
  dataset.node_count = params.n;
  dataset.edge_count = params.n * params.degree;
  return dataset;
}

Result<void> generate(const UniformParams& params, SplitMix64& random, DatasetWriter& out) {
  if (auto nodes = write_bare_nodes(out, params.n); !nodes) return nodes;
  return write_out_edges(out, params.n,
                         [&, picker = DistinctPicker(out.stop_check())](std::int64_t from) mutable {
                           return picker.pick(random, params.n, params.degree, from);
                         });
}

}  // namespace gb
