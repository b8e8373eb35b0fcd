#include <fmt/format.h>

#include "core/report/verdict_page.h"

namespace gb {
namespace {

/// One test case: what it is called, and what became of it.
struct JunitCase {
  std::string name, problem, kind;
  bool fails = false, undecided = false;
};

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : one_line(text)) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        safe += c;
    }
  }
  return safe;
}

void add_findings(const std::vector<Finding>& findings, std::vector<JunitCase>& cases) {
  for (const Finding& one : findings) {
    if (one.effect == FindingEffect::Informs) continue;
    std::string name = fmt::format("{} {} {}", one.workload, one.where, name_of(one.kind));
    if (!one.metric.empty()) name += " " + one.metric;
    cases.push_back({std::move(name), one.detail, std::string(name_of(one.kind)),
                     one.effect == FindingEffect::Fails, one.effect == FindingEffect::Undecides});
  }
}

std::vector<JunitCase> cases_of(const VerdictAnswer& answer) {
  std::vector<JunitCase> cases;
  if (const auto* gate = std::get_if<ReferenceGate>(&answer)) add_findings(gate->findings, cases);
  if (const auto* gate = std::get_if<LabGate>(&answer)) {
    add_findings(gate->findings, cases);
    for (const GateRow& row : gate->rows) {
      const bool fine = row.state == GateState::Quiet || row.state == GateState::Cleared ||
                        row.state == GateState::Identical;
      if (fine) cases.push_back({row.workload + " " + row.query, "", "", false, false});
    }
  }
  if (const auto* ab = std::get_if<LabAb>(&answer)) {
    add_findings(ab->findings, cases);
    for (const LabAbRow& row : ab->rows) {
      cases.push_back({row.workload + " " + row.query, row.paired.why_undecided,
                       std::string(name_of(row.paired.verdict)),
                       row.paired.verdict == RowVerdict::Regressed,
                       row.paired.verdict == RowVerdict::Undecided && !ab->identical});
    }
  }
  if (const auto* ab = std::get_if<ReferenceAb>(&answer)) {
    for (const ReferenceAbRow& row : ab->rows) {
      cases.push_back({row.workload + " " + row.query, fmt::format("{:.2f}x", row.factor),
                       "regressed", row.regressed, false});
    }
  }
  if (cases.empty()) {
    const bool fails = outcome_of(answer) != VerdictOutcome::Pass;
    cases.push_back({"verdict", "", std::string(name_of(outcome_of(answer))), fails, false});
  }
  return cases;
}

}  // namespace

std::string junit_xml(const VerdictQuestion& question, const VerdictAnswer& answer,
                      bool undecided_fails) {
  std::string body;
  std::size_t failures = 0, skipped = 0;
  const auto cases = cases_of(answer);
  for (const JunitCase& one : cases) {
    body += fmt::format(R"(    <testcase classname="graph-bench.{}" name="{}")", question.verb,
                        escaped(one.name));
    if (one.fails || (one.undecided && undecided_fails)) {
      ++failures;
      body += fmt::format(R"(><failure type="{}" message="{}"/></testcase>)", escaped(one.kind),
                          escaped(one.problem.empty() ? one.kind : one.problem));
    } else if (one.undecided) {
      ++skipped;
      body += fmt::format(R"(><skipped message="{}"/></testcase>)", escaped(one.problem));
    } else {
      body += "/>";
    }
    body += "\n";
  }
  return fmt::format(R"xml(<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="graph-bench">
  <testsuite name="{} ({} rules, version {})" tests="{}" failures="{}" skipped="{}">
{}  </testsuite>
</testsuites>
)xml",
                     question.verb, name_of(question.rules), kRulesVersion, cases.size(), failures,
                     skipped, body);
}

}  // namespace gb
