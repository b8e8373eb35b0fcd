#include "workloads/oracle/oracle.h"

#include <algorithm>
#include <array>

#include "workloads/oracle/finance/finance_rules.h"
#include "workloads/oracle/kernels/kernel_rules.h"
#include "workloads/oracle/link/link_rules.h"
#include "workloads/oracle/micro_rules.h"
#include "workloads/oracle/social/social_rules.h"

namespace gb {
namespace {

const OracleRule* find_rule(std::string_view name) {
  for (const OracleRules* family :
       {&micro_rules(), &kernel_rules(), &link_rules(), &social_rules(), &finance_rules()}) {
    const auto found = family->find(name);
    if (found != family->end()) return &found->second;
  }
  return nullptr;
}

bool is_integer(const Value& value) { return std::holds_alternative<std::int64_t>(value.is); }

bool is_of_kind(const Value& value, ParameterKind kind) {
  switch (kind) {
    case ParameterKind::Integer:
      return is_integer(value);
    case ParameterKind::Real:
      return std::holds_alternative<double>(value.is);
    case ParameterKind::Text:
      return std::holds_alternative<std::string>(value.is);
    case ParameterKind::Integers: {
      const auto* list = std::get_if<List>(&value.is);
      return list != nullptr && std::all_of(list->begin(), list->end(), is_integer);
    }
  }
  return false;
}

std::string_view name_of(ParameterKind kind) {
  constexpr std::array<std::string_view, 4> kNames = {"integer", "float", "text",
                                                      "list of integers"};
  return kNames[static_cast<std::size_t>(kind)];
}

Result<void> check_parameter(const Query& query, const OracleParameter& wanted,
                             const Params& params) {
  const auto found = std::find(query.parameters.begin(), query.parameters.end(), wanted.name);
  if (found == query.parameters.end()) {
    return fail(ErrorCode::Internal, "oracle {} needs the parameter \"{}\", which {} does not have",
                query.oracle, wanted.name, query.id);
  }
  const Value& value = params[static_cast<std::size_t>(found - query.parameters.begin())];
  if (is_of_kind(value, wanted.kind)) return {};
  return fail(ErrorCode::Internal, "{}: ${} is {}, which is no {}", query.id, wanted.name,
              to_text(value), name_of(wanted.kind));
}

/// Everything an oracle takes for granted.
Result<void> check_question(const Query& query, const OracleRule& rule, const Params& params) {
  if (query.columns.size() != rule.columns) {
    return fail(ErrorCode::Internal, "oracle {} answers with {} columns, {} declares {}",
                query.oracle, rule.columns, query.id, query.columns.size());
  }
  if (params.size() != query.parameters.size()) {
    return fail(ErrorCode::Internal, "{} has {} parameters, {} are bound", query.id,
                query.parameters.size(), params.size());
  }
  for (const OracleParameter& parameter : rule.parameters) {
    const Result<void> checked = check_parameter(query, parameter, params);
    if (!checked) return checked;
  }
  return {};
}

/// Looked up among the answers the query brings along.
Result<Answer> expected_answer(const Query& query, const Params& params) {
  const std::string wanted = canonical_text(List(params));
  for (const ExpectedAnswer& answer : query.expected) {
    if (canonical_text(List(answer.params)) == wanted) return Answer{query.columns, answer.rows};
  }
  return fail(ErrorCode::Internal, "{}: no answer was brought along for {}", query.id,
              to_text(Value(List(params))));
}

}  // namespace

bool Oracle::answers(const Query& query) { return !query.expected.empty() || knows(query.oracle); }

bool Oracle::knows(std::string_view oracle) { return find_rule(oracle) != nullptr; }

Result<Answer> Oracle::answer(const Query& query, const Params& params) const {
  if (!query.expected.empty()) return expected_answer(query, params);
  const OracleRule* rule = find_rule(query.oracle);
  if (rule == nullptr) return fail(ErrorCode::Internal, "no oracle is called {}", query.oracle);
  const Result<void> checked = check_question(query, *rule, params);
  if (!checked) return tl::unexpected(checked.error());
  Result<OracleRows> rows = rule->answer(Asked(models_, query, params));
  if (!rows) return tl::unexpected(rows.error());
  return Answer{query.columns, std::move(*rows)};
}

}  // namespace gb
