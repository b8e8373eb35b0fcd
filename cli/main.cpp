#include <fmt/format.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <exception>

#include "cli/verbs.h"
#include "core/base/standard_streams.h"
#include "core/base/version.h"

namespace {

/// Reads the command line, runs the chosen verb and turns its end into the exit code of
/// docs/exit-codes.md.
int run(int argc, char** argv) {
  CLI::App app("graph-bench: fair, reproducible benchmarks of graph databases", "gb");
  app.set_version_flag("--version",
                       fmt::format("graph-bench {} ({})", gb::kVersion, gb::kBuildCommit));
  app.require_subcommand(0, 1);
  app.failure_message([](const CLI::App* where, const CLI::Error& error) {
    return fmt::format(
        "gb: {}\nSee: gb {} --help\n", error.what(),
        where->get_subcommands().empty() ? "" : where->get_subcommands().front()->get_name());
  });
  gb::Context context(app);
  gb::add_run(app, context);
  gb::add_matrix(app, context);
  gb::add_agent(app, context);
  gb::add_report(app, context);
  gb::add_compare(app, context);
  gb::add_noise(app, context);
  gb::add_ab(app, context);
  gb::add_gate(app, context);
  gb::add_verdict(app, context);
  gb::add_history(app, context);
  gb::add_inventory(app, context);
  gb::add_export(app, context);
  gb::add_import(app, context);
  gb::add_annotate(app, context);
  gb::add_schema(app, context);
  gb::add_dataset(app, context);
  gb::add_workload(app, context);
  gb::add_engine(app, context);
  gb::add_bench(app, context);
  gb::add_aliases(app, context);
  gb::add_completion(app, context);
  app.footer(
      "Start with: gb run --workload micro-read --engines sqlite,sqlite-mem\nExit codes: "
      "docs/exit-codes.md");

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : static_cast<int>(gb::ExitCode::BadInput);
  }
  if (app.get_subcommands().empty()) {
    gb::print(app.help());
    return static_cast<int>(gb::ExitCode::BadInput);
  }
  const auto code = context.run();
  if (code) {
    if (const auto arrived = gb::printed(); !arrived) {
      gb::note("gb: " + arrived.error().message);
      if (*code == gb::ExitCode::Done) return static_cast<int>(gb::ExitCode::Infrastructure);
    }
    return static_cast<int>(*code);
  }
  gb::note("gb: " + code.error().message);
  return static_cast<int>(gb::exit_code_of(code.error()));
}

}  // namespace

int main(int argc, char** argv) {
  gb::open_standard_streams();
  // Logs of the embedded lab and agent go to stderr, and only when something is wrong.
  spdlog::set_default_logger(spdlog::stderr_logger_mt("gb"));
  spdlog::set_level(spdlog::level::warn);
  gb::watch_for_interrupts();
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    gb::note(fmt::format("gb: a fault of ours: {}", error.what()));
    return static_cast<int>(gb::ExitCode::Infrastructure);
  }
}
