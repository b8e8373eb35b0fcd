// gb-runner makes one run from a request file and ends. Its events go to the descriptor it is
// given; without one, progress goes to stderr and the document to stdout.

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <string>

#include "adapters/registry.h"
#include "agent/pipe/pipe.h"
#include "agent/runner/console_events.h"
#include "agent/runner/lifeline.h"
#include "agent/runner/pipe_events.h"
#include "agent/runner/request.h"
#include "agent/runner/run.h"
#include "core/base/standard_streams.h"
#include "core/base/version.h"

namespace {

namespace v1 = graphbench::v1;

constexpr int kUsage = 64;
constexpr int kNoDocument = 5;

void tell_problem(gb::RunEvents& events, const v1::RunProblem& problem) {
  v1::RunnerEvent event;
  *event.mutable_problem() = problem;
  events.tell(event);
}

void tell_problem(gb::RunEvents& events, v1::CellEnd end, const std::string& message) {
  v1::RunProblem problem;
  problem.set_end(end);
  problem.set_message(message);
  tell_problem(events, problem);
}

int run(const std::string& request_path, gb::RunEvents& events) {
  v1::RunnerEvent hello;
  hello.mutable_hello()->set_protocol(gb::kPipeProtocol);
  hello.mutable_hello()->set_software_version(std::string(gb::kVersion));
  hello.mutable_hello()->set_process_id(getpid());
  events.tell(hello);

  const auto request = gb::read_request(request_path);
  if (!request) {
    tell_problem(events, v1::CELL_END_NEVER_STARTED, request.error().message);
    return kUsage;
  }
  gb::Registry registry;
  gb::add_all_adapters(registry);
  auto document = gb::make_run(*request, registry, events);
  if (!document) {
    tell_problem(events, document.error());
    return kNoDocument;
  }
  v1::RunnerEvent last;
  *last.mutable_document() = std::move(*document);
  events.tell(last);
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  gb::open_standard_streams();
  CLI::App app(
      "Makes one run: probe, load, verify, warm, measure, document.\n"
      "Example: gb-runner --request run/request.json > result.json");
  std::string request_path;
  int events_descriptor = -1;
  app.add_option("--request", request_path, "RunRequest as JSON or in binary form")->required();
  app.add_option(
      "--events-fd", events_descriptor,
      "Descriptor for length-delimited RunnerEvents; without it, progress goes to stderr "
      "and the document to stdout");
  app.set_version_flag("--version", std::string(gb::kVersion));
  try {
    app.parse(count, arguments);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kUsage;
  }
  signal(SIGPIPE, SIG_IGN);
  if (events_descriptor >= 0 && fcntl(events_descriptor, F_SETFD, FD_CLOEXEC) != 0) {
    fmt::print(stderr, "gb-runner: --events-fd {}: no such descriptor is open\n",
               events_descriptor);
    return kUsage;
  }
  std::unique_ptr<gb::RunEvents> events;
  if (events_descriptor >= 0) {
    events = std::make_unique<gb::PipeEvents>(events_descriptor);
  } else {
    events = std::make_unique<gb::ConsoleEvents>();
  }
  const gb::Lifeline lifeline(events_descriptor, [&](const char* name) {
    tell_problem(*events, v1::CELL_END_CANCELLED, fmt::format("ended by {}", name));
  });
  return run(request_path, *events);
}
