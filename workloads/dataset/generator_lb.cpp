#include "workloads/dataset/generator_lb.h"

#include <algorithm>
#include <string>

#include "workloads/dataset/sampling.h"

namespace gb {
namespace {

constexpr std::size_t kPayload = 64;
constexpr std::int64_t kTimes = 1'000'000'000;

std::int64_t node_count(const LbParams& params) { return params.nodes == 0 ? 10000 : params.nodes; }
std::int64_t max_links(const LbParams& params) {
  return std::min<std::int64_t>(1000, node_count(params) - 1);
}

}  // namespace

Result<void> check(const LbParams& params) {
  if (node_count(params) >= 2) return {};
  return fail(ErrorCode::InvalidArgument, "lb: n must be at least 2, or 0 for 10000, and is {}",
              params.nodes);
}

Dataset describe(const LbParams& params) {
  Dataset dataset;
  dataset.scale_text = fmt::format("n{}", node_count(params));
  dataset.name = "lb-" + dataset.scale_text;
  dataset.kind = "synthetic";
  dataset.generator = "lb";
  dataset.generator_version = 1;
  dataset.params = {{"nodes", std::to_string(node_count(params))},
                    {"gamma", "2"},
                    {"minLinks", "1"},
                    {"maxLinks", std::to_string(max_links(params))}};
  dataset.nodes = {{"Obj",
                    {"Obj"},
                    "id",
                    {{"otype", PropertyType::Int64},
                     {"version", PropertyType::Int64},
                     {"time", PropertyType::Int64},
                     {"payload", PropertyType::String}},
                    {}}};
  dataset.rels = {{"LINK",
                   "Obj",
                   "Obj",
                   {{"ltype", PropertyType::Int64},
                    {"time", PropertyType::Int64},
                    {"payload", PropertyType::String}},
                   {}}};
  dataset.node_count = node_count(params);
  return dataset;
}

Result<void> generate(const LbParams& params, SplitMix64& random, DatasetWriter& out) {
  const std::int64_t n = node_count(params);
  std::string payload;
  const auto objects = out.nodes("Obj", [&](CsvWriter& csv) {
    for (std::int64_t id = 0; id < n; ++id) {
      csv.integer(id);
      csv.integer(1 + below(random, 10));
      csv.integer(below(random, 10));
      csv.integer(below(random, kTimes));
      random_text(random, kPayload, payload);
      if (!csv.plain(payload).end_row()) return;
    }
  });
  if (!objects) return objects;
  const PowerLawTable degrees(1, max_links(params), 2, out.stop_check());
  return out.rels("LINK", [&](CsvWriter& csv) {
    DistinctPicker picker(out.stop_check());
    for (std::int64_t from = 0; from < n; ++from) {
      const std::int64_t degree = degrees.pick(random.unit());
      for (const std::int64_t to : picker.pick(random, n, degree, from)) {
        csv.integer(from).integer(to).plain("LINK");
        csv.integer(1 + below(random, 10));
        csv.integer(below(random, kTimes));
        random_text(random, kPayload, payload);
        if (!csv.plain(payload).end_row()) return;
      }
    }
  });
}

}  // namespace gb
