#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/documents.h"
#include "cli/verbs.h"
#include "core/base/file.h"
#include "core/document/import.h"
#include "core/document/result_files.h"

namespace gb {
namespace {

namespace fs = std::filesystem;

struct ImportFlags {
  std::vector<std::string> sources;
  std::string results = "results";
};

struct Outcome {
  std::vector<FiledResult> imported;
  std::vector<std::string> refused;  // of folders alone
};

Result<FiledResult> import_file(const fs::path& file, const fs::path& results) {
  const auto bytes = read_file(file);
  if (!bytes) return tl::unexpected(bytes.error());
  return import_result(results, *bytes, file.string());
}

/// A file given by name must be a result; in a folder other things may lie about.
Result<void> import_source(const std::string& source, const fs::path& results, Outcome& outcome) {
  std::error_code error;
  if (!fs::is_directory(source, error)) {
    auto imported = import_file(source, results);
    if (!imported) return tl::unexpected(imported.error());
    outcome.imported.push_back(std::move(*imported));
    return {};
  }
  const auto files = json_files(source);
  if (!files) return tl::unexpected(files.error());
  if (files->empty()) return fail(ErrorCode::NotFound, "no *.json below {}", source);
  for (const fs::path& file : *files) {
    if (interrupted()) return fail(ErrorCode::Cancelled, "interrupted; what is there stays");
    auto imported = import_file(file, results);
    if (imported) {
      outcome.imported.push_back(std::move(*imported));
    } else if (imported.error().code == ErrorCode::ResourceExhausted ||
               imported.error().code == ErrorCode::PermissionDenied) {
      return tl::unexpected(imported.error());
    } else {
      outcome.refused.push_back(imported.error().message);
    }
  }
  return {};
}

Result<ExitCode> import_results(const ImportFlags& flags, const Context& context) {
  if (auto ready = check_results_folder(flags.results); !ready) {
    return tl::unexpected(ready.error());
  }
  Outcome outcome;
  for (const std::string& source : flags.sources) {
    if (auto done = import_source(source, flags.results, outcome); !done) {
      return tl::unexpected(done.error());
    }
  }
  std::size_t added = 0;
  nlohmann::json files = nlohmann::json::array();
  std::string lines;
  for (const FiledResult& one : outcome.imported) {
    added += one.added ? 1U : 0U;
    files.push_back({{"path", one.path.string()}, {"added", one.added}});
    lines += fmt::format("{} {}\n", one.added ? "added " : "there ", one.path.string());
  }
  for (const std::string& refused : outcome.refused) note("left out: " + refused);
  if (context.chosen_format() == "json") {
    print(nlohmann::json{{"files", files}, {"refused", outcome.refused}}.dump(2) + "\n");
  } else {
    print(lines);
    note(fmt::format("{} added, {} already there, {} left out", added,
                     outcome.imported.size() - added, outcome.refused.size()));
  }
  if (outcome.imported.empty()) {
    return fail(ErrorCode::NotFound, "nothing was imported: no readable result document");
  }
  return ExitCode::Done;
}

}  // namespace

void add_import(CLI::App& app, Context& context) {
  CLI::App* verb = context.verb(app, "import",
                                "Take over result documents of others (schema 3, 4 and the first "
                                "generation), bytes untouched",
                                "gb import published/ --results results");
  const auto flags = std::make_shared<ImportFlags>();
  verb->add_option("source", flags->sources, "Files, or folders that are searched for *.json")
      ->required();
  verb->add_option("--results", flags->results, "Folder of result documents to add them to")
      ->capture_default_str();
  context.runs(verb, [flags, &context] { return import_results(*flags, context); });
}

}  // namespace gb
