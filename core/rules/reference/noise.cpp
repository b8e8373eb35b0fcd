#include "core/rules/reference/noise.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "core/document/lookup.h"

namespace gb {

std::size_t rounded_rank(std::size_t n, double percentile) {
  if (n == 0) return 0;
  const auto rank =
      static_cast<std::size_t>(std::trunc(percentile / 100 * static_cast<double>(n) + 0.5));
  return std::clamp<std::size_t>(rank, 1, n);
}

Result<ReferenceNoise> reference_noise(const std::vector<ResultDocument>& documents,
                                       const std::string& engine, double percentile,
                                       double regression_factor) {
  if (documents.size() < 2) {
    return fail(ErrorCode::InvalidArgument,
                "noise needs at least two documents of engine {}, and found {}: repeat the run",
                engine, documents.size());
  }
  std::set<std::string> checksums;
  for (const ResultDocument& document : documents) {
    checksums.insert(document.condition.dataset_checksum);
  }
  if (checksums.size() > 1) {
    return fail(ErrorCode::InvalidArgument,
                "the documents come from {} data sets ({}): narrow them by --workload and --scale",
                checksums.size(), fmt::join(checksums, ", "));
  }

  std::map<std::pair<std::string, std::string>, std::vector<std::int64_t>> groups;
  for (const ResultDocument& document : documents) {
    for (const auto& [query, stat] : document.queries) {
      if (stat.count <= 0) continue;
      if (stat.p50 > 0) groups[{query, "p50"}].push_back(stat.p50);
      if (stat.p99 > 0) groups[{query, "p99"}].push_back(stat.p99);
    }
  }

  ReferenceNoise noise;
  noise.engine = engine;
  noise.workload = workload_of(documents.front());
  noise.scale = documents.front().condition.scale;
  noise.documents = documents.size();
  noise.percentile = percentile <= 0 || percentile > 100 ? 90 : percentile;
  noise.regression_factor = regression_factor;
  std::vector<double> spreads;
  for (auto& [key, values] : groups) {
    if (values.size() < 2) continue;
    std::sort(values.begin(), values.end());
    NoiseSpread row{
        key.first,    key.second, values.size(), values.front(), values[values.size() / 2],
        values.back()};
    row.spread = static_cast<double>(row.max) / static_cast<double>(row.min);
    spreads.push_back(row.spread);
    noise.rows.push_back(std::move(row));
  }
  std::stable_sort(
      noise.rows.begin(), noise.rows.end(), [](const NoiseSpread& a, const NoiseSpread& b) {
        return std::tuple(-a.spread, std::string_view(a.query), std::string_view(a.metric)) <
               std::tuple(-b.spread, std::string_view(b.query), std::string_view(b.metric));
      });
  if (!spreads.empty()) {
    std::sort(spreads.begin(), spreads.end());
    noise.floor = spreads[rounded_rank(spreads.size(), noise.percentile) - 1];
    noise.worst = spreads.back();
  }
  noise.usable = noise.floor < regression_factor;
  return noise;
}

double suggested_floor(double floor) {
  const double up = std::ceil(floor * 100) / 100;
  return up < floor ? up + 0.01 : up;
}

}  // namespace gb
