#include "workloads/dataset/generator.h"

#include <exception>

#include "core/base/random.h"
#include "workloads/dataset/generator_er.h"
#include "workloads/dataset/generator_fin.h"
#include "workloads/dataset/generator_grid.h"
#include "workloads/dataset/generator_lb.h"
#include "workloads/dataset/generator_powerlaw.h"
#include "workloads/dataset/generator_rmat.h"
#include "workloads/dataset/generator_social.h"
#include "workloads/dataset/generator_uniform.h"
#include "workloads/dataset/generator_urand.h"

namespace gb {
namespace fs = std::filesystem;
namespace {

/// The shortest row there is, "0,1,EDGE": enough to see that a disk cannot hold what was asked for.
constexpr double kLeastBytesPerRow = 8;

Result<void> check_space(const Dataset& description, const fs::path& folder) {
  const double bytes = kLeastBytesPerRow * (static_cast<double>(description.node_count) +
                                            static_cast<double>(description.edge_count));
  std::error_code error;
  const fs::space_info space = fs::space(folder, error);
  if (error || bytes <= static_cast<double>(space.available)) return {};
  return fail(ErrorCode::ResourceExhausted,
              "dataset {} needs more than {:.1f} GB, and {} has {:.1f} GB free", description.name,
              bytes / 1e9, folder.parent_path().string(),
              static_cast<double>(space.available) / 1e9);
}

}  // namespace

Result<void> check_recipe(const Recipe& recipe) {
  return std::visit([](const auto& params) { return check(params); }, recipe.generator);
}

Dataset describe(const Recipe& recipe) {
  Dataset dataset =
      std::visit([](const auto& params) { return describe(params); }, recipe.generator);
  dataset.seed = recipe.seed;
  return dataset;
}

Result<Dataset> generate_into(const fs::path& folder, const Recipe& recipe,
                              const DatasetProgress& progress, std::stop_token stop) {
  const Dataset description = describe(recipe);
  if (auto space = check_space(description, folder); !space) return tl::unexpected(space.error());
  auto out = DatasetWriter::create(description, folder, progress, std::move(stop));
  if (!out) return tl::unexpected(out.error());
  SplitMix64 random(Seed{static_cast<std::uint64_t>(recipe.seed)});
  try {
    const auto written = std::visit(
        [&](const auto& params) { return generate(params, random, *out); }, recipe.generator);
    if (!written) return tl::unexpected(written.error());
  } catch (const std::exception& error) {  // a table or list larger than memory
    return fail(ErrorCode::ResourceExhausted, "generating {} needs more memory than there is ({})",
                description.name, error.what());
  }
  return out->finish();
}

}  // namespace gb
