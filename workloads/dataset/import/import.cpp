#include "workloads/dataset/import/import.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "workloads/dataset/cache.h"
#include "workloads/dataset/cache_entry.h"
#include "workloads/dataset/import/import_job.h"
#include "workloads/dataset/staging.h"

namespace gb {
namespace fs = std::filesystem;
namespace {

constexpr std::array kFormats = {ImportFormat::Detect,       ImportFormat::LdbcSnb,
                                 ImportFormat::TypedCsv,     ImportFormat::EdgeList,
                                 ImportFormat::Graphalytics, ImportFormat::MatrixMarket};

bool any_file(const ImportSource& source, std::string_view ending) {
  return std::any_of(source.files().begin(), source.files().end(), [&](std::string_view file) {
    if (file.ends_with(".gz")) file.remove_suffix(3);
    return file.ends_with(ending);
  });
}

Result<ImportFormat> detect(ImportSource& source, const fs::path& path) {
  if (!source.is_file() && source.has("manifest.json")) {
    return fail(ErrorCode::AlreadyExists,
                "{} has a manifest.json: it is a dataset already; open it as it is", path.string());
  }
  if (source.files().empty()) {
    return fail(ErrorCode::InvalidArgument, "{} holds no file", path.string());
  }
  if (any_file(source, ".mtx")) return ImportFormat::MatrixMarket;
  if (any_file(source, ".e")) return ImportFormat::Graphalytics;
  if (!source.is_file()) {
    // First, for a folder with typed headers may be called dynamic/ as well.
    if (looks_like_typed_csv(source)) return ImportFormat::TypedCsv;
    if (looks_like_ldbc_snb(source)) return ImportFormat::LdbcSnb;
  }
  if (source.files().size() == 1) return ImportFormat::EdgeList;
  return fail(
      ErrorCode::InvalidArgument,
      "{}: its {} files are of no known layout: neither initial_snapshot/ nor "
      "{{dynamic,static}}/, no header with :ID or :START_ID, no copy.cypher, no .mtx, no .e, "
      "and not one single edge list; say which format it is",
      path.string(), source.files().size());
}

Result<void> read_source(ImportFormat format, ImportJob& job) {
  switch (format) {
    case ImportFormat::LdbcSnb:
      return import_ldbc_snb(job);
    case ImportFormat::TypedCsv:
      return import_typed_csv(job);
    case ImportFormat::EdgeList:
      return import_edge_list(job);
    case ImportFormat::Graphalytics:
      return import_graphalytics(job);
    case ImportFormat::MatrixMarket:
      return import_matrix_market(job);
    case ImportFormat::Detect:
      break;
  }
  return fail(ErrorCode::Internal, "no format was chosen");
}

/// "edge-list-wiki-Vote" for wiki-Vote.txt.gz; a folder gives its own name.
std::string default_name(const fs::path& path, const ImportSource& source, ImportFormat format) {
  std::string name = source.root().filename().string();
  if (source.is_file()) {
    name = source.files().front();
    name = name.substr(0, name.find('.'));
  }
  name = file_name_of(name);
  if (name.empty()) name = file_name_of(path.filename().string());
  const std::string prefix(name_of(format));
  return name.empty() ? prefix : prefix + "-" + name;
}

nlohmann::ordered_json manifest_keys(const ImportReport& report) {
  using Json = nlohmann::ordered_json;
  Json files = Json::array();
  for (const ImportedFile& file : report.files) {
    files.push_back({{"path", file.path}, {"bytes", file.bytes}, {"sha256", file.sha256}});
  }
  Json notes = Json::array();
  for (const ImportNote& note : report.notes) {
    notes.push_back({{"action", name_of(note.action)},
                     {"reason", note.reason},
                     {"count", note.count},
                     {"examples", note.examples}});
  }
  return {{"source", {{"format", report.format}, {"files", files}, {"sha256", report.sha256}}},
          {"import",
           {{"dropped", report.count(ImportAction::Dropped)},
            {"repaired", report.count(ImportAction::Repaired)},
            {"notes", notes}}}};
}

/// Moves the finished dataset to its place; an equal one there is kept, a corrupt one set aside.
Result<Imported> install(StagingFolder& staging, const Dataset& made, ImportReport report,
                         const fs::path& out) {
  const fs::path target = fs::absolute(out) / folder_name(made);
  auto installed = staging.install(target);
  if (!installed && installed.error().code == ErrorCode::AlreadyExists) {
    if (auto opened = open_dataset(target)) {
      return Imported{std::move(*opened), std::move(report), true};
    }
    if (auto moved = move_aside(target); !moved) return tl::unexpected(moved.error());
    installed = staging.install(target);
  }
  if (!installed) return tl::unexpected(installed.error());
  staging.let_go();  // opening waits for a share in it
  auto opened = open_dataset(target);
  if (!opened) return tl::unexpected(opened.error());
  return Imported{std::move(*opened), std::move(report), false};
}

}  // namespace

std::string_view name_of(ImportFormat format) {
  switch (format) {
    case ImportFormat::Detect:
      return "detect";
    case ImportFormat::LdbcSnb:
      return "ldbc-snb";
    case ImportFormat::TypedCsv:
      return "typed-csv";
    case ImportFormat::EdgeList:
      return "edge-list";
    case ImportFormat::Graphalytics:
      return "graphalytics";
    case ImportFormat::MatrixMarket:
      return "matrix-market";
  }
  return "detect";
}

Result<ImportFormat> import_format(std::string_view name) {
  std::string names;
  for (const ImportFormat format : kFormats) {
    if (name_of(format) == name) return format;
    names += fmt::format("{}{}", names.empty() ? "" : ", ", name_of(format));
  }
  return fail(ErrorCode::InvalidArgument, "no import format \"{}\"; there are {}", name, names);
}

Result<Imported> import_dataset(const fs::path& path, const ImportOptions& options,
                                const ImportProgress& progress, std::stop_token stop) {
  if (options.name != file_name_of(options.name)) {
    return fail(ErrorCode::InvalidArgument,
                "a dataset cannot be named \"{}\": 1 to 100 letters, digits, '.', '_' and '-', the "
                "first no '.' or '-'",
                options.name.substr(0, 200));
  }
  if (options.out.empty()) {
    return fail(ErrorCode::InvalidArgument,
                "the folder in which the dataset will lie is not given");
  }
  auto source = ImportSource::open(path, progress, std::move(stop));
  if (!source) return within("import", source.error());
  ImportFormat format = options.format;
  if (format == ImportFormat::Detect) {
    const auto detected = detect(*source, path);
    if (!detected) return within("import", detected.error());
    format = *detected;
  }

  std::error_code error;
  fs::create_directories(options.out, error);
  if (error) return tl::unexpected(system_error("create the folder", options.out, error.value()));
  remove_dead_staging(options.out);
  auto staging = StagingFolder::create(options.out);
  if (!staging) return tl::unexpected(staging.error());
  auto output = ImportOutput::create(staging->path());
  if (!output) return tl::unexpected(output.error());

  ImportReport report;
  report.format = name_of(format);
  Dataset dataset;
  dataset.kind = "imported";
  dataset.generator = fmt::format("import-{}", name_of(format));
  dataset.generator_version = 1;
  dataset.name = options.name.empty() ? default_name(path, *source, format) : options.name;
  ImportJob job{options, *source, report, *output, dataset};
  const std::string step = fmt::format("import {} as {}", path.string(), name_of(format));
  if (auto read = read_source(format, job); !read) return within(step, read.error());
  source->describe(report);
  const auto made = output->finish(dataset, manifest_keys(report));
  if (!made) {
    const auto& first = report.notes;
    Error reason = made.error();
    if (!first.empty()) reason.message += "\n" + report.text();
    return within(step, reason);
  }
  return install(*staging, *made, std::move(report), options.out);
}

}  // namespace gb
