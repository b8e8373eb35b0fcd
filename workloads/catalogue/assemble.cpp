#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "workloads/catalogue/catalogue_files.h"
#include "workloads/catalogue/definition.h"
#include "workloads/catalogue/text_scan.h"
#include "workloads/catalogue/version.h"

namespace gb {
namespace {

/// The files of a catalogue sorted by what they are.
struct Sorted {
  std::vector<WorkloadDefinition> workloads;
  std::vector<std::string> workload_paths;         // beside `workloads`
  std::map<std::string, QueryDefinition> queries;  // by id
  std::vector<const CatalogueFile*> texts;
};

std::string folder_name(const std::filesystem::path& path) {
  return path.parent_path().filename().string();
}

Result<void> add_query(Sorted& sorted, const CatalogueFile& file, const std::string& id) {
  Result<QueryDefinition> query = read_query_definition(file, id);
  if (!query) return tl::unexpected(query.error());
  const auto [there, added] = sorted.queries.emplace(id, std::move(*query));
  if (!added) {
    return fail(
        ErrorCode::InvalidArgument,
        "{}:1: a query \"{}\" is already defined in {}; ids are unique in a catalogue, and a "
        "workload may list a query of another folder",
        file.path, id, there->second.path);
  }
  return {};
}

Result<Sorted> sort_files(std::span<const CatalogueFile> files) {
  Sorted sorted;
  for (const CatalogueFile& file : files) {
    const std::filesystem::path path(file.path);
    const std::string ending = path.extension().string();
    if (path.filename() == "workload.toml") {
      Result<WorkloadDefinition> workload = read_workload_definition(file, folder_name(path));
      if (!workload) return tl::unexpected(workload.error());
      sorted.workloads.push_back(std::move(*workload));
      sorted.workload_paths.push_back(file.path);
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

Result<void> add_text(Sorted& sorted, const CatalogueFile& file) {
  const std::filesystem::path path(file.path);
  const TextName name = read_text_name(path);
  if (const Result<void> known = check_name(name, file); !known) return known;
  const auto found = sorted.queries.find(name.query);
  if (found == sorted.queries.end() ||
      std::filesystem::path(found->second.path).parent_path() != path.parent_path()) {
    return fail(ErrorCode::InvalidArgument, "{}:1: there is no {}.toml beside this text", file.path,
                name.query);
  }
  QueryDefinition& definition = found->second;
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

/// Moves no query: another workload may ask it as well.
Result<Workload> join(const WorkloadDefinition& definition, const std::string& path,
                      const std::map<std::string, QueryDefinition>& queries) {
  Workload workload = definition.workload;
  for (std::size_t i = 0; i < definition.query_ids.size(); ++i) {
    const auto found = queries.find(definition.query_ids[i]);
    if (found == queries.end()) {
      return fail(ErrorCode::InvalidArgument,
                  "{}:{}: there is no query \"{}\": no folder has a {}.toml", path,
                  definition.query_lines[i], definition.query_ids[i], definition.query_ids[i]);
    }
    workload.queries.push_back(found->second.query);
  }
  workload.version = version_of(workload);
  return workload;
}

Result<void> check_every_query_is_asked(const Sorted& sorted) {
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
  for (const CatalogueFile* text : sorted->texts) {
    const Result<void> added = add_text(*sorted, *text);
    if (!added) return tl::unexpected(added.error());
  }
  std::vector<Workload> workloads;
  for (std::size_t i = 0; i < sorted->workloads.size(); ++i) {
    Result<Workload> joined =
        join(sorted->workloads[i], sorted->workload_paths[i], sorted->queries);
    if (!joined) return tl::unexpected(joined.error());
    workloads.push_back(std::move(*joined));
  }
  const Result<void> asked = check_every_query_is_asked(*sorted);
  if (!asked) return tl::unexpected(asked.error());
  std::sort(workloads.begin(), workloads.end(),
            [](const Workload& a, const Workload& b) { return a.name < b.name; });
  return workloads;
}

}  // namespace gb
