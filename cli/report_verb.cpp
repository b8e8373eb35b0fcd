#include "cli/documents.h"
#include "cli/verbs.h"

namespace gb {
namespace {

/// report and compare read and show the same way; they differ in what they take by default.
void add_reading(CLI::App& app, Context& context, const std::string& name, const std::string& what,
                 const std::string& example, bool side_by_side) {
  CLI::App* verb = context.verb(app, name, what, example);
  struct Flags {
    DocumentSelection selection;
    std::string out;
    bool reference_layout = false;
    ReportOptions options;
  };
  const auto flags = std::make_shared<Flags>();
  flags->options.side_by_side = side_by_side;
  flags->selection.withdrawn = !side_by_side;  // report shows everything, compare sets side by side
  flags->selection.add_to(*verb);
  verb->add_option("--out", flags->out, "Write to this file in place of stdout");
  verb->add_flag("--compat", flags->reference_layout,
                 "The reference harness's layout, to the character");
  verb->add_flag("--overhead", flags->options.overhead,
                 "Add the table of what a plane costs over the fastest");
  context.runs(verb, Prints::Results, [flags, &context]() -> Result<ExitCode> {
    if (flags->reference_layout) flags->options.view = ReportView::Reference;
    const auto documents = select_documents(flags->selection, context);
    if (!documents) return tl::unexpected(documents.error());
    if (auto shown = present_documents(*documents, context, flags->out, flags->options); !shown)
      return tl::unexpected(shown.error());
    return ExitCode::Done;
  });
}

}  // namespace

void add_report(CLI::App& app, Context& context) {
  add_reading(app, context, "report",
              "Show stored results: the latest per engine, workload, scale and machine",
              "gb report --results results --workload micro-read --scale sf1", false);
}

void add_compare(CLI::App& app, Context& context) {
  add_reading(app, context, "compare", "Put result documents side by side, in the order given",
              "gb compare a.json b.json", true);
}

}  // namespace gb
