#include "cli/follow.h"

#include "cli/documents.h"
#include "cli/progress.h"
#include "core/document/result_files.h"
#include "core/document/schema.h"

namespace gb {

void FollowFlags::add_to(CLI::App& verb) {
  verb.add_option("--out", out, "Also write the result documents below this folder")
      ->capture_default_str();
  verb.add_flag("--resources", resources, "Also print the resource tables, as gb report does");
}

namespace {

/// Writes each below the folder, under its own name; false when one could not be.
bool keep(const std::vector<Fetched>& results, const std::string& folder, bool quiet) {
  bool all = true;
  for (const Fetched& one : results) {
    // A fault of ours, to be told; what a long run learned is kept all the same.
    if (const auto valid = validate_document(one.bytes, "result of run " + one.run_id); !valid) {
      note("gb: invalid, kept all the same: " + valid.error().message);
    }
    const auto written = write_result(folder, one.document, one.bytes);
    if (!written) {
      note(fmt::format("gb: the result of run {} was not kept: {}", one.run_id,
                       written.error().message));
      all = false;
    } else if (!quiet) {
      note("wrote " + written->string());
    }
  }
  return all;
}

}  // namespace

Result<ExitCode> follow_matrix(LabClient& client, const std::string& matrix_id,
                               const FollowFlags& flags, const Context& context,
                               const std::string& when_left, const std::function<bool()>& give_up) {
  MatrixProgress progress(context.quiet);
  const auto ended = client.watch(
      matrix_id, [&](const graphbench::v1::MatrixView& view) { progress.show(view); },
      [&] { return interrupted() || (give_up && give_up()); });
  progress.clear();
  if (!ended) {
    if (ended.error().code == ErrorCode::Cancelled && !when_left.empty()) note(when_left);
    return tl::unexpected(ended.error());
  }
  const auto fetched = fetch_documents(client, matrix_id);
  if (!fetched) return tl::unexpected(fetched.error());
  const bool all_kept = flags.out.empty() || keep(*fetched, flags.out, context.quiet);
  std::vector<ResultDocument> documents;
  for (const Fetched& one : *fetched) documents.push_back(one.document);
  ReportOptions options;
  options.resources = flags.resources;
  if (!documents.empty()) {
    if (auto shown = present_documents(documents, context, "", options); !shown)
      return tl::unexpected(shown.error());
  }
  const ExitCode judged = judge_matrix(*ended);
  return all_kept || judged != ExitCode::Done ? judged : ExitCode::Infrastructure;
}

}  // namespace gb
