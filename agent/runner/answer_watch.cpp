#include "agent/runner/answer_watch.h"

#include <fmt/format.h>

#include "workloads/verify/compare.h"

namespace gb {

AnswerWatch::AnswerWatch(const VerifiedPlan& plan, const Question& question) : question_(question) {
  for (const Draw& draw : question.pool->draws) expected_.push_back(plan.expected(question, draw));
}

void AnswerWatch::look(std::size_t draw, const RowSet& rows) {
  const Answer* const expected = expected_[draw];
  if (expected == nullptr || wrong_) return;
  ++looked_;
  const auto difference = first_difference(to_answer(rows), *expected, question_.query->compare);
  if (difference) wrong_ = fmt::format("while timed, draw {}: {}", draw + 1, *difference);
}

}  // namespace gb
