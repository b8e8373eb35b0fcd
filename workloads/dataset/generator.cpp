#include "workloads/dataset/generator.h"

#include <exception>
#include <type_traits>

#include "core/base/random.h"
#include "workloads/dataset/file_list_writer.h"
#include "workloads/dataset/generator_collab.h"
#include "workloads/dataset/generator_er.h"
#include "workloads/dataset/generator_fin.h"
#include "workloads/dataset/generator_friends.h"
#include "workloads/dataset/generator_grid.h"
#include "workloads/dataset/generator_lb.h"
#include "workloads/dataset/generator_powerlaw.h"
#include "workloads/dataset/generator_rmat.h"
#include "workloads/dataset/generator_snb29.h"
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

/// Which writer a generator fills: that of a list of files where it has streams of its own, from
/// the seed alone.
template <class Params>
concept ListsFiles = requires(const Params& params, FileListWriter& out) {
  generate(params, std::int64_t{}, out);
};
DatasetWriter writer_of(const auto&);
FileListWriter writer_of(const ListsFiles auto&);

Result<void> write(const auto& params, std::int64_t seed, DatasetWriter& out) {
  SplitMix64 random(Seed{static_cast<std::uint64_t>(seed)});
  out.draws_from(random);
  return generate(params, random, out);
}
Result<void> write(const ListsFiles auto& params, std::int64_t seed, FileListWriter& out) {
  return generate(params, seed, out);
}

}  // namespace

Result<void> check_recipe(const Recipe& recipe) {
  return std::visit(
      [&](const auto& params) {
        if constexpr (requires { check(params, recipe.seed); }) {
          return check(params, recipe.seed);
        } else {
          return check(params);
        }
      },
      recipe.generator);
}

Dataset describe(const Recipe& recipe) {
  Dataset dataset =
      std::visit([](const auto& params) { return describe(params); }, recipe.generator);
  dataset.seed = recipe.seed;
  return dataset;
}

Result<Dataset> generate_into(const fs::path& folder, const Recipe& recipe,
                              const DatasetProgress& progress, std::stop_token stop,
                              GeneratorResources resources) {
  const Dataset description = describe(recipe);
  if (auto space = check_space(description, folder); !space) return tl::unexpected(space.error());
  try {
    return std::visit(
        [&](const auto& params) -> Result<Dataset> {
          using Writer = decltype(writer_of(params));
          auto out = [&] {
            if constexpr (std::is_same_v<Writer, DatasetWriter>) {
              return Writer::create(description, folder, progress, stop, resources);
            } else {
              return Writer::create(description, folder, progress, stop);
            }
          }();
          if (!out) return tl::unexpected(out.error());
          const auto written = write(params, recipe.seed, *out);
          if (!written) return tl::unexpected(written.error());
          return out->finish();
        },
        recipe.generator);
  } catch (const DrawingStopped&) {
    return fail(ErrorCode::Cancelled, "generating {} was cancelled", description.name);
  } catch (const std::exception& error) {  // a table or list larger than memory
    return fail(ErrorCode::ResourceExhausted, "generating {} needs more memory than there is ({})",
                description.name, error.what());
  }
}

}  // namespace gb
