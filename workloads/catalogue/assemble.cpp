#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "workloads/catalogue/catalogue_files.h"
#include "workloads/catalogue/definition.h"
#include "workloads/catalogue/expected_answers.h"
#include "workloads/catalogue/text_scan.h"
#include "workloads/catalogue/version.h"

namespace gb {
namespace {

constexpr std::string_view kAnswersEnding = ".answers.json";

/// The files of a catalogue sorted by what they are.
struct Sorted {
  std::vector<WorkloadDefinition> workloads;
  std::vector<const CatalogueFile*> workload_files;  // beside `workloads`
  std::map<std::string, QueryDefinition> queries;    // by id
  std::vector<const CatalogueFile*> texts;
  std::vector<const CatalogueFile*> answers;
  std::map<std::filesystem::path, std::string> manifests;  // by the dataset's folder
};

std::string folder_name(const std::filesystem::path& path) {
  return path.parent_path().filename().string();
}

std::string_view built_in_mark(bool built_in) { return built_in ? " (built in)" : ""; }

Result<void> add_query(Sorted& sorted, const CatalogueFile& file, const std::string& id) {
  Result<QueryDefinition> query = read_query_definition(file, id);
  if (!query) return tl::unexpected(query.error());
  const auto [there, added] = sorted.queries.emplace(id, std::move(*query));
  if (!added) {
    return fail(
        ErrorCode::InvalidArgument,
        "{}:1: a query \"{}\" is already defined in {}{}; ids are unique in a catalogue, and a "
        "workload may list a query of another folder",
        file.path, id, there->second.path, built_in_mark(there->second.built_in));
  }
  return {};
}

Result<void> add_workload(Sorted& sorted, const CatalogueFile& file, const std::string& name) {
  for (std::size_t i = 0; i < sorted.workloads.size(); ++i) {
    if (sorted.workloads[i].workload.name != name) continue;
    const CatalogueFile& other = *sorted.workload_files[i];
    return fail(ErrorCode::InvalidArgument,
                "{}:1: a workload \"{}\" is already defined in {}{}; give this folder another name",
                file.path, name, other.path, built_in_mark(other.built_in));
  }
  Result<WorkloadDefinition> workload = read_workload_definition(file, name);
  if (!workload) return tl::unexpected(workload.error());
  sorted.workloads.push_back(std::move(*workload));
  sorted.workload_files.push_back(&file);
  return {};
}

Result<Sorted> sort_files(std::span<const CatalogueFile> files) {
  Sorted sorted;
  for (const CatalogueFile& file : files) {
    const std::filesystem::path path(file.path);
    const std::string ending = path.extension().string();
    if (path.filename() == "workload.toml") {
      const Result<void> added = add_workload(sorted, file, folder_name(path));
      if (!added) return tl::unexpected(added.error());
    } else if (path.filename() == "manifest.json") {
      sorted.manifests[path.parent_path()] = file.text;
    } else if (file.path.ends_with(kAnswersEnding)) {
      sorted.answers.push_back(&file);
    } else if (ending == ".toml") {
      const Result<void> added = add_query(sorted, file, path.stem().string());
      if (!added) return tl::unexpected(added.error());
    } else {
      sorted.texts.push_back(&file);
    }
  }
  return sorted;
}

/// What a text's file name says: `<query>.<dialect>`, or `<query>.<part>.<dialect>` of a write.
struct TextName {
  std::string query;
  std::string part;  // "setup", "teardown", "check" or empty: the text that is timed
  std::string dialect;
};

TextName read_text_name(const std::filesystem::path& path) {
  TextName name{path.stem().string(), "", path.extension().string()};
  if (!name.dialect.empty()) name.dialect.erase(0, 1);
  const std::size_t dot = name.query.rfind('.');
  if (dot != std::string::npos) {
    name.part = name.query.substr(dot + 1);
    name.query.resize(dot);
  }
  return name;
}

/// Where the texts of that part are kept; null when no part is called so.
DialectTexts* texts_of(Query& query, const std::string& part) {
  if (part.empty()) return &query.texts;
  if (part == "setup") return &query.setup;
  if (part == "teardown") return &query.teardown;
  if (part == "check") return &query.check;
  return nullptr;
}

Result<void> check_name(const TextName& name, const CatalogueFile& file) {
  const auto dialects = known_dialects();
  if (std::find(dialects.begin(), dialects.end(), name.dialect) == dialects.end()) {
    return fail(ErrorCode::InvalidArgument, "{}:1: no dialect is called \"{}\"; known are {}",
                file.path, name.dialect, fmt::join(dialects, ", "));
  }
  return {};
}

/// Every parameter used is declared and, by the text that is timed, every one declared is used.
Result<void> check_parameters(const QueryDefinition& definition, const CatalogueFile& file,
                              const TextName& name, const ScannedText& scanned) {
  if (!marks_parameters_with_dollar(name.dialect)) return {};
  const std::vector<std::string>& declared = definition.query.parameters;
  std::set<std::string> used;
  for (const ParameterUse& use : scanned.parameters) {
    used.insert(use.name);
    if (std::find(declared.begin(), declared.end(), use.name) != declared.end()) continue;
    return fail(ErrorCode::InvalidArgument, "{}:{}: ${} is no parameter of {}; {} declares {}",
                file.path, use.line, use.name, definition.query.id, definition.path,
                declared.empty() ? "none" : fmt::format("{}", fmt::join(declared, ", ")));
  }
  for (const std::string& parameter : declared) {
    if (used.contains(parameter) || !name.part.empty()) continue;
    return fail(ErrorCode::InvalidArgument, "{}:{}: the parameter \"{}\" is not used in {}",
                definition.path, definition.parameters_line, parameter, file.path);
  }
  return {};
}

/// What must be true of the number of statements.
Result<void> check_statements(const Query& query, const CatalogueFile& file, const TextName& name,
                              const StatementTexts& statements) {
  const bool may_be_empty = name.part == "setup" || name.part == "teardown";
  if (statements.empty() && !may_be_empty) {
    return fail(ErrorCode::InvalidArgument,
                "{}:1: the text is empty; without this file the query is skipped in {}", file.path,
                name.dialect);
  }
  const bool may_be_several = name.part != "check" && query.query_class == QueryClass::Write;
  if (statements.size() > 1 && !may_be_several) {
    return fail(ErrorCode::InvalidArgument,
                "{}:1: the text has {} statements; only what writes may have more than one",
                file.path, statements.size());
  }
  return {};
}

/// Where a file must stand to belong to the query: beside its definition.
QueryDefinition* query_beside(Sorted& sorted, const std::string& id, const CatalogueFile& file) {
  const auto found = sorted.queries.find(id);
  const bool beside =
      found != sorted.queries.end() && std::filesystem::path(found->second.path).parent_path() ==
                                           std::filesystem::path(file.path).parent_path();
  return beside ? &found->second : nullptr;
}

Result<void> add_text(Sorted& sorted, const CatalogueFile& file) {
  const TextName name = read_text_name(file.path);
  if (const Result<void> known = check_name(name, file); !known) return known;
  QueryDefinition* const beside = query_beside(sorted, name.query, file);
  if (beside == nullptr) {
    return fail(ErrorCode::InvalidArgument, "{}:1: there is no {}.toml beside this text", file.path,
                name.query);
  }
  QueryDefinition& definition = *beside;
  DialectTexts* const texts = texts_of(definition.query, name.part);
  if (texts == nullptr) {
    return fail(ErrorCode::InvalidArgument,
                "{}:1: a text is called {}.{} or, around a write, has .setup, .teardown or .check "
                "before the dialect; \"{}\" is none of these",
                file.path, name.query, name.dialect, name.part);
  }
  if (!name.part.empty() && definition.query.query_class != QueryClass::Write) {
    return fail(ErrorCode::InvalidArgument, "{}:1: {} is no write, so nothing stands around it",
                file.path, name.query);
  }
  auto scanned = scan_text(name.dialect, file.text);
  if (!scanned) {
    return fail(ErrorCode::InvalidArgument, "{}:{}: {}", file.path, scanned.error().line,
                scanned.error().what);
  }
  Result<void> checked = check_statements(definition.query, file, name, scanned->statements);
  if (checked) checked = check_parameters(definition, file, name, *scanned);
  if (!checked) return checked;
  (*texts)[name.dialect] = std::move(scanned->statements);
  return {};
}

/// The answers are the query's oracle, and their bindings its pool, called by the file's name.
Result<void> add_answers(Sorted& sorted, const CatalogueFile& file) {
  const std::string name = std::filesystem::path(file.path).filename().string();
  const std::string id = name.substr(0, name.size() - kAnswersEnding.size());
  QueryDefinition* const definition = query_beside(sorted, id, file);
  if (definition == nullptr) {
    return fail(ErrorCode::InvalidArgument, "{}:1: there is no {}.toml beside these answers",
                file.path, id);
  }
  Query& query = definition->query;
  if (!query.pool.empty()) {
    return fail(ErrorCode::InvalidArgument,
                "{}:{}: \"pool\" stands beside {}, whose bindings are the pool: leave one out",
                definition->path, definition->pool_line, name);
  }
  Result<std::vector<ExpectedAnswer>> answers = read_expected_answers(file, query);
  if (!answers) return tl::unexpected(answers.error());
  query.expected = std::move(*answers);
  if (!query.parameters.empty()) query.pool = name;
  return {};
}

/// The manifest of every dataset the workload brings along.
Result<void> add_manifests(const WorkloadDefinition& definition, const CatalogueFile& file,
                           const Sorted& sorted, Workload& workload) {
  for (const auto& [scale, dataset] : workload.datasets) {
    if (!dataset.starts_with(".") && !dataset.starts_with("/")) continue;
    const std::filesystem::path beside = std::filesystem::path(file.path).parent_path();
    const auto manifest = sorted.manifests.find(
        dataset.starts_with("./") ? beside / dataset.substr(2) : std::filesystem::path());
    if (manifest == sorted.manifests.end()) {
      return fail(ErrorCode::InvalidArgument,
                  "{}:{}: \"{}\" is no dataset: a workload brings one along as \"./<folder>\", a "
                  "folder beside this file with a manifest.json, nodes/ and rels/",
                  file.path, definition.dataset_lines.at(scale), dataset);
    }
    workload.manifests[dataset] = manifest->second;
  }
  return {};
}

/// Moves no query: another workload may ask it as well.
Result<Workload> join(const WorkloadDefinition& definition, const CatalogueFile& file,
                      const Sorted& sorted) {
  Workload workload = definition.workload;
  if (!file.built_in) {
    std::error_code ignored;
    workload.folder =
        std::filesystem::absolute(std::filesystem::path(file.path).parent_path(), ignored);
  }
  const Result<void> brought = add_manifests(definition, file, sorted, workload);
  if (!brought) return tl::unexpected(brought.error());
  const std::map<std::string, QueryDefinition>& queries = sorted.queries;
  for (std::size_t i = 0; i < definition.query_ids.size(); ++i) {
    const auto found = queries.find(definition.query_ids[i]);
    if (found == queries.end()) {
      return fail(ErrorCode::InvalidArgument,
                  "{}:{}: there is no query \"{}\": no folder has a {}.toml", file.path,
                  definition.query_lines[i], definition.query_ids[i], definition.query_ids[i]);
    }
    workload.queries.push_back(found->second.query);
  }
  workload.version = version_of(workload);
  return workload;
}

Result<void> check_every_query(const Sorted& sorted) {
  std::set<std::string> asked;
  for (const WorkloadDefinition& workload : sorted.workloads) {
    asked.insert(workload.query_ids.begin(), workload.query_ids.end());
  }
  for (const auto& [id, definition] : sorted.queries) {
    // Kernels are called by procedures no portable dialect has: their texts come with the engines.
    if (definition.query.texts.empty() && definition.query.kernel.empty()) {
      return fail(ErrorCode::InvalidArgument,
                  "{}:1: the query has no text; write one beside it, such as {}.sql",
                  definition.path, id);
    }
    for (const std::string& dialect : definition.query.emulated) {
      if (definition.query.texts.contains(dialect) && !definition.query.kernel.empty()) continue;
      return fail(ErrorCode::InvalidArgument,
                  "{}:1: \"emulated\" names {}, and the query has no text in it or no kernel",
                  definition.path, dialect);
    }
    if (definition.query.query_class == QueryClass::Write && definition.query.check.empty()) {
      return fail(
          ErrorCode::InvalidArgument,
          "{}:1: a write is not believed unchecked; write {}.check.sql, or another dialect's",
          definition.path, id);
    }
    if (definition.query.pool.empty() && !definition.query.parameters.empty()) {
      return fail(ErrorCode::InvalidArgument,
                  "{}:{}: \"parameters\" without a \"pool\" to draw them from or a "
                  "{}.answers.json to take them from",
                  definition.path, definition.parameters_line, id);
    }
    for (const auto& [dialect, reason] : definition.query.withheld) {
      if (!definition.query.texts.contains(dialect)) continue;
      return fail(ErrorCode::InvalidArgument,
                  "{}:1: \"withheld\" says why there is no text in {}, and {}.{} is there",
                  definition.path, dialect, id, dialect);
    }
    if (!asked.contains(id)) {
      return fail(ErrorCode::InvalidArgument,
                  "{}:1: no workload asks this query; list it in a workload.toml", definition.path);
    }
  }
  return {};
}

}  // namespace

Result<std::vector<Workload>> assemble_workloads(std::span<const CatalogueFile> files) {
  Result<Sorted> sorted = sort_files(files);
  if (!sorted) return tl::unexpected(sorted.error());
  for (const CatalogueFile* answers : sorted->answers) {
    const Result<void> added = add_answers(*sorted, *answers);
    if (!added) return tl::unexpected(added.error());
  }
  for (const CatalogueFile* text : sorted->texts) {
    const Result<void> added = add_text(*sorted, *text);
    if (!added) return tl::unexpected(added.error());
  }
  std::vector<Workload> workloads;
  for (std::size_t i = 0; i < sorted->workloads.size(); ++i) {
    Result<Workload> joined = join(sorted->workloads[i], *sorted->workload_files[i], *sorted);
    if (!joined) return tl::unexpected(joined.error());
    workloads.push_back(std::move(*joined));
  }
  const Result<void> checked = check_every_query(*sorted);
  if (!checked) return tl::unexpected(checked.error());
  std::sort(workloads.begin(), workloads.end(),
            [](const Workload& a, const Workload& b) { return a.name < b.name; });
  return workloads;
}

}  // namespace gb
