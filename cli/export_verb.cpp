#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "cli/documents.h"
#include "cli/verbs.h"
#include "core/base/file.h"
#include "core/document/codec.h"
#include "core/document/file_name.h"
#include "core/report/export.h"

namespace gb {
namespace {

struct ExportFlags {
  DocumentSelection selection;
  std::string to = "csv";
  int schema = 0;
  std::string out;
};

/// Where the only document goes to a file or stdout, several go below a folder under their names.
Result<void> write_documents(const std::vector<ResultDocument>& documents, int schema,
                             const std::string& out) {
  const auto text = [schema](const ResultDocument& document) {
    return schema == 3 ? export_schema3(document) : encode_document(document);
  };
  if (documents.size() == 1 && (out.empty() || out.ends_with(".json"))) {
    if (!out.empty()) return write_file_durably(out, text(documents.front()));
    print(text(documents.front()));
    return {};
  }
  if (out.empty()) {
    return fail(ErrorCode::InvalidArgument,
                "{} documents match: give a folder with --out, or choose one of them",
                documents.size());
  }
  for (const ResultDocument& document : documents) {
    auto path = result_path(document);
    if (!path) return tl::unexpected(path.error());
    auto written = create_file_durably(std::filesystem::path(out) / *path, text(document));
    if (!written && written.error().code == ErrorCode::AlreadyExists) {
      path = result_path_with_run(document);
      if (!path) return tl::unexpected(written.error());
      written = create_file_durably(std::filesystem::path(out) / *path, text(document));
    }
    if (!written) return written;
    note("wrote " + (std::filesystem::path(out) / *path).string());
  }
  return {};
}

Result<ExitCode> export_results(const ExportFlags& flags, const Context& context) {
  const auto documents = select_documents(flags.selection, context);
  if (!documents) return tl::unexpected(documents.error());
  if (flags.schema != 0) {
    if (auto done = write_documents(*documents, flags.schema, flags.out); !done) {
      return tl::unexpected(done.error());
    }
    return ExitCode::Done;
  }
  const std::string text = flags.to == "bencher"            ? export_bencher(*documents)
                           : flags.to == "google-benchmark" ? export_google_benchmark(*documents)
                                                            : export_tidy_csv(*documents);
  if (flags.out.empty()) {
    print(text);
  } else if (auto written = write_file_durably(flags.out, text); !written) {
    return tl::unexpected(written.error());
  }
  return ExitCode::Done;
}

}  // namespace

void add_export(CLI::App& app, Context& context) {
  CLI::App* verb = context.verb(
      app, "export",
      "Write results for other programs: tidy CSV, Bencher, Google Benchmark, schema 3",
      "gb export --results results --to bencher --out bmf.json\n  gb export --schema 3 --out "
      "for-the-reference/");
  const auto flags = std::make_shared<ExportFlags>();
  flags->selection.add_to(*verb);
  verb->add_option("--to", flags->to,
                   "csv: a row per run, query and metric; bencher; google-benchmark")
      ->check(CLI::IsMember({"csv", "bencher", "google-benchmark"}))
      ->capture_default_str();
  verb->add_option("--schema", flags->schema,
                   "The documents themselves, in the reference's schema 3 or in our schema 4")
      ->check(CLI::IsMember({3, 4}))
      ->excludes("--to");
  verb->add_option("--out", flags->out,
                   "Write to this file, or documents below this folder, in place of stdout");
  context.runs(verb, [flags, &context] { return export_results(*flags, context); });
}

}  // namespace gb
