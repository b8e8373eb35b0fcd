#include "workloads/catalogue/definition.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "core/base/id.h"
#include "workloads/catalogue/toml_table.h"

namespace gb {
namespace {

constexpr std::array<std::string_view, 4> kFidelities = {"harness-native", "spec-following",
                                                         "derived", "faithful"};
constexpr std::array<std::string_view, 8> kKernels = {"bfs", "pagerank", "wcc", "cdlp",
                                                      "lcc", "sssp",     "bc",  "tc"};

template <std::size_t N>
bool one_of(std::string_view name, const std::array<std::string_view, N>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// [datasets]: scale = "recipe".
std::map<std::string, std::string> read_datasets(TomlTable& root, const std::string& path) {
  std::map<std::string, std::string> datasets;
  const toml::table* table = root.table("datasets");
  if (table == nullptr || table->empty()) {
    root.complain(root.line_of("datasets"),
                  "the table [datasets] is missing: it names a recipe for each scale");
    return datasets;
  }
  TomlTable reader(*table, path, "datasets");
  for (const auto& [scale, node] : *table) {
    if (!is_identifier(scale.str())) {
      reader.complain(scale.source().begin.line, "\"{}\" is no name for a scale", scale.str());
    }
    datasets[std::string(scale.str())] = reader.required_text(scale.str());
  }
  root.complain_of(reader);
  return datasets;
}

CompareSettings read_compare(TomlTable& root, const std::string& path) {
  CompareSettings settings;
  const toml::table* table = root.table("compare");
  if (table == nullptr) return settings;
  TomlTable reader(*table, path, "compare");
  reader.allow_only({"ordered", "coerce", "relative-tolerance", "absolute-floor"});
  settings.ordered = reader.flag("ordered", settings.ordered);
  settings.coerce = reader.flag("coerce", settings.coerce);
  settings.relative_tolerance = reader.number("relative-tolerance", settings.relative_tolerance);
  settings.absolute_floor = reader.number("absolute-floor", settings.absolute_floor);
  root.complain_of(reader);
  return settings;
}

QueryClass read_class(TomlTable& root) {
  const std::string name = root.required_text("class");
  const std::optional<QueryClass> found = find_query_class(name);
  if (!found) {
    root.complain(root.line_of("class"),
                  "unknown class \"{}\"; known are point-read, traversal, subgraph, aggregation, "
                  "analytical",
                  name);
  } else if (*found == QueryClass::Write) {
    // A write needs set-up, tear-down and a post-condition around it (workloads §6); until those
    // can be written down, a write would be believed without having been checked.
    root.complain(root.line_of("class"),
                  "class \"write\": this version has no way to check a write");
  }
  return found.value_or(QueryClass::PointRead);
}

void check_pool(TomlTable& root, const Query& query) {
  if (query.pool.empty() && !query.parameters.empty()) {
    root.complain(root.line_of("parameters"),
                  "\"parameters\" without a \"pool\" to draw them from");
  }
  if (!query.pool.empty() && query.parameters.empty()) {
    root.complain(root.line_of("pool"), "\"pool\" without \"parameters\" to bind");
  }
}

}  // namespace

Result<WorkloadDefinition> read_workload_definition(const CatalogueFile& file,
                                                    const std::string& name) {
  const Result<toml::table> parsed = parse_toml(file.text, file.path);
  if (!parsed) return tl::unexpected(parsed.error());

  TomlTable root(*parsed, file.path);
  root.allow_only({"title", "family", "fidelity", "queries", "datasets"});
  WorkloadDefinition definition;
  Workload& workload = definition.workload;
  workload.name = name;
  if (!is_identifier(name))
    root.complain(1, "the folder's name \"{}\" cannot name a workload", name);
  workload.title = root.required_text("title");
  workload.family = root.required_text("family");
  workload.fidelity = root.required_text("fidelity");
  if (!one_of(workload.fidelity, kFidelities)) {
    root.complain(root.line_of("fidelity"), "unknown fidelity \"{}\"; known are {}",
                  workload.fidelity, fmt::join(kFidelities, ", "));
  }
  workload.datasets = read_datasets(root, file.path);
  definition.query_ids = root.texts("queries");
  if (definition.query_ids.empty()) {
    root.complain(root.line_of("queries"), "\"queries\" must list at least one query id");
  }
  if (root.complaint()) return tl::unexpected(*root.complaint());
  for (const toml::node& item : *parsed->get("queries")->as_array()) {
    definition.query_lines.push_back(item.source().begin.line);
  }
  return definition;
}

Result<QueryDefinition> read_query_definition(const CatalogueFile& file, const std::string& id) {
  const Result<toml::table> parsed = parse_toml(file.text, file.path);
  if (!parsed) return tl::unexpected(parsed.error());

  TomlTable root(*parsed, file.path);
  root.allow_only({"class", "meaning", "pool", "parameters", "columns", "compare", "oracle",
                   "needs-path-predicate", "needs-shortest-path", "kernel"});
  QueryDefinition definition;
  Query& query = definition.query;
  query.id = id;
  if (!is_identifier(id)) root.complain(1, "the file's name \"{}\" cannot be a query's id", id);
  query.query_class = read_class(root);
  query.meaning = root.required_text("meaning");
  query.pool = root.text("pool");
  query.parameters = root.texts("parameters");
  check_pool(root, query);
  query.columns = root.texts("columns");
  if (query.columns.empty()) {
    root.complain(root.line_of("columns"), "\"columns\" must list the answer's columns in order");
  }
  query.compare = read_compare(root, file.path);
  query.oracle = root.text("oracle");
  if (query.oracle.empty()) query.oracle = id;
  query.needs_path_predicate = root.flag("needs-path-predicate", false);
  query.needs_shortest_path = root.flag("needs-shortest-path", false);
  query.kernel = root.text("kernel");
  if (!query.kernel.empty() && !one_of(query.kernel, kKernels)) {
    root.complain(root.line_of("kernel"), "unknown kernel \"{}\"; known are {}", query.kernel,
                  fmt::join(kKernels, ", "));
  }
  if (root.complaint()) return tl::unexpected(*root.complaint());
  definition.path = file.path;
  definition.parameters_line = query.parameters.empty() ? 0 : root.line_of("parameters");
  return definition;
}

}  // namespace gb
