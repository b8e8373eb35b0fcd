#include "agent/runner/warm_up.h"

#include <vector>

namespace gb {
namespace {

struct Turn {
  Operation setup, operation, teardown;
  const std::vector<Draw>* draws = nullptr;
  std::size_t cursor = 0;
};

std::vector<Turn> turns_of(const VerifiedPlan& plan, Conversation& conversation) {
  std::vector<Turn> turns;
  for (const Question& question : plan.questions()) {
    const auto setup = conversation.prepared(question, QuestionPart::Setup);
    const auto operation = conversation.prepared(question, QuestionPart::Operation);
    const auto teardown = conversation.prepared(question, QuestionPart::Teardown);
    if (!setup || !operation || !teardown) continue;
    turns.push_back({*setup, *operation, *teardown, &question.pool->draws, 0});
  }
  return turns;
}

Result<void> take(Turn& turn, Conversation& conversation) {
  const Params& params = (*turn.draws)[turn.cursor].params;
  if (++turn.cursor == turn.draws->size()) turn.cursor = 0;
  const auto execute = [&](Operation operation) {
    return execute_operation(conversation.session(), operation, params, conversation.rows());
  };
  Watchdog& watchdog = conversation.watchdog();
  if (execute(turn.setup)) {
    watchdog.arm(now());
    (void)execute(turn.operation);
    watchdog.disarm();
  }
  return execute(turn.teardown);
}

}  // namespace

Result<std::uint64_t> warm_up(const VerifiedPlan& plan, Conversation& conversation, Nanos span,
                              Nanos operation_limit) {
  std::vector<Turn> turns = turns_of(plan, conversation);
  std::uint64_t executed = 0;
  if (turns.empty() || span <= Nanos{0}) return executed;
  conversation.watchdog().guard(operation_limit);
  Result<void> torn_down;
  const Instant until = now() + span;
  for (Instant moment = now(); torn_down && moment < until; moment = now()) {
    torn_down = take(turns[executed % turns.size()], conversation);
    ++executed;
  }
  conversation.watchdog().stand_down();
  if (!torn_down) return within("teardown while warming up", torn_down.error());
  return executed;
}

Result<std::uint64_t> warm_up_once(const VerifiedPlan& plan, Conversation& conversation,
                                   Nanos operation_limit) {
  std::uint64_t executed = 0;
  conversation.watchdog().guard(operation_limit);
  for (Turn& turn : turns_of(plan, conversation)) {
    const Result<void> torn_down = take(turn, conversation);
    if (!torn_down) return within("teardown while warming up", torn_down.error());
    ++executed;
  }
  conversation.watchdog().stand_down();
  return executed;
}

}  // namespace gb
