#include "workloads/verify/verify_write.h"

#include <fmt/format.h>

#include "workloads/verify/compare.h"

namespace gb {
namespace {

bool is_true(const Answer& answer) {
  if (answer.rows.size() != 1 || answer.rows[0].empty()) return false;
  const auto* cell = std::get_if<bool>(&answer.rows[0][0].is);
  return cell != nullptr && *cell;
}

std::string shown(const Answer& answer) {
  if (answer.rows.empty()) return "no row";
  std::string text = answer.rows.size() == 1 ? "" : fmt::format("{} rows, ", answer.rows.size());
  text += "[";
  for (std::size_t i = 0; i < answer.rows[0].size(); ++i) {
    text += (i == 0 ? "" : ", ") + to_text(answer.rows[0][i]);
  }
  return text + "]";
}

/// Errors that are no wrong answer.
bool is_refusal(const Error& error) {
  return error.code == ErrorCode::Unsupported || error.code == ErrorCode::DeadlineExceeded;
}

void end(WriteOutcome& outcome, std::string_view step, const Error& error) {
  if (is_refusal(error)) {
    outcome.refused = error;
  } else {
    outcome.problem = fmt::format("{}: {}", step, error.message);
  }
}

/// The check answers the same before the operation and after it was given up. It must not hold
/// before: then it would hold for a write that does nothing.
void verify_rollback(const Question& question, const Params& params, const AskEngine& ask,
                     WriteOutcome& outcome) {
  const Result<Answer> before = ask(question, QuestionPart::Check, params);
  if (!before) return end(outcome, "post-condition-error", before.error());
  // A write that needs no bracket changes nothing, by its contract.
  const bool changes = !question.setup.empty() || !question.teardown.empty();
  if (changes && is_true(*before)) {
    outcome.problem = "vacuous-check: the post-condition holds before the write";
    return;
  }
  const Result<Answer> undone = ask(question, QuestionPart::RolledBack, params);
  if (!undone && undone.error().code == ErrorCode::Unsupported) return;
  if (!undone) return end(outcome, "rollback-error", undone.error());
  const Result<Answer> after = ask(question, QuestionPart::Check, params);
  if (!after) return end(outcome, "post-condition-error", after.error());
  if (!first_difference(*after, *before, CompareSettings{})) return;
  outcome.problem =
      fmt::format("rollback left the write in place: the check said {}, and {} after it",
                  shown(*before), shown(*after));
}

void execute_and_check(const Question& question, const Params& params, const AskEngine& ask,
                       WriteOutcome& outcome) {
  const Result<Answer> written = ask(question, QuestionPart::Operation, params);
  if (!written) return end(outcome, "exec-error", written.error());
  const Result<Answer> checked = ask(question, QuestionPart::Check, params);
  if (!checked) return end(outcome, "post-condition-error", checked.error());
  if (!is_true(*checked)) {
    outcome.problem = "post-condition not satisfied: got " + shown(*checked);
  }
}

}  // namespace

WriteOutcome verify_write(const Question& question, const Params& params, bool with_rollback,
                          const AskEngine& ask) {
  WriteOutcome outcome;
  const Result<Answer> set_up = ask(question, QuestionPart::Setup, params);
  if (!set_up) {
    end(outcome, "setup-error", set_up.error());
  } else {
    if (with_rollback) verify_rollback(question, params, ask, outcome);
    if (outcome.problem.empty() && !outcome.refused) {
      execute_and_check(question, params, ask, outcome);
    }
  }
  const Result<Answer> torn_down = ask(question, QuestionPart::Teardown, params);
  if (!torn_down) {
    outcome.poisoned = true;
    outcome.problem = fmt::format("teardown-failed: {}{}{}", torn_down.error().message,
                                  outcome.problem.empty() ? "" : "; before it: ", outcome.problem);
  }
  return outcome;
}

}  // namespace gb
