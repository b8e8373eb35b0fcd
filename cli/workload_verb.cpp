#include <nlohmann/json.hpp>

#include "cli/settings.h"
#include "cli/subjects.h"
#include "cli/verbs.h"
#include "cli/workload_text.h"
#include "workloads/catalogue/coverage.h"
#include "workloads/verify/askable.h"

namespace gb {
namespace {

using Json = nlohmann::json;

/// The built-in workloads are checked by a test, those of one's own here.
Result<Catalogue> load(const std::string& folder) {
  Result<Catalogue> catalogue = Catalogue::with_added(folder);
  if (!catalogue) return catalogue;
  for (const Workload& workload : catalogue->all()) {
    if (workload.folder.empty()) continue;
    if (const Result<void> fine = check_askable(workload); !fine) {
      return tl::unexpected(fine.error());
    }
  }
  return catalogue;
}

Result<ExitCode> list(const std::string& folder, bool at_length, const Context& context) {
  const auto catalogue = load(folder);
  if (!catalogue) return tl::unexpected(catalogue.error());
  if (context.chosen_format() == "json") {
    Json json = Json::array();
    for (const Workload& workload : catalogue->all()) json.push_back(workload_json(workload));
    print(json.dump(2) + "\n");
  } else {
    print(at_length ? workloads_at_length(catalogue->all()) : workload_table(catalogue->all()));
  }
  return ExitCode::Done;
}

Result<ExitCode> show(const std::string& name, const std::string& folder, const Context& context) {
  const auto catalogue = load(folder);
  if (!catalogue) return tl::unexpected(catalogue.error());
  const bool json = context.chosen_format() == "json";
  if (const auto workload = catalogue->find(name)) {
    print(json ? workload_json(**workload).dump(2) + "\n" : workload_text(**workload));
    return ExitCode::Done;
  }
  const Query* found = nullptr;
  std::vector<std::string> asked_by;
  for (const Workload& workload : catalogue->all()) {
    for (const Query& query : workload.queries) {
      if (query.id != name) continue;
      found = &query;
      asked_by.push_back(workload.name);
    }
  }
  if (found == nullptr) {
    return fail(ErrorCode::NotFound,
                "\"{}\" is neither a workload nor a query; gb workload list --long names both",
                name);
  }
  print(json ? query_json(*found).dump(2) + "\n" : query_text(*found, asked_by));
  return ExitCode::Done;
}

Result<ExitCode> coverage(const Context& context) {
  const auto catalogue = Catalogue::built_in();
  if (!catalogue) return tl::unexpected(catalogue.error());
  if (context.chosen_format() != "json") {
    print(coverage_markdown(catalogue->all()));
    return ExitCode::Done;
  }
  Json json = Json::object();
  for (const Workload& workload : catalogue->all()) {
    for (const Query& query : workload.queries) {
      const Json whole = query_json(query);
      Json dialects = Json::array();
      for (const auto& [dialect, statements] : query.texts) dialects.push_back(dialect);
      json[query.id] = {{"dialects", dialects},
                        {"emulated", whole["emulated"]},
                        {"without_text", whole["without_text"]}};
    }
  }
  print(json.dump(2) + "\n");
  return ExitCode::Done;
}

}  // namespace

void add_workload_list(CLI::App& parent, Context& context, const std::string& name) {
  CLI::App* verb =
      context.verb(parent, name, "Workloads of the catalogue", "gb workload list --long");
  const auto folder = std::make_shared<std::string>();
  const auto at_length = std::make_shared<bool>(false);
  verb->add_flag("--long", *at_length, "Queries, protocol and shares too");
  add_workloads_flag(*verb, *folder);
  context.runs(verb, [folder, at_length, &context] { return list(*folder, *at_length, context); });
}

void add_workload(CLI::App& app, Context& context) {
  CLI::App* workload = context.group(app, "workload", "What is asked of the engines");
  add_workload_list(*workload, context, "list");
  CLI::App* verb =
      context.verb(*workload, "show", "A workload's queries, or one query with its texts",
                   "gb workload show micro-khop2");
  const auto name = std::make_shared<std::string>();
  const auto folder = std::make_shared<std::string>();
  verb->add_option("name", *name, "A workload or a query")->required();
  add_workloads_flag(*verb, *folder);
  context.runs(verb, [name, folder, &context] { return show(*name, *folder, context); });

  CLI::App* matrix = context.verb(*workload, "coverage",
                                  "Which built-in query has a text in which dialect, as markdown",
                                  "gb workload coverage > docs/coverage.md");
  context.runs(matrix, [&context] { return coverage(context); });
}

}  // namespace gb
