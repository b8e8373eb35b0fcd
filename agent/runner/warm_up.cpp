#include "agent/runner/warm_up.h"

#include <vector>

namespace gb {

std::uint64_t warm_up(const VerifiedPlan& plan, Conversation& conversation, Nanos span,
                      Nanos operation_limit) {
  struct Turn {
    StatementId statement;
    const std::vector<Draw>* draws;
    std::size_t cursor;
  };
  std::vector<Turn> turns;
  for (const Question& question : plan.questions()) {
    if (const auto statement = conversation.statement(question)) {
      turns.push_back({*statement, &question.pool->draws, 0});
    }
  }
  std::uint64_t executed = 0;
  if (turns.empty() || span <= Nanos{0}) return executed;
  Watchdog& watchdog = conversation.watchdog();
  watchdog.guard(operation_limit);
  const Instant until = now() + span;
  for (Instant moment = now(); moment < until; moment = now()) {
    Turn& turn = turns[executed % turns.size()];
    const Draw& draw = (*turn.draws)[turn.cursor];
    if (++turn.cursor == turn.draws->size()) turn.cursor = 0;
    watchdog.arm(moment);
    (void)conversation.session().execute(turn.statement, draw.params, conversation.rows());
    watchdog.disarm();
    ++executed;
  }
  watchdog.stand_down();
  return executed;
}

}  // namespace gb
