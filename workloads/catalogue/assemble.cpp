#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "workloads/catalogue/catalogue_files.h"
#include "workloads/catalogue/definition.h"
#include "workloads/catalogue/text_parameters.h"
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

/// Every parameter used is declared and every one declared is used.
Result<void> check_parameters(const QueryDefinition& definition, const CatalogueFile& file,
                              const std::string& dialect) {
  if (!marks_parameters_with_dollar(dialect)) return {};
  const std::vector<std::string>& declared = definition.query.parameters;
  const auto uses = parameters_used(dialect, file.text);
  if (!uses) {
    return fail(ErrorCode::InvalidArgument, "{}:{}: {}", file.path, uses.error().line,
                uses.error().what);
  }
  std::set<std::string> used;
  for (const ParameterUse& use : *uses) {
    used.insert(use.name);
    if (std::find(declared.begin(), declared.end(), use.name) != declared.end()) continue;
    return fail(ErrorCode::InvalidArgument, "{}:{}: ${} is no parameter of {}; {} declares {}",
                file.path, use.line, use.name, definition.query.id, definition.path,
                declared.empty() ? "none" : fmt::format("{}", fmt::join(declared, ", ")));
  }
  for (const std::string& name : declared) {
    if (used.contains(name)) continue;
    return fail(ErrorCode::InvalidArgument, "{}:{}: the parameter \"{}\" is not used in {}",
                definition.path, definition.parameters_line, name, file.path);
  }
  return {};
}

std::string without_trailing_space(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' ' ||
                           text.back() == '\t')) {
    text.pop_back();
  }
  return text;
}

Result<void> add_text(Sorted& sorted, const CatalogueFile& file) {
  const std::filesystem::path path(file.path);
  const std::string id = path.stem().string();
  const std::string ending = path.extension().string();
  const std::string dialect = ending.empty() ? "" : ending.substr(1);
  const auto dialects = known_dialects();
  if (std::find(dialects.begin(), dialects.end(), dialect) == dialects.end()) {
    return fail(ErrorCode::InvalidArgument, "{}:1: no dialect is called \"{}\"; known are {}",
                file.path, dialect, fmt::join(dialects, ", "));
  }
  const auto query = sorted.queries.find(id);
  if (query == sorted.queries.end() ||
      std::filesystem::path(query->second.path).parent_path() != path.parent_path()) {
    return fail(ErrorCode::InvalidArgument, "{}:1: there is no {}.toml beside this text", file.path,
                id);
  }
  std::string text = without_trailing_space(file.text);
  if (text.empty()) {
    return fail(ErrorCode::InvalidArgument,
                "{}:1: the text is empty; without this file the query is skipped in {}", file.path,
                dialect);
  }
  const Result<void> checked = check_parameters(query->second, file, dialect);
  if (!checked) return checked;
  query->second.query.texts[dialect] = std::move(text);
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
    if (definition.query.texts.empty()) {
      return fail(ErrorCode::InvalidArgument,
                  "{}:1: the query has no text; write one beside it, such as {}.sql",
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
