#include "cli/follow.h"

#include "cli/documents.h"
#include "cli/progress.h"

namespace gb {

void FollowFlags::add_to(CLI::App& verb) {
  verb.add_option("--out", out, "Also write the result documents below this folder")
      ->capture_default_str();
  verb.add_flag("--resources", resources, "Also print the resource tables, as gb report does");
}

Result<ExitCode> follow_matrix(LabClient& client, const std::string& matrix_id,
                               const FollowFlags& flags, const Context& context,
                               const std::string& when_left) {
  MatrixProgress progress(context.quiet);
  const auto ended = client.watch(matrix_id, [&](const graphbench::v1::MatrixView& view) {
    progress.show(view);
    return !interrupted();
  });
  progress.clear();
  if (!ended) {
    if (ended.error().code == ErrorCode::Cancelled && !when_left.empty()) note(when_left);
    return tl::unexpected(ended.error());
  }
  const auto documents = fetch_documents(client, matrix_id, flags.out, context.quiet);
  if (!documents) return tl::unexpected(documents.error());
  ReportOptions options;
  options.resources = flags.resources;
  if (!documents->empty()) {
    if (auto shown = present_documents(*documents, context, "", options); !shown)
      return tl::unexpected(shown.error());
  }
  return judge_matrix(*ended);
}

}  // namespace gb
