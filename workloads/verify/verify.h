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

enum class Verdict { Pass, Fail, Skip, Broken };

std::string_view name_of(Verdict verdict);  // "PASS", "FAIL", "SKIP", "BROKEN"

/// What verification says of one query.
struct QueryVerdict {
  std::string query_id;
  Verdict verdict = Verdict::Skip;
  std::string reason;   // SKIP: a code, or what the engine said; FAIL: "exec-error: ..." or "sample
                        // 3 {src: 4, dst: 5}: <first difference>", samples counted from 1; BROKEN:
                        // "timeout" or "oracle-error: ...", which is our own fault
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

 private:
  friend VerifiedPlan verify(const std::vector<Question>&, const Oracle&, std::uint32_t,
                             const std::function<Result<Answer>(const Question&, const Params&)>&,
                             const std::function<void(const QueryVerdict&)>&);
  std::vector<Question> questions_;
  std::vector<QueryVerdict> verdicts_;
};

/// Asks every question `draws_per_stratum` times (at least once) for each stratum of its pool, in
/// the pool's order, and holds each answer against the oracle's. Stops a query at its first
/// problem and goes on with the next: the report is the product. ask: runs the question on the
/// engine, drained; Unsupported -> SKIP with the message, DeadlineExceeded -> BROKEN "timeout",
/// other errors -> FAIL "exec-error: ...". told: called after each verdict; may be empty.
VerifiedPlan verify(const std::vector<Question>& questions, const Oracle& oracle,
                    std::uint32_t draws_per_stratum,
                    const std::function<Result<Answer>(const Question&, const Params&)>& ask,
                    const std::function<void(const QueryVerdict&)>& told);

}  // namespace gb
