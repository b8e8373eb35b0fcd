#pragma once

#include <memory>
#include <string>
#include <vector>

#include "agent/runner/answer_watch.h"
#include "agent/runner/measure.h"

namespace gb {

/// A question made ready to be timed: its statements prepared, its bindings gathered, some of its
/// answers watched.
class Block {
 public:
  /// The engine's error when a statement cannot be prepared.
  static Result<std::unique_ptr<Block>> of(const VerifiedPlan& plan, const Question& question,
                                           Conversation& conversation,
                                           const MeasureSettings& settings);

  const BlockPlan& plan() const { return plan_; }
  const Question& question() const { return question_; }
  /// The record and what the watch saw, condensed.
  MeasuredQuery condensed(BlockRecord record) const;

 private:
  Block(const VerifiedPlan& plan, const Question& question);

  const Question& question_;
  std::vector<const Params*> bindings_;
  AnswerWatch watch_;
  BlockPlan plan_;
};

/// Of a question that could not be prepared: broken, by one error.
MeasuredQuery refused(const Query& query, const Error& error);

}  // namespace gb
