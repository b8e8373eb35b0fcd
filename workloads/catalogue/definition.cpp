#include "workloads/catalogue/definition.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "core/base/id.h"
#include "workloads/catalogue/expected_answers.h"
#include "workloads/catalogue/text_scan.h"
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
std::map<std::string, std::string> read_datasets(TomlTable& root, const std::string& path,
                                                 std::map<std::string, std::size_t>& lines) {
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
    lines[std::string(scale.str())] = reader.line_of(scale.str());
  }
  root.complain_of(reader);
  return datasets;
}

CompareSettings read_compare(TomlTable& root, const std::string& path) {
  CompareSettings settings;
  const toml::table* table = root.table("compare");
  if (table == nullptr) return settings;
  TomlTable reader(*table, path, "compare");
  reader.allow_only({"ordered", "coerce", "relative-tolerance", "absolute-floor", "keys"});
  settings.ordered = reader.flag("ordered", settings.ordered);
  settings.coerce = reader.flag("coerce", settings.coerce);
  settings.relative_tolerance = reader.number("relative-tolerance", settings.relative_tolerance);
  settings.absolute_floor = reader.number("absolute-floor", settings.absolute_floor);
  settings.keys = reader.texts("keys");
  root.complain_of(reader);
  return settings;
}

/// Key columns are columns, and of use only where rows come in any order.
void check_keys(TomlTable& root, const Query& query) {
  for (const std::string& key : query.compare.keys) {
    if (std::find(query.columns.begin(), query.columns.end(), key) != query.columns.end()) continue;
    root.complain(root.line_of("compare"), "the key \"{}\" is none of the columns {}", key,
                  fmt::join(query.columns, ", "));
  }
  if (!query.compare.keys.empty() && query.compare.ordered) {
    root.complain(root.line_of("compare"),
                  "\"keys\" name the rows of an unordered answer, and "
                  "this one is ordered");
  }
}

/// protocol = "mix" with its [[mix]] tables: a share each, spread evenly over its queries.
void read_protocol(TomlTable& root, const toml::table& parsed, const std::string& path,
                   WorkloadDefinition& definition) {
  Workload& workload = definition.workload;
  const std::string name = root.text("protocol");
  if (name == "mix") workload.protocol = Protocol::Mix;
  if (name == "analytics") workload.protocol = Protocol::Analytics;
  if (!name.empty() && name != name_of(workload.protocol)) {
    root.complain(root.line_of("protocol"),
                  "unknown protocol \"{}\"; known are per-query, mix, analytics", name);
  }
  const toml::array* parts = parsed["mix"].as_array();
  if ((workload.protocol == Protocol::Mix) != (parts != nullptr && !parts->empty())) {
    root.complain(root.line_of("protocol"),
                  "a workload with protocol \"mix\", and no other, has "
                  "[[mix]] tables with \"share\" and \"queries\"");
  }
  if (parts == nullptr) return;
  for (const toml::node& node : *parts) {
    if (!node.is_table()) {
      root.complain(node.source().begin.line, "\"mix\" is an array of tables: [[mix]]");
      return;
    }
    TomlTable part(*node.as_table(), path, "mix");
    part.allow_only({"share", "queries"});
    const double share = part.number("share", 0);
    const std::vector<std::string> queries = part.texts("queries");
    if (share <= 0) part.complain(part.line_of("share"), "\"share\" is a number above 0");
    if (queries.empty()) part.complain(part.line_of("queries"), "\"queries\" lists no query");
    for (const std::string& id : queries) {
      if (!workload.weights.emplace(id, share / static_cast<double>(queries.size())).second) {
        part.complain(part.line_of("queries"), "\"{}\" has a share already", id);
      }
      if (std::find(definition.query_ids.begin(), definition.query_ids.end(), id) ==
          definition.query_ids.end()) {
        part.complain(part.line_of("queries"), "\"{}\" is none of the workload's queries", id);
      }
    }
    root.complain_of(part);
  }
}

QueryClass read_class(TomlTable& root) {
  const std::string name = root.required_text("class");
  const std::optional<QueryClass> found = find_query_class(name);
  if (!found) {
    root.complain(root.line_of("class"),
                  "unknown class \"{}\"; known are point-read, traversal, subgraph, aggregation, "
                  "analytical, write",
                  name);
  }
  return found.value_or(QueryClass::PointRead);
}

/// [withheld]: dialect = "why there is no text in it".
std::map<std::string, std::string> read_withheld(TomlTable& root, const std::string& path) {
  std::map<std::string, std::string> withheld;
  const toml::table* table = root.table("withheld");
  if (table == nullptr) return withheld;
  TomlTable reader(*table, path, "withheld");
  const auto dialects = known_dialects();
  for (const auto& [dialect, node] : *table) {
    if (std::find(dialects.begin(), dialects.end(), dialect.str()) == dialects.end()) {
      reader.complain(dialect.source().begin.line, "no dialect is called \"{}\"; known are {}",
                      dialect.str(), fmt::join(dialects, ", "));
    }
    withheld[std::string(dialect.str())] = reader.required_text(dialect.str());
  }
  root.complain_of(reader);
  return withheld;
}

/// [example]: the dataset's recipe, and a binding and its rows as JSON.
std::optional<QueryExample> read_example(TomlTable& root, const std::string& path,
                                         const Query& query) {
  const toml::table* table = root.table("example");
  if (table == nullptr) return std::nullopt;
  TomlTable reader(*table, path, "example");
  reader.allow_only({"dataset", "params", "rows"});
  QueryExample example;
  example.dataset = reader.required_text("dataset");
  const std::string params = reader.text("params");
  const std::string rows = reader.required_text("rows");
  if (!reader.complaint()) {
    auto answer = read_expected_answer(params.empty() ? "{}" : params, rows, query);
    if (!answer) reader.complain(reader.line_of("rows"), "{}", answer.error().message);
    if (answer) example.answer = std::move(*answer);
  }
  root.complain_of(reader);
  return example;
}

void check_pool(TomlTable& root, const Query& query) {
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
  root.allow_only({"title", "family", "fidelity", "queries", "datasets", "protocol", "mix"});
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
  workload.datasets = read_datasets(root, file.path, definition.dataset_lines);
  definition.query_ids = root.texts("queries");
  if (definition.query_ids.empty()) {
    root.complain(root.line_of("queries"), "\"queries\" must list at least one query id");
  }
  read_protocol(root, *parsed, file.path, definition);
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
                   "needs-path-predicate", "needs-shortest-path", "needs-deletes",
                   "needs-parallel-edges", "kernel", "autocommit-ok", "verify-limit", "emulated",
                   "withheld", "example"});
  QueryDefinition definition;
  Query& query = definition.query;
  query.id = id;
  query.file = file.path;
  if (!is_identifier(id)) root.complain(1, "the file's name \"{}\" cannot be a query's id", id);
  query.query_class = read_class(root);
  query.meaning = root.required_text("meaning");
  query.pool = root.text("pool");
  query.parameters = root.texts("parameters");
  check_pool(root, query);
  query.columns = root.texts("columns");
  const bool writes = query.query_class == QueryClass::Write;
  if (writes && !query.columns.empty()) {
    root.complain(root.line_of("columns"), "a write answers nothing: leave \"columns\" out");
  }
  if (!writes && query.columns.empty()) {
    root.complain(root.line_of("columns"), "\"columns\" must list the answer's columns in order");
  }
  query.compare = read_compare(root, file.path);
  check_keys(root, query);
  query.oracle = root.text("oracle");
  if (query.oracle.empty()) query.oracle = id;
  query.needs_path_predicate = root.flag("needs-path-predicate", false);
  query.needs_shortest_path = root.flag("needs-shortest-path", false);
  query.needs_deletes = root.flag("needs-deletes", false);
  query.needs_parallel_edges = root.flag("needs-parallel-edges", false);
  query.autocommit_ok = root.flag("autocommit-ok", false);
  if (query.autocommit_ok && !writes) {
    root.complain(root.line_of("autocommit-ok"), "\"autocommit-ok\" is said of a write only");
  }
  query.verify_limit = static_cast<std::uint32_t>(root.number("verify-limit", 0));
  const std::vector<std::string> emulated = root.texts("emulated");
  query.emulated.insert(emulated.begin(), emulated.end());
  query.kernel = root.text("kernel");
  if (!query.kernel.empty() && !one_of(query.kernel, kKernels)) {
    root.complain(root.line_of("kernel"), "unknown kernel \"{}\"; known are {}", query.kernel,
                  fmt::join(kKernels, ", "));
  }
  query.withheld = read_withheld(root, file.path);
  query.example = read_example(root, file.path, query);
  if (root.complaint()) return tl::unexpected(*root.complaint());
  definition.path = file.path;
  definition.built_in = file.built_in;
  definition.parameters_line = query.parameters.empty() ? 0 : root.line_of("parameters");
  definition.pool_line = query.pool.empty() ? 0 : root.line_of("pool");
  return definition;
}

}  // namespace gb
