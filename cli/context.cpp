#include "cli/context.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace gb {
namespace {

std::atomic<bool> interrupt_seen{false};
int print_error = 0;  // errno of the first print that failed; of the main thread alone

void on_signal(int signal) {
  if (interrupt_seen.exchange(true)) _exit(128 + signal);
}

}  // namespace

Context::Context(CLI::App& app) {
  app.add_option("--coordinator", coordinator, "Address of the coordinator's gRPC port")
      ->envname("GRAPH_BENCH_COORDINATOR")
      ->capture_default_str();
  app.add_flag("--json", json, "Print JSON for machines, the same as --format json");
  app.add_option("--format", format, "How results are printed; lists know table and json")
      ->check(CLI::IsMember({"table", "markdown", "md", "csv", "json", "html"}))
      ->capture_default_str();
  app.add_flag("--quiet,-q", quiet, "No progress on stderr");
}

CLI::App* Context::verb(CLI::App& parent, const std::string& name, const std::string& what,
                        const std::string& example) {
  CLI::App* verb = parent.add_subcommand(name, what);
  verb->fallthrough();  // the shared flags may follow the verb
  verb->footer("Example:\n  " + example +
               "\n\nEvery verb also takes --json, --format, --quiet and --coordinator: gb --help");
  return verb;
}

CLI::App* Context::group(CLI::App& parent, const std::string& name, const std::string& what) {
  CLI::App* group = parent.add_subcommand(name, what);
  group->fallthrough();
  group->require_subcommand(1);
  group->footer([group, name] {
    const auto verbs = group->get_subcommands([](const CLI::App*) { return true; });
    return "Each has an example: gb " + name + " " + verbs.front()->get_name() + " --help";
  });
  return group;
}

void Context::runs(CLI::App* verb, Prints prints, std::function<Result<ExitCode>()> work) {
  verb->callback([this, prints, work = std::move(work)] {
    chosen_ = work;
    prints_ = prints;
  });
}

Result<ExitCode> Context::run() const {
  if (!chosen_)
    return fail(ErrorCode::InvalidArgument, "say what to do: gb --help lists the verbs");
  if (prints_ == Prints::Lists && chosen_format() != "table" && chosen_format() != "json") {
    return fail(ErrorCode::InvalidArgument,
                "this verb prints a table or json, not {}; only results come in every format",
                chosen_format());
  }
  return chosen_();
}

void print(std::string_view text) {
  const bool whole = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if ((std::fflush(stdout) != 0 || !whole) && print_error == 0) print_error = errno;
}

Result<void> printed() {
  if (print_error == 0 || print_error == EPIPE) return {};
  return fail(ErrorCode::Unavailable, "stdout took not all of the output: {}",
              std::strerror(print_error));
}

void note(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fputc('\n', stderr);
}

std::optional<std::size_t> terminal_width(int descriptor) {
  winsize size{};
  if (::ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col <= 20) return std::nullopt;
  return size.ws_col;
}

bool stderr_is_lively() {
  const auto variable = [](const char* name) {
    const char* text = std::getenv(name);
    return std::string_view(text == nullptr ? "" : text);
  };
  return ::isatty(STDERR_FILENO) == 1 && variable("TERM") != "dumb" && variable("NO_COLOR").empty();
}

bool interrupted() { return interrupt_seen.load(); }

void watch_for_interrupts() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  // A closed terminal or a lost ssh connection; not under nohup, which ignores it.
  struct sigaction before {};
  sigaction(SIGHUP, nullptr, &before);
  if (before.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
}

}  // namespace gb
