#include <unistd.h>

#include "cli/documents.h"
#include "cli/verbs.h"
#include "core/base/file.h"
#include "core/report/by_machine.h"
#include "core/report/inventory.h"
#include "core/report/plots.h"

namespace gb {
namespace {

Result<void> put_out(const std::string& text, const std::string& out) {
  if (!out.empty()) return write_file_durably(out, text);
  print(text);
  return {};
}

Result<void> draw(const std::vector<ResultDocument>& documents, const std::string& file,
                  bool side_by_side) {
  if (!file.ends_with(".svg")) {
    return fail(ErrorCode::InvalidArgument,
                "--plot draws .svg files, or \"-\" in characters, not {}", file);
  }
  const std::string svg = plots_file(documents, side_by_side);
  if (svg.empty())
    return fail(ErrorCode::NotFound, "there is nothing to draw: no query has figures");
  return write_file_durably(file, svg);
}

/// report and compare read and show the same way; they differ in what they take by default.
void add_reading(CLI::App& app, Context& context, const std::string& name, const std::string& what,
                 const std::string& example, bool side_by_side) {
  CLI::App* verb = context.verb(app, name, what, example);
  struct Flags {
    DocumentSelection selection;
    std::string out;
    std::string plot, by;
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
  verb->add_option("--plot", flags->plot,
                   "Draw latencies, ratios and windows over time into this .svg file; \"-\" draws "
                   "the latencies below the tables in characters");
  if (side_by_side) {
    verb->add_option("--by", flags->by, "machine: a query per row, a machine per column")
        ->check(CLI::IsMember({"machine"}));
  }
  context.runs(verb, Prints::Results, [flags, &context]() -> Result<ExitCode> {
    if (flags->reference_layout) flags->options.view = ReportView::Reference;
    const auto documents = select_documents(flags->selection, context);
    if (!documents) return tl::unexpected(documents.error());
    if (!flags->plot.empty() && flags->plot != "-") {
      if (auto drawn = draw(*documents, flags->plot, flags->options.side_by_side); !drawn) {
        return tl::unexpected(drawn.error());
      }
    }
    if (!flags->by.empty()) {
      const auto format = parse_format(context.chosen_format());
      if (!format) return tl::unexpected(format.error());
      if (auto put = put_out(by_machine(*documents, *format), flags->out); !put) {
        return tl::unexpected(put.error());
      }
      return ExitCode::Done;
    }
    if (auto shown = present_documents(*documents, context, flags->out, flags->options); !shown)
      return tl::unexpected(shown.error());
    if (flags->plot == "-") {
      const std::size_t width = terminal_width(STDOUT_FILENO).value_or(100);
      print("\n" + terminal_plot(*documents, flags->options.side_by_side, width));
    }
    return ExitCode::Done;
  });
}

}  // namespace

void add_inventory(CLI::App& app, Context& context) {
  CLI::App* verb =
      context.verb(app, "inventory", "Which engine ran where, at which version, scale and workload",
                   "gb inventory --results results --format markdown");
  struct Flags {
    DocumentSelection selection;
    std::string out;
  };
  const auto flags = std::make_shared<Flags>();
  flags->selection.withdrawn = true;
  flags->selection.add_to(*verb);
  verb->add_option("--out", flags->out, "Write to this file in place of stdout");
  context.runs(verb, Prints::Results, [flags, &context]() -> Result<ExitCode> {
    flags->selection.all = true;
    const auto format = parse_format(context.chosen_format());
    if (!format) return tl::unexpected(format.error());
    const auto documents = select_documents(flags->selection, context);
    if (!documents) return tl::unexpected(documents.error());
    if (auto put = put_out(inventory(*documents, *format), flags->out); !put) {
      return tl::unexpected(put.error());
    }
    return ExitCode::Done;
  });
}

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
