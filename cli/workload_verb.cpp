#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/subjects.h"
#include "cli/verbs.h"
#include "core/report/text_table.h"
#include "workloads/catalogue/catalogue.h"

namespace gb {
namespace {

using Json = nlohmann::json;

Result<Catalogue> load(const std::string& folder) {
  return folder.empty() ? Catalogue::built_in() : Catalogue::from_folder(folder);
}

void add_catalogue_flag(CLI::App& verb, std::string& folder) {
  verb.add_option("--catalogue", folder, "Folder of workloads in place of the built-in catalogue")
      ->envname("GRAPH_BENCH_CATALOGUE");
}

std::string scales_text(const Workload& workload) {
  std::string text;
  for (const auto& [scale, recipe] : workload.datasets) {
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", scale, recipe);
  }
  return text;
}

std::string dialects_text(const Query& query) {
  std::string text;
  for (const auto& [dialect, statement] : query.texts) text += (text.empty() ? "" : ", ") + dialect;
  return text;
}

Json query_json(const Query& query) {
  return {{"id", query.id},      {"class", name_of(query.query_class)}, {"meaning", query.meaning},
          {"pool", query.pool},  {"parameters", query.parameters},      {"columns", query.columns},
          {"texts", query.texts}};
}

Json workload_json(const Workload& workload) {
  Json queries = Json::array();
  for (const Query& query : workload.queries) queries.push_back(query_json(query));
  return {{"name", workload.name},
          {"title", workload.title},
          {"family", workload.family},
          {"fidelity", workload.fidelity},
          {"datasets", workload.datasets},
          {"version", workload.version},
          {"queries", queries}};
}

Result<ExitCode> list(const std::string& folder, const Context& context) {
  const auto catalogue = load(folder);
  if (!catalogue) return tl::unexpected(catalogue.error());
  if (context.chosen_format() == "json") {
    Json json = Json::array();
    for (const Workload& workload : catalogue->all()) json.push_back(workload_json(workload));
    print(json.dump(2) + "\n");
    return ExitCode::Done;
  }
  TextTable table;
  table.add_heading({"Workload", "Family", "Queries", "Fidelity", "Datasets", "Version", "Title"});
  for (const Workload& workload : catalogue->all()) {
    table.add_row({workload.name, workload.family, fmt::format("{}", workload.queries.size()),
                   workload.fidelity, scales_text(workload), workload.version.substr(0, 8),
                   workload.title});
  }
  print(table.render());
  return ExitCode::Done;
}

void show_query(const Query& query) {
  print(fmt::format("{} ({})\n\n{}\n\n", query.id, name_of(query.query_class), query.meaning));
  TextTable table;
  table.add_heading({"What", "Value"});
  table.add_row({"parameters", query.parameters.empty()
                                   ? "none"
                                   : fmt::format("{}", fmt::join(query.parameters, ", "))});
  table.add_row({"pool", query.pool.empty() ? "none" : query.pool});
  table.add_row({"columns", fmt::format("{}", fmt::join(query.columns, ", "))});
  table.add_row({"row order", query.compare.ordered ? "part of the answer" : "free"});
  print(table.render());
  const std::pair<const char*, const DialectTexts*> parts[] = {{"", &query.texts},
                                                               {" set-up", &query.setup},
                                                               {" tear-down", &query.teardown},
                                                               {" check", &query.check}};
  for (const auto& [part, texts] : parts) {
    for (const auto& [dialect, statements] : *texts) {
      print(fmt::format("\n[{}{}]\n{}\n", dialect, part, fmt::join(statements, ";\n")));
    }
  }
}

void show_workload(const Workload& workload) {
  print(fmt::format("{}: {}\nfamily {}, fidelity {}, version {}\ndatasets: {}\n\n", workload.name,
                    workload.title, workload.family, workload.fidelity, workload.version,
                    scales_text(workload)));
  TextTable table;
  table.add_heading({"Query", "Class", "Parameters", "Columns", "Dialects"});
  for (const Query& query : workload.queries) {
    table.add_row({query.id, std::string(name_of(query.query_class)),
                   fmt::format("{}", fmt::join(query.parameters, ", ")),
                   fmt::format("{}", fmt::join(query.columns, ", ")), dialects_text(query)});
  }
  print(table.render());
}

Result<ExitCode> show(const std::string& name, const std::string& folder, const Context& context) {
  const auto catalogue = load(folder);
  if (!catalogue) return tl::unexpected(catalogue.error());
  const bool json = context.chosen_format() == "json";
  if (const auto workload = catalogue->find(name)) {
    if (json) {
      print(workload_json(**workload).dump(2) + "\n");
    } else {
      show_workload(**workload);
    }
    return ExitCode::Done;
  }
  for (const Workload& workload : catalogue->all()) {
    for (const Query& query : workload.queries) {
      if (query.id != name) continue;
      if (json) {
        print(query_json(query).dump(2) + "\n");
      } else {
        show_query(query);
      }
      return ExitCode::Done;
    }
  }
  return fail(ErrorCode::NotFound,
              "\"{}\" is neither a workload nor a query; gb workload list names the workloads",
              name);
}

}  // namespace

void add_workload_list(CLI::App& parent, Context& context, const std::string& name) {
  CLI::App* verb = context.verb(parent, name, "Workloads of the catalogue", "gb workload list");
  const auto folder = std::make_shared<std::string>();
  add_catalogue_flag(*verb, *folder);
  context.runs(verb, [folder, &context] { return list(*folder, context); });
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
  add_catalogue_flag(*verb, *folder);
  context.runs(verb, [name, folder, &context] { return show(*name, *folder, context); });
}

}  // namespace gb
