#include "agent/supervisor/run_end.h"

#include <fmt/ranges.h>
#include <string.h>
#include <sys/wait.h>

#include <utility>

#include "agent/pipe/pipe.h"
#include "core/base/duration.h"
#include "core/base/sha256.h"

namespace gb {
namespace {

namespace v1 = graphbench::v1;

std::string said(const std::string& last_words) {
  return last_words.empty() ? "; it printed nothing" : "; its last words: " + last_words;
}

std::string how_it_was_stopped(const RunFacts& facts) {
  return facts.needed_kill ? fmt::format("; SIGTERM did not end it within {}, so it was killed",
                                         format_duration(facts.grace))
                           : "";
}

std::string how_it_ended(int wait_status) {
  if (WIFSIGNALED(wait_status)) {
    const int number = WTERMSIG(wait_status);
    return fmt::format("was killed by signal {} ({})", number, strsignal(number));
  }
  return fmt::format("ended with exit code {}", WEXITSTATUS(wait_status));
}

RunOutcome end(v1::CellEnd end, std::string reason) {
  return {.end = end, .reason = std::move(reason), .document = std::nullopt};
}

RunOutcome judged(RunFacts& facts) {
  const std::string_view phase = word_of(facts.phase);
  switch (facts.stopped) {
    case StopCause::Cancelled:
      return end(v1::CELL_END_CANCELLED, facts.stop_reason + how_it_was_stopped(facts));
    case StopCause::OverDeadline:
      return end(v1::CELL_END_ENGINE_TIMEOUT,
                 fmt::format("the run was over its deadline of {} in phase {}{}{}",
                             format_duration(facts.deadline), phase, how_it_was_stopped(facts),
                             said(facts.last_words)));
    case StopCause::BrokenPipeTalk:
      return end(v1::CELL_END_ENGINE_FAILED,
                 fmt::format("gb-runner broke off its report in phase {}: {}{}", phase,
                             facts.stop_reason, said(facts.last_words)));
    case StopCause::NeverEnding:
    case StopCause::Nothing:
      break;
  }
  if (facts.document) {
    if (sha256_hex(facts.document->bytes()) == facts.document->sha256()) {
      return {.end = v1::CELL_END_DONE, .reason = {}, .document = std::move(facts.document)};
    }
    return end(v1::CELL_END_ENGINE_FAILED,
               fmt::format("the result document is damaged: its {} bytes do not match its hash {}",
                           facts.document->bytes().size(), facts.document->sha256()));
  }
  if (facts.problem) {
    const v1::CellEnd kind = facts.problem->end() == v1::CELL_END_UNSPECIFIED ||
                                     facts.problem->end() == v1::CELL_END_DONE
                                 ? v1::CELL_END_ENGINE_FAILED
                                 : facts.problem->end();
    return end(kind, facts.problem->message());
  }
  if (facts.stopped == StopCause::NeverEnding) {
    return end(v1::CELL_END_ENGINE_FAILED,
               fmt::format("gb-runner closed its pipe in phase {} without a document and did not "
                           "end, so it was killed{}",
                           phase, said(facts.last_words)));
  }
  return end(v1::CELL_END_ENGINE_FAILED,
             fmt::format("gb-runner {} in phase {} without a document{}",
                         how_it_ended(facts.wait_status), phase, said(facts.last_words)));
}

}  // namespace

RunOutcome outcome_of(RunFacts facts) {
  RunOutcome outcome = judged(facts);
  if (!facts.still_there.empty()) {
    outcome.reason +=
        fmt::format("{}processes {} could not be killed", outcome.reason.empty() ? "" : "; ",
                    fmt::join(facts.still_there, ", "));
  }
  return outcome;
}

}  // namespace gb
