#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "adapters/target.h"
#include "agent/runner/operation.h"
#include "agent/runner/watchdog.h"
#include "workloads/verify/question.h"
#include "workloads/verify/verify.h"

namespace gb {

/// One session with the engine, each part of each question prepared once, its operations watched.
/// One thread.
class Conversation {
 public:
  static Result<std::unique_ptr<Conversation>> open(Target& target);

  /// Asks a part of the question and drains it. DeadlineExceeded over the limit; else what the
  /// engine said.
  Result<Answer> ask(const Question& question, QuestionPart part, const Params& params,
                     Nanos limit);

  /// A statement of ours that belongs to no question, such as a count; prepared for this call.
  Result<Answer> ask(const Statement& statement, Nanos limit);

  /// The part's statements, prepared by this call or an earlier one; they stay where they are.
  Result<Operation> prepared(const Question& question, QuestionPart part);

  Session& session() { return *session_; }
  Watchdog& watchdog() { return watchdog_; }
  RowSet& rows() { return rows_; }

 private:
  explicit Conversation(std::unique_ptr<Session> session)
      : session_(std::move(session)), watchdog_(*session_) {}

  template <class Execute>
  Result<Answer> watched(const std::string& what, Nanos limit, const Execute& execute);
  Result<void> execute_and_roll_back(Operation operation, const Params& params);

  std::unique_ptr<Session> session_;
  Watchdog watchdog_;  // below the session: it must end first
  RowSet rows_;
  std::map<std::pair<std::string, QuestionPart>, std::vector<StatementId>>
      statements_;  // by query id and part
};

}  // namespace gb
