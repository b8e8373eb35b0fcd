#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/data/row_set.h"
#include "core/data/statement.h"
#include "workloads/catalogue/catalogue.h"
#include "workloads/oracle/oracle.h"
#include "workloads/verify/pool.h"

namespace gb {

/// What an engine declares, as far as it decides between asking and skipping (workloads §5.3). The
/// runner fills it from TargetInfo: workloads do not know adapters.
struct EngineAbilities {
  std::vector<std::string> dialects;  // by preference
  bool transactions = false;
  bool path_predicates = false;
  bool shortest_paths = false;
  std::vector<std::string> kernels;
};

/// A query with the text this engine will be asked, or the reason it is not asked.
struct Question {
  const Query* query = nullptr;
  const Pool* pool = nullptr;  // null when skipped for want of one
  Statement statement;         // empty text when skipped
  std::string
      skip_reason;  // "no-dialect-text", "no-shortest-paths", "no-param-pool", ... ; empty: ask it
};

std::vector<Question> resolve_questions(const Workload& workload, const BoundParameters& parameters,
                                        const EngineAbilities& abilities);

enum class Verdict { Pass, Fail, Skip, Broken };

std::string_view name_of(Verdict verdict);  // "PASS", "FAIL", "SKIP", "BROKEN"

/// What verification says of one query.
struct QueryVerdict {
  std::string query_id;
  Verdict verdict = Verdict::Skip;
  std::string reason;  // SKIP: a code; FAIL: "sample 3 {src: 4, dst: 5}: <first difference>";
                       // BROKEN: "timeout", "exec-error: ..."
  std::string dialect;
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

/// Asks every question `draws_per_stratum` times for each stratum of its pool (once without
/// parameters) and holds each answer against the oracle's. Goes on after a failure: the report is
/// the product. ask: runs the question on the engine, drained; Unsupported -> SKIP with the
/// message, DeadlineExceeded -> BROKEN timeout, other errors -> FAIL "exec-error: ...". told:
/// called after each verdict.
VerifiedPlan verify(const std::vector<Question>& questions, const Oracle& oracle,
                    std::uint32_t draws_per_stratum,
                    const std::function<Result<Answer>(const Question&, const Params&)>& ask,
                    const std::function<void(const QueryVerdict&)>& told);

/// The first difference as a person would want to see it, or nothing. Ints compare exactly as
/// 64-bit integers; bags are matched by sorted rows (workloads §4).
std::optional<std::string> first_difference(const Answer& got, const Answer& want,
                                            const CompareSettings& settings);

}  // namespace gb
