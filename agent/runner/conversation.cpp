#include "agent/runner/conversation.h"

#include <utility>

#include "core/base/duration.h"

namespace gb {

Result<std::unique_ptr<Conversation>> Conversation::open(Target& target) {
  auto session = target.connect();
  if (!session) return tl::unexpected(session.error());
  return std::unique_ptr<Conversation>(new Conversation(std::move(*session)));
}

Result<StatementId> Conversation::statement(const Question& question) {
  const auto known = statements_.find(question.query->id);
  if (known != statements_.end()) return known->second;
  auto prepared = session_->prepare(question.operation.front());
  if (prepared) statements_.emplace(question.query->id, *prepared);
  return prepared;
}

Result<Answer> Conversation::ask(const Question& question, const Params& params, Nanos limit) {
  const auto prepared = statement(question);
  if (!prepared) return tl::unexpected(prepared.error());
  watchdog_.guard(limit);
  watchdog_.arm(now());
  const Result<void> outcome = session_->execute(*prepared, params, rows_);
  const bool over_limit = watchdog_.disarm();
  watchdog_.stand_down();
  if (over_limit) {
    return fail(ErrorCode::DeadlineExceeded, "{} was over its limit of {}", question.query->id,
                format_duration(limit));
  }
  if (!outcome) return tl::unexpected(outcome.error());
  return to_answer(rows_);
}

}  // namespace gb
