#pragma once

#include <map>
#include <memory>
#include <string>

#include "adapters/target.h"
#include "agent/runner/watchdog.h"
#include "workloads/verify/question.h"

namespace gb {

/// One session with the engine, each question prepared once, its operations watched. One thread.
class Conversation {
 public:
  static Result<std::unique_ptr<Conversation>> open(Target& target);

  /// Asks and drains. DeadlineExceeded over the limit; else what the engine said.
  Result<Answer> ask(const Question& question, const Params& params, Nanos limit);

  /// The question's statement, prepared by this call or an earlier one.
  Result<StatementId> statement(const Question& question);

  Session& session() { return *session_; }
  Watchdog& watchdog() { return watchdog_; }
  RowSet& rows() { return rows_; }

 private:
  explicit Conversation(std::unique_ptr<Session> session)
      : session_(std::move(session)), watchdog_(*session_) {}

  std::unique_ptr<Session> session_;
  Watchdog watchdog_;  // below the session: it must end first
  RowSet rows_;
  std::map<std::string, StatementId> statements_;  // by query id
};

}  // namespace gb
