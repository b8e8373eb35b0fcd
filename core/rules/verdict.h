#pragma once

#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/error.h"
#include "core/document/result_document.h"
#include "core/rules/finding.h"
#include "core/rules/lab/ab.h"
#include "core/rules/lab/gate.h"
#include "core/rules/lab/history.h"
#include "core/rules/lab/noise.h"
#include "core/rules/reference/ab.h"
#include "core/rules/reference/gate.h"
#include "core/rules/reference/noise.h"

namespace gb {

/// Whose rules answer. Reference: the reference harness's, to the last boundary. Lab: ours.
enum class RuleSet { Reference, Lab };

std::string_view name_of(RuleSet rules);  // "reference", "lab"
Result<RuleSet> parse_rule_set(std::string_view name);

/// Of either rule set: changes with any answer it gives.
inline constexpr int kRulesVersion = 1;

/// A document that a verdict read.
struct VerdictInput {
  std::string side;    // "before", "candidate", "history", "rival", ...
  std::string path;    // where it was found
  std::string sha256;  // of its bytes
  std::string run_id;  // empty for the reference's own documents
};

/// All that an answer depends on. Two equal questions have equal answers, for ever.
struct VerdictQuestion {
  std::string verb;  // "noise", "ab", "gate", "history"
  RuleSet rules = RuleSet::Lab;
  std::map<std::string, std::string> settings;  // "tau" -> "0.05"; those of docs/verdicts.md
  std::string budgets;                          // a budgets file; empty without one
  std::vector<VerdictInput> inputs;             // in the order they were read
};

/// The documents of a question by side, in its order.
using VerdictDocuments = std::map<std::string, std::vector<ResultDocument>>;

using VerdictAnswer =
    std::variant<ReferenceNoise, ReferenceAb, ReferenceGate, LabNoise, LabAb, LabGate, LabHistory>;

/// Pure: nothing but its arguments decides. InvalidArgument where the rules refuse the question.
Result<VerdictAnswer> answer(const VerdictQuestion& question, const VerdictDocuments& documents);

VerdictOutcome outcome_of(const VerdictAnswer& answer);

/// A verdict document: canonical JSON (sorted keys, two blanks, shortest decimals that read back as
/// the same double) of question and answer, with every number at full precision. Holds no clock, so
/// the same question gives the same bytes.
std::string encode_verdict(const VerdictQuestion& question, const VerdictAnswer& answer);

/// The question in a verdict document. InvalidArgument, beginning with `name`, for anything else
/// and for a version of the rules that this program does not have.
Result<VerdictQuestion> decode_verdict(std::string_view bytes, std::string_view name);

}  // namespace gb
