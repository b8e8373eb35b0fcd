#include "workloads/verify/verify.h"

#include <fmt/format.h>

#include <algorithm>

#include "workloads/verify/compare.h"

namespace gb {
namespace {

using Ask = std::function<Result<Answer>(const Question&, const Params&)>;

std::string shown(const Query& query, const Params& params) {
  std::string text = "{";
  for (std::size_t i = 0; i < params.size() && i < query.parameters.size(); ++i) {
    text += fmt::format("{}{}: {}", i == 0 ? "" : ", ", query.parameters[i], to_text(params[i]));
  }
  return text + "}";
}

/// The first draws of each stratum, in the pool's order.
std::vector<const Draw*> draws_to_check(const Pool& pool, std::uint32_t per_stratum) {
  std::map<std::string, std::uint32_t> taken;
  std::vector<const Draw*> draws;
  for (const Draw& draw : pool.draws) {
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

QueryVerdict verify_one(const Question& question, const Oracle& oracle, std::uint32_t per_stratum,
                        const Ask& ask) {
  const Query& query = *question.query;
  QueryVerdict verdict{query.id, Verdict::Skip, question.skip_reason, "", 0, {}};
  if (!question.skip_reason.empty()) return verdict;

  verdict.dialect = question.dialect;
  for (const Draw* draw : draws_to_check(*question.pool, per_stratum)) {
    // Before the engine: a question we cannot answer ourselves is not worth asking.
    const Result<Answer> want = oracle.answer(query, draw->params);
    if (!want) {
      end(verdict, Verdict::Broken, "oracle-error: " + want.error().message);
      return verdict;
    }
    const Result<Answer> got = ask(question, draw->params);
    if (!got) {
      end_by_error(verdict, got.error());
      return verdict;
    }
    if (const auto difference = first_difference(*got, *want, query.compare)) {
      end(verdict, Verdict::Fail,
          fmt::format("sample {} {}: {}", verdict.samples + 1, shown(query, draw->params),
                      *difference));
      return verdict;
    }
    ++verdict.samples;
    ++verdict.strata[draw->stratum];
  }
  end(verdict, Verdict::Pass, "");
  return verdict;
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

VerifiedPlan verify(const std::vector<Question>& questions, const Oracle& oracle,
                    std::uint32_t draws_per_stratum,
                    const std::function<Result<Answer>(const Question&, const Params&)>& ask,
                    const std::function<void(const QueryVerdict&)>& told) {
  VerifiedPlan plan;
  for (const Question& question : questions) {
    plan.verdicts_.push_back(
        verify_one(question, oracle, std::max<std::uint32_t>(draws_per_stratum, 1), ask));
    if (plan.verdicts_.back().verdict == Verdict::Pass) plan.questions_.push_back(question);
    if (told) told(plan.verdicts_.back());
  }
  return plan;
}

}  // namespace gb
