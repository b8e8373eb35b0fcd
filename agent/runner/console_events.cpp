#include "agent/runner/console_events.h"

#include <fmt/format.h>

#include <cstdio>

#include "agent/pipe/pipe.h"
#include "core/base/duration.h"

namespace gb {

void ConsoleEvents::tell(const graphbench::v1::RunnerEvent& event) {
  using Event = graphbench::v1::RunnerEvent;
  const auto span = [](std::uint64_t nanos) {
    return format_duration(Nanos(static_cast<std::int64_t>(nanos)));
  };
  switch (event.event_case()) {
    case Event::kPhase:
      fmt::print(stderr, "phase {}\n", word_of(event.phase().phase()));
      return;
    case Event::kVerdict: {
      const auto& verdict = event.verdict();
      fmt::print(stderr, "  {:<6} {}  {} checked{}{}\n", verdict.outcome(), verdict.query_id(),
                 verdict.samples(), verdict.reason().empty() ? "" : ": ", verdict.reason());
      return;
    }
    case Event::kBlockEnded: {
      const auto& block = event.block_ended();
      fmt::print(stderr, "  {}  {} operations, {} errors, p50 {}, p99 {}\n", block.query_id(),
                 block.count(), block.errors(), span(block.p50_nanos()), span(block.p99_nanos()));
      return;
    }
    case Event::kDocument:
      std::fwrite(event.document().bytes().data(), 1, event.document().bytes().size(), stdout);
      std::fflush(stdout);
      return;
    case Event::kProblem:
      fmt::print(stderr, "gb-runner: {}\n", event.problem().message());
      return;
    default:
      return;
  }
}

}  // namespace gb
