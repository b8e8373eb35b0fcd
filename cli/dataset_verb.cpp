#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/settings.h"
#include "cli/subjects.h"
#include "cli/verbs.h"
#include "core/report/text_table.h"
#include "workloads/dataset/cache.h"
#include "workloads/dataset/recipe.h"

namespace gb {
namespace {

using Json = nlohmann::json;

struct GenerateFlags {
  std::string what;
  std::string out = "datasets";
  std::int64_t seed = 1;
  GridParams grid;
};

Result<Recipe> recipe_of(const GenerateFlags& flags, const CLI::App& verb) {
  if (flags.what != "grid") {
    for (const char* flag : {"--rows", "--cols", "--diagonal", "--seed"}) {
      if (verb.count(flag) > 0) {
        return fail(ErrorCode::InvalidArgument,
                    "{} does not go with a recipe: {} fixes every parameter", flag, flags.what);
      }
    }
    return find_recipe(flags.what);
  }
  Recipe recipe;
  recipe.name = "grid";
  recipe.seed = flags.seed;
  recipe.generator = flags.grid;
  if (auto checked = check_recipe(recipe); !checked) return tl::unexpected(checked.error());
  return recipe;
}

Json describe(const Dataset& dataset) {
  return {{"name", dataset.name},
          {"folder", dataset.folder.string()},
          {"node_count", dataset.node_count},
          {"edge_count", dataset.edge_count},
          {"checksum", dataset.checksum}};
}

Result<ExitCode> generate(const GenerateFlags& flags, const CLI::App& verb,
                          const Context& context) {
  const auto recipe = recipe_of(flags, verb);
  if (!recipe) return tl::unexpected(recipe.error());
  const bool lively = stderr_is_lively() && !context.quiet;
  const auto progress = [&](std::int64_t rows, std::int64_t total) {
    if (!lively) return;
    const std::string of = total > 0 ? fmt::format(" of {}", total) : "";
    fmt::print(stderr, "\r\x1b[2K{}: {}{} rows", recipe->name, rows, of);
  };
  const auto made = generate_dataset(*recipe, flags.out, progress);
  if (lively) fmt::print(stderr, "\r\x1b[2K");
  if (!made) return tl::unexpected(made.error());
  const Dataset& dataset = made->dataset;
  if (context.chosen_format() == "json") {
    Json json = describe(dataset);
    json["already_there"] = made->already_there;
    print(json.dump(2) + "\n");
    return ExitCode::Done;
  }
  print(fmt::format("{}\tnodes={}\tedges={}\t{}{}\n", dataset.folder.string(), dataset.node_count,
                    dataset.edge_count, dataset.checksum, made->already_there ? "\t(cached)" : ""));
  return ExitCode::Done;
}

Result<ExitCode> list(const std::string& folder, const Context& context) {
  const DatasetCache cache{datasets_folder(folder)};
  const auto entries = cache.list();
  if (context.chosen_format() == "json") {
    Json json = Json::array();
    for (const auto& entry : entries) {
      Json one = describe(entry.dataset);
      one["folder"] = entry.folder.string();
      one["problem"] = entry.problem;
      json.push_back(one);
    }
    print(Json{{"folder", cache.folder().string()}, {"datasets", json}}.dump(2) + "\n");
    return ExitCode::Done;
  }
  TextTable table;
  table.add_heading({"Dataset", "Nodes", "Edges", "Checksum", "Folder"});
  for (const auto& entry : entries) {
    table.add_row({entry.problem.empty() ? entry.dataset.name : "unreadable",
                   fmt::format("{}", entry.dataset.node_count),
                   fmt::format("{}", entry.dataset.edge_count),
                   entry.dataset.checksum.substr(0, 15),
                   entry.problem.empty() ? entry.folder.string() : entry.problem});
  }
  print(table.render());
  std::string recipes;
  for (const Recipe& recipe : all_recipes()) recipes += (recipes.empty() ? "" : ", ") + recipe.name;
  note(fmt::format("in {}; recipes: {}", cache.folder().string(), recipes));
  return ExitCode::Done;
}

void add_verify(CLI::App& dataset, Context& context) {
  CLI::App* verb = context.verb(dataset, "verify", "Recompute the checksum of a dataset's folder",
                                "gb dataset verify datasets/grid-30x30-eb8d5d60");
  const auto folder = std::make_shared<std::string>();
  verb->add_option("folder", *folder, "Folder with a manifest.json")->required();
  context.runs(verb, [folder, &context]() -> Result<ExitCode> {
    const auto opened = open_dataset(*folder);
    if (!opened) return tl::unexpected(opened.error());
    print(context.chosen_format() == "json"
              ? describe(*opened).dump(2) + "\n"
              : fmt::format("{}\t{}\tverified\n", opened->name, opened->checksum));
    return ExitCode::Done;
  });
}

}  // namespace

void add_dataset_generate(CLI::App& parent, Context& context, const std::string& name) {
  CLI::App* verb =
      context.verb(parent, name, "Generate a dataset: a recipe, or a generator with parameters",
                   "gb dataset generate grid --rows 100 --cols 100 --out datasets");
  const auto flags = std::make_shared<GenerateFlags>();
  verb->add_option("what", flags->what,
                   "A recipe (gb dataset list names them) or a generator: grid")
      ->required();
  verb->add_option("--out", flags->out, "Folder to put the dataset's folder in")
      ->capture_default_str();
  verb->add_option("--seed", flags->seed, "Seed of the generator")->capture_default_str();
  verb->add_option("--rows", flags->grid.rows, "grid: rows");
  verb->add_option("--cols", flags->grid.cols, "grid: columns");
  verb->add_flag("--diagonal", flags->grid.diagonal, "grid: also the diagonals");
  context.runs(verb, [flags, verb, &context] { return generate(*flags, *verb, context); });
}

void add_dataset_list(CLI::App& parent, Context& context, const std::string& name) {
  CLI::App* verb = context.verb(parent, name, "Datasets in the cache, and the recipes there are",
                                "gb dataset list");
  const auto folder = std::make_shared<std::string>();
  verb->add_option("--datasets", *folder, "Folder of datasets")->envname("GRAPH_BENCH_DATA");
  context.runs(verb, [folder, &context] { return list(*folder, context); });
}

void add_dataset(CLI::App& app, Context& context) {
  CLI::App* dataset = app.add_subcommand("dataset", "Generate, list and verify datasets");
  dataset->require_subcommand(1);
  dataset->fallthrough();
  add_dataset_generate(*dataset, context, "generate");
  add_dataset_list(*dataset, context, "list");
  add_verify(*dataset, context);
}

}  // namespace gb
