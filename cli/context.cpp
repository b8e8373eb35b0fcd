#include "cli/context.h"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace gb {
namespace {

std::atomic<bool> interrupt_seen{false};

void on_signal(int signal) {
  if (interrupt_seen.exchange(true)) _exit(128 + signal);
}

}  // namespace

Context::Context(CLI::App& app) {
  app.add_option("--coordinator", coordinator, "Address of the coordinator's gRPC port")
      ->envname("GRAPH_BENCH_COORDINATOR")
      ->capture_default_str();
  app.add_flag("--json", json, "Print JSON for machines, the same as --format json");
  app.add_option("--format", format,
                 "How results and lists are printed: table, markdown, csv, json")
      ->check(CLI::IsMember({"table", "markdown", "md", "csv", "json"}))
      ->capture_default_str();
  app.add_flag("--quiet,-q", quiet, "No progress on stderr");
}

CLI::App* Context::verb(CLI::App& parent, const std::string& name, const std::string& what,
                        const std::string& example) {
  CLI::App* verb = parent.add_subcommand(name, what);
  verb->fallthrough();  // the shared flags may follow the verb
  verb->footer("Example:\n  " + example);
  return verb;
}

void Context::runs(CLI::App* verb, std::function<Result<ExitCode>()> work) {
  verb->callback([this, work = std::move(work)] { chosen_ = work; });
}

Result<ExitCode> Context::run() const {
  if (!chosen_)
    return fail(ErrorCode::InvalidArgument, "say what to do: gb --help lists the verbs");
  return chosen_();
}

void print(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

void note(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fputc('\n', stderr);
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
  std::signal(SIGPIPE, SIG_IGN);
}

}  // namespace gb
