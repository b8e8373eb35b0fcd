#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "adapters/registry.h"
#include "cli/lists.h"
#include "cli/subjects.h"
#include "cli/verbs.h"
#include "core/report/text_table.h"

namespace gb {
namespace {

using Json = nlohmann::json;

/// "tx del varlen sp pathpred persist labels algos:bfs+wcc": what the engine declares.
std::string capability_words(const Capabilities& can) {
  std::string words;
  const auto add = [&](bool has, std::string_view word) {
    if (has) words += (words.empty() ? "" : " ") + std::string(word);
  };
  add(can.transactions, "tx");
  add(can.deletes, "del");
  add(can.variable_length, "varlen");
  add(can.shortest_paths, "sp");
  add(can.path_predicates, "pathpred");
  add(can.persistent, "persist");
  add(can.several_labels, "labels");
  add(!can.kernels.empty(), fmt::format("algos:{}", fmt::join(can.kernels, "+")));
  return words.empty() ? "-" : words;
}

Result<ExitCode> list(const Context& context) {
  Registry registry;
  add_all_adapters(registry);
  Json json = Json::array();
  TextTable table;
  table.add_heading({"Engine", "Plane", "Dialects", "On this machine", "Title"});
  SharedFacts capabilities, missing;
  for (const Adapter& adapter : registry.all()) {
    const TargetInfo& info = adapter.static_info;
    const auto version = adapter.probe_version({});
    table.add_row({info.engine, std::string(name_of(info.plane)),
                   fmt::format("{}", fmt::join(info.dialects, ", ")), version.value_or("no"),
                   adapter.title});
    capabilities.add(capability_words(info.capabilities), info.engine);
    if (!version) {
      missing.add(version.error().message + "; get it: " + adapter.how_to_get, info.engine);
    }
    json.push_back({{"engine", info.engine},
                    {"plane", name_of(info.plane)},
                    {"dialects", info.dialects},
                    {"version", version.value_or("")},
                    {"unavailable_reason", version ? "" : version.error().message},
                    {"how_to_get", adapter.how_to_get},
                    {"capabilities", capability_words(info.capabilities)},
                    {"settings", adapter.settings},
                    {"title", adapter.title}});
  }
  print(context.chosen_format() == "json"
            ? json.dump(2) + "\n"
            : table.render() + "\n" + capabilities.lines("abilities of ") + missing.lines("no "));
  return ExitCode::Done;
}

}  // namespace

void add_engine_list(CLI::App& parent, Context& context, const std::string& name) {
  CLI::App* verb =
      context.verb(parent, name, "Engines this program drives, and what this machine has of them",
                   "gb engine list");
  context.runs(verb, [&context] { return list(context); });
}

void add_engine(CLI::App& app, Context& context) {
  CLI::App* engine = context.group(app, "engine", "The engines under test");
  add_engine_list(*engine, context, "list");
}

}  // namespace gb
