#include "cli/stored_verdict.h"

#include <fmt/format.h>

#include "cli/client.h"
#include "core/base/file.h"

namespace gb {
namespace {

namespace v1 = graphbench::v1;

VerdictOutcome from_wire(v1::VerdictView::Outcome outcome) {
  switch (outcome) {
    case v1::VerdictView::OUTCOME_PASS:
      return VerdictOutcome::Pass;
    case v1::VerdictView::OUTCOME_VIOLATION:
      return VerdictOutcome::Violation;
    case v1::VerdictView::OUTCOME_VERIFICATION_FAILED:
      return VerdictOutcome::Verification;
    default:
      return VerdictOutcome::Indeterminate;
  }
}

Result<void> keep(const std::string& file, const std::string& text) {
  return file.empty() ? Result<void>() : write_file_durably(file, text);
}

}  // namespace

void StoredFlags::add_to(CLI::App& verb) {
  verb.add_flag("--stored", stored, "Ask the coordinator about its stored results, not files");
  verb.add_option("--machine", machine, "Only results of this machine (--stored)");
  verb.add_option("--last", last, "At most so many of the newest: 200 (--stored)");
}

v1::ResultSelection StoredFlags::selection(const std::string& engine,
                                           const ResultFilter& filter) const {
  v1::ResultSelection selection;
  selection.set_engine(engine);
  selection.set_workload(filter.workload);
  selection.set_scale(filter.scale);
  selection.set_machine(machine);
  selection.set_last(last);
  return selection;
}

Result<ExitCode> decide_stored(const std::string& verb, const v1::VerdictRequest& request,
                               const VerdictFlags& flags, const Context& context) {
  if (flags.rules == "reference") {
    return fail(ErrorCode::InvalidArgument,
                "stored results are judged by the lab's rules; for --rules reference give files");
  }
  auto client = LabClient::dial(context.coordinator);
  if (!client) return tl::unexpected(client.error());
  const auto view = client->verdict(verb, request);
  if (!view) return tl::unexpected(view.error());
  if (auto kept = keep(flags.out, view->document()); !kept) return tl::unexpected(kept.error());
  if (auto kept = keep(flags.junit, view->junit()); !kept) return tl::unexpected(kept.error());
  const std::string_view format = context.chosen_format();
  if (format == "json") {
    print(view->document());
  } else if (format == "markdown" || format == "md") {
    print(view->markdown());
  } else if (format == "csv") {
    return fail(ErrorCode::InvalidArgument,
                "a verdict comes as table, markdown or json, not as csv");
  } else {
    print(view->table());
    for (const std::string& failure : view->failures()) note("  " + failure);
  }
  return verdict_exit_code(from_wire(view->outcome()), flags.indeterminate);
}

}  // namespace gb
