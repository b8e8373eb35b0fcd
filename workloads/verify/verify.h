#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/data/row_set.h"
#include "core/data/statement.h"
#include "workloads/catalogue/catalogue.h"
#include "workloads/oracle/oracle.h"
#include "workloads/verify/compare.h"
#include "workloads/verify/pool.h"
#include "workloads/verify/question.h"

namespace gb {

/// What of a question is asked. A write has all of them; of a read there is the operation alone.
enum class QuestionPart {
  Operation,
  Setup,
  Teardown,
  Check,
  RolledBack,  // the operation inside a transaction that is then given up
};

/// Asks one part of a question on the engine and drains it; a part without a statement answers
/// nothing. Unsupported: the engine cannot; DeadlineExceeded: it took too long.
using AskEngine = std::function<Result<Answer>(const Question& question, QuestionPart part,
                                               const Params& params)>;

enum class Verdict { Pass, Fail, Skip, Broken };

std::string_view name_of(Verdict verdict);  // "PASS", "FAIL", "SKIP", "BROKEN"

/// What verification says of one query.
struct QueryVerdict {
  std::string query_id;
  Verdict verdict = Verdict::Skip;
  std::string reason;   // SKIP: a code, or what the engine said; FAIL: "exec-error: ..." or "sample
                        // 3 {src: 4, dst: 5}: <first difference>", samples counted from 1; of a
                        // write also "setup-error: ...", "post-condition ...", "rollback ..." and
                        // "teardown-failed: ..."; BROKEN: "timeout", "oracle-error: ...", which is
                        // our own fault, or "poisoned: ..." after a teardown failed
  std::string dialect;  // empty for a SKIP
  std::uint32_t samples = 0;                    // draws that matched
  std::map<std::string, std::uint32_t> strata;  // matched draws per stratum
};

/// Questions whose every checked answer was right. Only `verify` makes one, and only it may be
/// timed.
class VerifiedPlan {
 public:
  const std::vector<Question>& questions() const { return questions_; }
  const std::vector<QueryVerdict>& verdicts() const {
    return verdicts_;
  }                       // of every query of the workload, in order
  bool complete() const;  // no FAIL and no BROKEN

  /// The right answer to a draw that was verified, for looking at some of the timed answers too;
  /// null for another draw, and for a write.
  const Answer* expected(const Question& question, const Draw& draw) const;

 private:
  friend VerifiedPlan verify(const std::vector<Question>&, const Oracle&, std::uint32_t,
                             const AskEngine&, const std::function<void(const QueryVerdict&)>&);
  std::vector<Question> questions_;
  std::vector<QueryVerdict> verdicts_;
  std::map<std::string, std::map<const Draw*, Answer>> expected_;  // by query id
};

/// Times a write is verified at least: a second repetition meets what the first one left.
inline constexpr std::size_t kWriteRepetitions = 3;

/// Asks every question `draws_per_stratum` times (at least once, and `verify_limit` times in all at
/// most) for each stratum of its pool, in the pool's order, and holds each answer against the
/// oracle's. Stops a query at its first problem and goes on with the next: the report is the
/// product. Errors: Unsupported -> SKIP with the message, DeadlineExceeded -> BROKEN "timeout",
/// others -> FAIL "exec-error: ...".
///
/// A write is set up, checked to be not there yet and to leave nothing when it is rolled back
/// (where the engine has transactions), executed, `kWriteRepetitions` times at least, believed when
/// its check answers one row whose first cell is true, and torn down. When a teardown fails the
/// graph is no longer what the oracle knows: whatever is left is BROKEN "poisoned" and nothing may
/// be timed. told: called after each verdict; may be empty.
VerifiedPlan verify(const std::vector<Question>& questions, const Oracle& oracle,
                    std::uint32_t draws_per_stratum, const AskEngine& ask,
                    const std::function<void(const QueryVerdict&)>& told);

}  // namespace gb
