#include <nlohmann/json.hpp>

#include "core/rules/answer_json.h"
#include "core/rules/verdict.h"

namespace gb {
namespace {

using nlohmann::json;

constexpr std::string_view kSchema = "graph-bench/verdict/1";

}  // namespace

std::string encode_verdict(const VerdictQuestion& question, const VerdictAnswer& answer) {
  json inputs = json::array();
  for (const VerdictInput& one : question.inputs) {
    inputs.push_back(
        {{"side", one.side}, {"path", one.path}, {"sha256", one.sha256}, {"run_id", one.run_id}});
  }
  const json root{{"schema", kSchema},
                  {"verb", question.verb},
                  {"rules", name_of(question.rules)},
                  {"rules_version", kRulesVersion},
                  {"settings", question.settings},
                  {"budgets", question.budgets},
                  {"inputs", inputs},
                  {"outcome", name_of(outcome_of(answer))},
                  {"answer", answer_json(answer)}};
  return root.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

Result<VerdictQuestion> decode_verdict(std::string_view bytes, std::string_view name) try {
  const json root = json::parse(bytes.begin(), bytes.end());
  if (!root.is_object() || root.value("schema", "") != kSchema) {
    return fail(ErrorCode::InvalidArgument, "{}: this is no verdict document (schema {})", name,
                kSchema);
  }
  const int version = root.at("rules_version").get<int>();
  if (version != kRulesVersion) {
    return fail(ErrorCode::InvalidArgument,
                "{}: it was decided by version {} of the rules, and this program has version {}; "
                "replay it with the release that made it",
                name, version, kRulesVersion);
  }
  const auto rules = parse_rule_set(root.at("rules").get<std::string>());
  if (!rules) return within(name, rules.error());
  VerdictQuestion question;
  question.verb = root.at("verb").get<std::string>();
  question.rules = *rules;
  question.settings = root.at("settings").get<std::map<std::string, std::string>>();
  question.budgets = root.at("budgets").get<std::string>();
  for (const json& one : root.at("inputs")) {
    question.inputs.push_back({one.at("side").get<std::string>(), one.at("path").get<std::string>(),
                               one.at("sha256").get<std::string>(),
                               one.at("run_id").get<std::string>()});
  }
  return question;
} catch (const json::exception& error) {
  return fail(ErrorCode::InvalidArgument, "{}: this is no verdict document: {}", name,
              error.what());
}

}  // namespace gb
