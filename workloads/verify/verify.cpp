#include "workloads/verify/verify.h"

#include <fmt/format.h>

#include <algorithm>

#include "workloads/verify/compare.h"
#include "workloads/verify/verify_write.h"

namespace gb {
namespace {

std::string shown(const Query& query, const Params& params) {
  std::string text = "{";
  for (std::size_t i = 0; i < params.size() && i < query.parameters.size(); ++i) {
    text += fmt::format("{}{}: {}", i == 0 ? "" : ", ", query.parameters[i], to_text(params[i]));
  }
  return text + "}";
}

/// The first draws of each stratum, in the pool's order.
std::vector<const Draw*> draws_to_check(const Question& question, std::uint32_t per_stratum) {
  std::map<std::string, std::uint32_t> taken;
  std::vector<const Draw*> draws;
  const std::uint32_t limit = question.query->verify_limit;
  for (const Draw& draw : question.pool->draws) {
    if (limit != 0 && draws.size() == limit) break;
    if (taken[draw.stratum] >= per_stratum) continue;
    ++taken[draw.stratum];
    draws.push_back(&draw);
  }
  return draws;
}

void end(QueryVerdict& verdict, Verdict how, std::string reason) {
  verdict.verdict = how;
  verdict.reason = std::move(reason);
}

void end_by_error(QueryVerdict& verdict, const Error& error) {
  switch (error.code) {
    case ErrorCode::Unsupported:
      verdict.dialect.clear();
      return end(verdict, Verdict::Skip, error.message);
    case ErrorCode::DeadlineExceeded:
      return end(verdict, Verdict::Broken, "timeout");
    default:
      return end(verdict, Verdict::Fail, "exec-error: " + error.message);
  }
}

/// The verdict on one question, and what is learned beside it.
struct Verified {
  QueryVerdict verdict;
  std::map<const Draw*, Answer> expected;
  bool poisoned = false;
};

/// Whether the draw was right; ends the verdict otherwise.
bool verify_read_draw(const Question& question, const Draw& draw, const Oracle& oracle,
                      const AskEngine& ask, Verified& verified) {
  const Query& query = *question.query;
  // Before the engine: a question we cannot answer ourselves is not worth asking.
  Result<Answer> want = oracle.answer(query, draw.params);
  if (!want) {
    end(verified.verdict, Verdict::Broken, "oracle-error: " + want.error().message);
    return false;
  }
  const Result<Answer> got = ask(question, QuestionPart::Operation, draw.params);
  if (!got) {
    end_by_error(verified.verdict, got.error());
    return false;
  }
  if (const auto difference = first_difference(*got, *want, query.compare)) {
    end(verified.verdict, Verdict::Fail,
        fmt::format("sample {} {}: {}", verified.verdict.samples + 1, shown(query, draw.params),
                    *difference));
    return false;
  }
  verified.expected.emplace(&draw, std::move(*want));
  return true;
}

bool verify_write_draw(const Question& question, const Draw& draw, const AskEngine& ask,
                       Verified& verified) {
  const bool first = verified.verdict.samples == 0;
  const WriteOutcome outcome = verify_write(question, draw.params, first, ask);
  verified.poisoned = outcome.poisoned;
  if (outcome.refused && !outcome.poisoned) {
    end_by_error(verified.verdict, *outcome.refused);
    return false;
  }
  if (!outcome.problem.empty()) {
    end(verified.verdict, Verdict::Fail, outcome.problem);
    return false;
  }
  return true;
}

Verified verify_one(const Question& question, const Oracle& oracle, std::uint32_t per_stratum,
                    const AskEngine& ask) {
  Verified verified{
      {question.query->id, Verdict::Skip, question.skip_reason, "", 0, {}}, {}, false};
  QueryVerdict& verdict = verified.verdict;
  if (!question.skip_reason.empty()) return verified;

  verdict.dialect = question.dialect;
  const bool writes = question.query->query_class == QueryClass::Write;
  std::vector<const Draw*> draws = draws_to_check(question, per_stratum);
  // A write is repeated, for only a second repetition meets what the first one left.
  const std::size_t different = draws.size();
  while (writes && draws.size() < kWriteRepetitions) {
    draws.push_back(draws[draws.size() % different]);
  }
  for (const Draw* draw : draws) {
    const bool right = writes ? verify_write_draw(question, *draw, ask, verified)
                              : verify_read_draw(question, *draw, oracle, ask, verified);
    if (!right) return verified;
    ++verdict.samples;
    ++verdict.strata[draw->stratum];
  }
  end(verdict, Verdict::Pass, "");
  return verified;
}

}  // namespace

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::Pass:
      return "PASS";
    case Verdict::Fail:
      return "FAIL";
    case Verdict::Skip:
      return "SKIP";
    case Verdict::Broken:
      return "BROKEN";
  }
  return "";
}

bool VerifiedPlan::complete() const {
  return std::none_of(verdicts_.begin(), verdicts_.end(), [](const QueryVerdict& verdict) {
    return verdict.verdict == Verdict::Fail || verdict.verdict == Verdict::Broken;
  });
}

const Answer* VerifiedPlan::expected(const Question& question, const Draw& draw) const {
  const auto answers = expected_.find(question.query->id);
  if (answers == expected_.end()) return nullptr;
  const auto answer = answers->second.find(&draw);
  return answer == answers->second.end() ? nullptr : &answer->second;
}

VerifiedPlan verify(const std::vector<Question>& questions, const Oracle& oracle,
                    std::uint32_t draws_per_stratum, const AskEngine& ask,
                    const std::function<void(const QueryVerdict&)>& told) {
  VerifiedPlan plan;
  std::string poisoned_by;
  for (const Question& question : questions) {
    Verified verified;
    if (poisoned_by.empty()) {
      verified = verify_one(question, oracle, std::max<std::uint32_t>(draws_per_stratum, 1), ask);
    } else {
      verified.verdict.query_id = question.query->id;
      end(verified.verdict, Verdict::Broken,
          fmt::format("poisoned: not asked, since {} could not be torn down", poisoned_by));
    }
    if (verified.poisoned) poisoned_by = question.query->id;
    if (verified.verdict.verdict == Verdict::Pass) plan.questions_.push_back(question);
    plan.expected_[question.query->id] = std::move(verified.expected);
    plan.verdicts_.push_back(std::move(verified.verdict));
    if (told) told(plan.verdicts_.back());
  }
  if (!poisoned_by.empty()) plan.questions_.clear();
  return plan;
}

}  // namespace gb
