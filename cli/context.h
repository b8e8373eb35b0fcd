#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "cli/exit_code.h"
#include "core/base/error.h"

namespace gb {

/// What a verb prints: lists and facts have no markdown and no CSV, which is said and not ignored.
enum class Prints { Lists, Results };

/// What every verb shares: flags given before or after it, and where its output goes. A verb's work
/// is registered as a function that main calls once the command line is read.
class Context {
 public:
  explicit Context(CLI::App& app);

  /// A verb under `parent`, with an example for its --help.
  CLI::App* verb(CLI::App& parent, const std::string& name, const std::string& what,
                 const std::string& example);

  /// A subject that has verbs of its own: "matrix".
  CLI::App* group(CLI::App& parent, const std::string& name, const std::string& what);

  /// What to do when this verb was chosen.
  void runs(CLI::App* verb, Prints prints, std::function<Result<ExitCode>()> work);
  void runs(CLI::App* verb, std::function<Result<ExitCode>()> work) {
    runs(verb, Prints::Lists, std::move(work));
  }

  /// The chosen verb's work, or nothing when no verb was given.
  Result<ExitCode> run() const;

  // Flags every verb has.
  std::string coordinator = "127.0.0.1:7450";  // --coordinator, GRAPH_BENCH_COORDINATOR
  bool json = false;                           // --json
  std::string format = "table";                // --format table|markdown|csv|json|html
  bool quiet = false;                          // --quiet: no progress on stderr

  /// "json" when --json was given, else --format.
  std::string_view chosen_format() const {
    return json ? std::string_view("json") : std::string_view(format);
  }

 private:
  std::function<Result<ExitCode>()> chosen_;
  Prints prints_ = Prints::Lists;
};

/// Data, on stdout, exactly as given.
void print(std::string_view text);

/// Ok, or why something printed did not arrive. A reader that has seen enough (`| head`) is ok.
Result<void> printed();

/// A remark for a person, on stderr, with a line end.
void note(std::string_view text);

/// Columns of the terminal behind a descriptor; nothing when there is none, or none worth filling.
std::optional<std::size_t> terminal_width(int descriptor);

/// Whether stderr is a terminal that may be painted: a tty, TERM not "dumb", NO_COLOR unset or
/// empty.
bool stderr_is_lively();

/// Set by SIGINT, SIGTERM or SIGHUP; long work looks at it. The second signal ends the program at
/// once.
bool interrupted();
void watch_for_interrupts();

}  // namespace gb
