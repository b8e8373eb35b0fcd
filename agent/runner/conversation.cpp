#include "agent/runner/conversation.h"

#include "core/base/duration.h"

namespace gb {
namespace {

const std::vector<Statement>& statements_of(const Question& question, QuestionPart part) {
  switch (part) {
    case QuestionPart::Setup:
      return question.setup;
    case QuestionPart::Teardown:
      return question.teardown;
    case QuestionPart::Check:
      return question.check;
    case QuestionPart::Operation:
    case QuestionPart::RolledBack:
      break;
  }
  return question.operation;
}

}  // namespace

Result<std::unique_ptr<Conversation>> Conversation::open(Target& target) {
  auto session = target.connect();
  if (!session) return tl::unexpected(session.error());
  return std::unique_ptr<Conversation>(new Conversation(std::move(*session)));
}

Result<Operation> Conversation::prepared(const Question& question, QuestionPart part) {
  if (part == QuestionPart::RolledBack) part = QuestionPart::Operation;
  const auto key = std::pair(question.query->id, part);
  const auto known = statements_.find(key);
  if (known != statements_.end()) return Operation(known->second);
  std::vector<StatementId> ids;
  for (const Statement& statement : statements_of(question, part)) {
    const auto id = session_->prepare(statement);
    if (!id) return tl::unexpected(id.error());
    ids.push_back(*id);
  }
  return Operation(statements_.emplace(key, std::move(ids)).first->second);
}

template <class Execute>
Result<Answer> Conversation::watched(const std::string& what, Nanos limit, const Execute& execute) {
  watchdog_.guard(limit);
  watchdog_.arm(now());
  const Result<void> outcome = execute();
  const bool over_limit = watchdog_.disarm();
  watchdog_.stand_down();
  if (over_limit) {
    return fail(ErrorCode::DeadlineExceeded, "{} was over its limit of {}", what,
                format_duration(limit));
  }
  if (!outcome) return tl::unexpected(outcome.error());
  return to_answer(rows_);
}

Result<void> Conversation::execute_and_roll_back(Operation operation, const Params& params) {
  Result<void> outcome = session_->begin();
  if (!outcome) return outcome;
  for (const StatementId statement : operation) {
    outcome = session_->execute(statement, params, rows_);
    if (!outcome) break;
  }
  const Result<void> undone = session_->rollback();
  return outcome ? undone : outcome;
}

Result<Answer> Conversation::ask(const Question& question, QuestionPart part, const Params& params,
                                 Nanos limit) {
  const auto operation = prepared(question, part);
  if (!operation) return tl::unexpected(operation.error());
  if (operation->empty()) return Answer{};
  return watched(question.query->id, limit, [&] {
    return part == QuestionPart::RolledBack
               ? execute_and_roll_back(*operation, params)
               : execute_operation(*session_, *operation, params, rows_);
  });
}

Result<Answer> Conversation::ask(const Statement& statement, Nanos limit) {
  const auto id = session_->prepare(statement);
  if (!id) return tl::unexpected(id.error());
  return watched(statement.query_id, limit,
                 [&] { return session_->execute(*id, Params{}, rows_); });
}

}  // namespace gb
