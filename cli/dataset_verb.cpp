#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/dataset_text.h"
#include "cli/settings.h"
#include "cli/subjects.h"
#include "cli/verbs.h"
#include "core/base/byte_size.h"
#include "core/base/file.h"
#include "core/report/text_table.h"
#include "workloads/dataset/cache.h"
#include "workloads/dataset/recipe.h"

namespace gb {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

struct NameFlags {
  std::string name;
  std::string datasets;

  DatasetCache cache() const { return DatasetCache(datasets_folder(datasets)); }
};

Json entries_json(const std::vector<DatasetCache::Entry>& entries) {
  Json list = Json::array();
  for (const auto& entry : entries) {
    Json one = dataset_json(entry.dataset);
    one["folder"] = entry.folder.string();
    one["problem"] = entry.problem;
    one["bytes"] = folder_bytes(entry.folder);
    list.push_back(one);
  }
  return list;
}

Result<ExitCode> list(const std::string& folder, const Context& context) {
  const DatasetCache cache{datasets_folder(folder)};
  const auto entries = cache.list();
  if (context.chosen_format() == "json") {
    Json recipes = Json::array();
    for (const Recipe& recipe : all_recipes()) recipes.push_back(recipe.name);
    print(Json{{"folder", cache.folder().string()},
               {"datasets", entries_json(entries)},
               {"recipes", recipes}}
              .dump(2) +
          "\n");
    return ExitCode::Done;
  }
  TextTable table;
  table.add_heading({"Dataset", "Nodes", "Edges", "Size", "Checksum", "Folder"});
  std::int64_t bytes = 0;
  for (const auto& entry : entries) {
    const std::int64_t size = std::max<std::int64_t>(0, folder_bytes(entry.folder));
    bytes += size;
    table.add_row({entry.problem.empty() ? entry.dataset.name : "unreadable",
                   fmt::format("{}", entry.dataset.node_count),
                   fmt::format("{}", entry.dataset.edge_count), byte_size_text(size),
                   entry.dataset.checksum.substr(0, 15),
                   entry.problem.empty() ? entry.folder.string() : entry.problem});
  }
  print(table.render());
  std::string recipes;
  for (const Recipe& recipe : all_recipes()) recipes += (recipes.empty() ? "" : ", ") + recipe.name;
  note(fmt::format("{} in {}; recipes: {}", byte_size_text(bytes), cache.folder().string(),
                   recipes));
  return ExitCode::Done;
}

/// A folder with a manifest anywhere, else an entry of the cache.
Result<ExitCode> verify(const NameFlags& flags, const Context& context) {
  std::error_code ignored;
  Result<fs::path> folder = fs::path(flags.name);
  if (!fs::is_directory(*folder, ignored)) folder = flags.cache().where(flags.name);
  if (!folder) return tl::unexpected(folder.error());
  const auto opened = open_dataset(*folder);
  if (!opened) return tl::unexpected(opened.error());
  print(context.chosen_format() == "json"
            ? dataset_json(*opened).dump(2) + "\n"
            : fmt::format("{}\t{}\tverified\n", opened->name, opened->checksum));
  return ExitCode::Done;
}

Result<ExitCode> where(const NameFlags& flags, const Context& context) {
  const auto folder = flags.cache().where(flags.name);
  if (!folder) return tl::unexpected(folder.error());
  print(context.chosen_format() == "json" ? Json{{"folder", folder->string()}}.dump(2) + "\n"
                                          : folder->string() + "\n");
  return ExitCode::Done;
}

Result<ExitCode> remove(const NameFlags& flags, const Context& context) {
  const auto folder = flags.cache().remove(flags.name);
  if (!folder) return tl::unexpected(folder.error());
  print(context.chosen_format() == "json" ? Json{{"removed", folder->string()}}.dump(2) + "\n"
                                          : fmt::format("removed\t{}\n", folder->string()));
  return ExitCode::Done;
}

CLI::Option* add_datasets_flag(CLI::App& verb, std::string& folder) {
  return verb.add_option("--datasets", folder, "Folder of datasets")->envname("GRAPH_BENCH_DATA");
}

using NameWork = Result<ExitCode> (*)(const NameFlags&, const Context&);

/// A verb about one dataset of the cache.
void add_named(CLI::App& dataset, Context& context, const std::string& verb_name,
               const std::string& what, const std::string& example, NameWork work) {
  CLI::App* verb = context.verb(dataset, verb_name, what, example);
  const auto flags = std::make_shared<NameFlags>();
  verb->add_option("name", flags->name, "Its folder, its name, or its recipe")->required();
  add_datasets_flag(*verb, flags->datasets);
  context.runs(verb, [flags, work, &context] { return work(*flags, context); });
}

}  // namespace

void add_dataset_list(CLI::App& parent, Context& context, const std::string& name) {
  CLI::App* verb = context.verb(parent, name, "Datasets in the cache, and the recipes there are",
                                "gb dataset list");
  const auto folder = std::make_shared<std::string>();
  add_datasets_flag(*verb, *folder);
  context.runs(verb, [folder, &context] { return list(*folder, context); });
}

void add_dataset(CLI::App& app, Context& context) {
  CLI::App* dataset =
      app.add_subcommand("dataset", "Generate, import, list, verify, find and remove datasets");
  dataset->require_subcommand(1);
  dataset->fallthrough();
  add_dataset_generate(*dataset, context, "generate");
  add_dataset_import(*dataset, context, "import");
  add_dataset_list(*dataset, context, "list");
  add_named(*dataset, context, "verify", "Recompute the checksum of a dataset",
            "gb dataset verify datasets/grid-30x30-eb8d5d60", verify);
  add_named(*dataset, context, "where", "Print the folder of a dataset in the cache",
            "gb dataset where grid-100x100", where);
  add_named(*dataset, context, "remove", "Remove a dataset from the cache, unless it is in use",
            "gb dataset remove grid-100x100", remove);
}

}  // namespace gb
