#include <filesystem>

#include "adapters/registry.h"
#include "agent/runner/overhead.h"
#include "agent/runner/overhead_report.h"
#include "cli/scratch_folder.h"
#include "cli/settings.h"
#include "cli/verbs.h"
#include "workloads/dataset/cache.h"

namespace gb {
namespace {

struct OverheadFlags {
  std::uint32_t rounds = 30;
  std::uint32_t operations = 10'000;
  std::uint64_t seed = 1;
  std::string recipe = "grid-100x100";
  std::string lib;
  std::string datasets;
};

Result<ExitCode> overhead(const OverheadFlags& flags, const Context& context) {
  const auto recipe = find_recipe(flags.recipe);
  if (!recipe) return tl::unexpected(recipe.error());
  const auto obtained = DatasetCache(datasets_folder(flags.datasets)).obtain(*recipe);
  if (!obtained) return tl::unexpected(obtained.error());
  const auto folder = ScratchFolder::create("graph-bench-overhead");
  if (!folder) return tl::unexpected(folder.error());

  Registry registry;
  add_all_adapters(registry);
  OverheadOptions options;
  options.folder = (*folder)->path();
  if (!flags.lib.empty()) options.settings["lib"] = flags.lib;
  options.rounds = flags.rounds;
  options.operations = flags.operations;
  options.seed = Seed{flags.seed};
  const auto report = measure_overhead(registry, obtained->dataset, options);
  if (!report) return tl::unexpected(report.error());
  print(context.chosen_format() == "json" ? overhead_json(*report).dump(2) + "\n"
                                          : overhead_table(*report));
  return ExitCode::Done;
}

}  // namespace

void add_bench(CLI::App& app, Context& context) {
  CLI::App* bench = context.group(app, "bench", "Measure graph-bench itself");
  CLI::App* verb = context.verb(
      *bench, "overhead",
      "What adapter and loop add to an engine's point read: the same prepared statement in a "
      "bare C loop and in ours, alternating in one process",
      "gb bench overhead --rounds 30");
  const auto flags = std::make_shared<OverheadFlags>();
  verb->add_option("--rounds", flags->rounds, "Rounds per mode; both loops run in each")
      ->capture_default_str();
  verb->add_option("--operations", flags->operations, "Operations of each loop in a round")
      ->capture_default_str();
  verb->add_option("--seed", flags->seed, "Seed of the ids that are read")->capture_default_str();
  verb->add_option("--recipe", flags->recipe, "Dataset to read from")->capture_default_str();
  verb->add_option("--lib", flags->lib, "SQLite library to load in place of the system's");
  verb->add_option("--datasets", flags->datasets, "Folder of datasets")
      ->envname("GRAPH_BENCH_DATA");
  context.runs(verb, [flags, &context] { return overhead(*flags, context); });
}

}  // namespace gb
