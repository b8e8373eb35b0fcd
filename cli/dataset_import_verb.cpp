#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/dataset_text.h"
#include "cli/interrupt_watch.h"
#include "cli/row_progress.h"
#include "cli/subjects.h"
#include "workloads/dataset/import/import.h"

namespace gb {
namespace {

using Json = nlohmann::json;

struct ImportFlags {
  std::string source;
  std::string format = "detect";
  std::string mirroring = "as-format";
  std::string out = "datasets";
  ImportOptions options;
};

const std::map<std::string, Mirroring>& mirrorings() {
  static const std::map<std::string, Mirroring> kMirrorings = {
      {"as-format", Mirroring::AsFormat}, {"once", Mirroring::Once}, {"both", Mirroring::Both}};
  return kMirrorings;
}

Json report_json(const ImportReport& report) {
  Json notes = Json::array();
  for (const ImportNote& note : report.notes) {
    notes.push_back({{"action", name_of(note.action)},
                     {"reason", note.reason},
                     {"count", note.count},
                     {"examples", note.examples}});
  }
  return {{"format", report.format},
          {"source_sha256", report.sha256},
          {"file_count", report.files.size()},
          {"dropped", report.count(ImportAction::Dropped)},
          {"repaired", report.count(ImportAction::Repaired)},
          {"notes", notes}};
}

Result<ExitCode> import(ImportFlags flags, const Context& context) {
  const auto format = import_format(flags.format);
  if (!format) return tl::unexpected(format.error());
  flags.options.format = *format;
  flags.options.mirroring = mirrorings().at(flags.mirroring);
  flags.options.out = flags.out;
  const InterruptWatch interrupt;
  RowProgress progress(flags.source, "bytes", context.quiet);
  const auto imported = import_dataset(
      flags.source, flags.options,
      [&](std::int64_t read, std::int64_t all) { progress.show(read, all); }, interrupt.token());
  progress.clear();
  if (!imported) return tl::unexpected(imported.error());
  if (context.chosen_format() == "json") {
    Json json = dataset_json(imported->dataset);
    json["already_there"] = imported->already_there;
    json["import"] = report_json(imported->report);
    print(json.dump(2) + "\n");
    return ExitCode::Done;
  }
  if (const std::string text = imported->report.text(); !text.empty()) note(text);
  print(dataset_line(imported->dataset, imported->already_there ? "(cached)" : ""));
  return ExitCode::Done;
}

}  // namespace

void add_dataset_import(CLI::App& parent, Context& context, const std::string& name) {
  CLI::App* verb = context.verb(
      parent, name,
      "Import graph data of others: LDBC SNB, typed CSV, edge lists, Graphalytics, Matrix Market",
      "gb dataset import web-Google.txt.gz --name web-google");
  const auto flags = std::make_shared<ImportFlags>();
  verb->add_option("source", flags->source, "The file or folder; it is only read")->required();
  verb->add_option("--format", flags->format,
                   "detect, ldbc-snb, typed-csv, edge-list, graphalytics or matrix-market")
      ->capture_default_str();
  verb->add_option("--name", flags->options.name,
                   "Name of the dataset; from format and file name where not given");
  verb->add_option("--mirroring", flags->mirroring,
                   "What an undirected graph's edges become: as-format, once or both")
      ->check(CLI::IsMember(mirrorings()))
      ->capture_default_str();
  verb->add_flag("--strict", flags->options.strict,
                 "The first row that cannot be taken over is an error");
  verb->add_option("--out", flags->out, "Folder to put the dataset's folder in")
      ->capture_default_str();
  context.runs(verb, [flags, &context] { return import(*flags, context); });
}

}  // namespace gb
