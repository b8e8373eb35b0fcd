#pragma once

#include <optional>
#include <string>
#include <vector>

#include "agent/runner/timed_loop.h"
#include "workloads/verify/verify.h"

namespace gb {

/// Holds some of the timed answers against what verification found right, so that an engine that
/// answers well only until it is timed is caught. Draws that were not verified are passed over.
class AnswerWatch : public SpotCheck {
 public:
  /// plan, question: outlive this.
  AnswerWatch(const VerifiedPlan& plan, const Question& question);

  void look(std::size_t draw, const RowSet& rows) override;

  std::uint64_t looked() const { return looked_; }
  /// The first difference seen, as verification words it; nothing when all were right.
  const std::optional<std::string>& wrong() const { return wrong_; }

 private:
  const Question& question_;
  std::vector<const Answer*> expected_;  // by draw; null: not verified
  std::uint64_t looked_ = 0;
  std::optional<std::string> wrong_;
};

}  // namespace gb
