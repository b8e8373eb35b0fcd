#include "cli/verdict_flags.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <set>

#include "core/base/file.h"
#include "core/base/sha256.h"
#include "core/document/codec.h"

namespace gb {
ExitCode verdict_exit_code(VerdictOutcome outcome, const std::string& indeterminate) {
  switch (outcome) {
    case VerdictOutcome::Pass:
      return ExitCode::Done;
    case VerdictOutcome::Violation:
      return ExitCode::Violation;
    case VerdictOutcome::Verification:
      return ExitCode::VerificationFailed;
    case VerdictOutcome::Indeterminate:
      break;
  }
  if (indeterminate == "fail") return ExitCode::Violation;
  return indeterminate == "pass" ? ExitCode::Done : ExitCode::Indeterminate;
}

void VerdictFlags::add_to(CLI::App& verb) {
  verb.add_option("--rules", rules,
                  "Whose rules decide; auto: the reference's for its own documents")
      ->check(CLI::IsMember({"auto", "reference", "lab"}))
      ->capture_default_str();
  verb.add_option("--out", out, "Keep the verdict document (JSON, for gb verdict replay) here");
  verb.add_option("--junit", junit, "Keep the verdict as JUnit XML here");
  verb.add_option("--indeterminate", indeterminate,
                  "What an open question ends in: fail (2), neutral (4) or pass (0)")
      ->check(CLI::IsMember({"fail", "neutral", "pass"}))
      ->capture_default_str();
  verb.add_flag("--all", all, "Show every row, also those in which nothing happened");
}

Result<void> VerdictCase::add(const std::string& side, std::vector<FoundResult> found) {
  for (FoundResult& one : found) {
    const auto bytes = read_file(one.path);
    if (!bytes) return tl::unexpected(bytes.error());
    question.inputs.push_back({side, one.path.string(), sha256_hex(*bytes),
                               one.document.gb ? one.document.gb->run_id : ""});
    documents[side].push_back(std::move(one.document));
  }
  return {};
}

bool VerdictCase::all_reference() const {
  return std::all_of(documents.begin(), documents.end(), [](const auto& side) {
    return std::none_of(side.second.begin(), side.second.end(),
                        [](const ResultDocument& one) { return one.gb.has_value(); });
  });
}

void VerdictCase::set(const std::string& name, double value) {
  question.settings[name] = fmt::format("{}", value);
}

Result<std::vector<FoundResult>> find_documents(const std::filesystem::path& file_or_folder,
                                                const ResultFilter& filter) {
  std::error_code error;
  if (std::filesystem::is_regular_file(file_or_folder, error)) {
    auto document = read_sound_result(file_or_folder);
    if (!document) {
      return tl::unexpected(Error{ErrorCode::InvalidArgument, document.error().message});
    }
    std::vector<FoundResult> found;
    found.push_back({file_or_folder, std::move(*document)});
    return found;
  }
  auto scan = scan_results(file_or_folder, filter);
  if (!scan) return tl::unexpected(scan.error());
  for (const Error& skipped : scan->skipped) note("left out: " + skipped.message);
  return std::move(scan->found);
}

Result<std::string> engine_of(const std::string& asked, const std::vector<FoundResult>& found) {
  if (!asked.empty()) return asked;
  std::set<std::string> engines;
  for (const FoundResult& one : found) engines.insert(one.document.condition.engine);
  if (engines.size() == 1) return *engines.begin();
  if (engines.empty()) return fail(ErrorCode::NotFound, "there are no result documents there");
  const bool imported = std::none_of(found.begin(), found.end(), [](const FoundResult& one) {
    return one.document.gb.has_value();
  });
  // What the reference takes when none is named.
  if (imported && engines.contains(kReferenceEngine)) return std::string(kReferenceEngine);
  return fail(ErrorCode::InvalidArgument,
              "several engines have results there: choose one of {} "
              "with --engine",
              fmt::join(engines, ", "));
}

void keep_engine(std::vector<FoundResult>& found, const std::string& engine) {
  std::erase_if(found,
                [&](const FoundResult& one) { return one.document.condition.engine != engine; });
}

Result<RuleSet> rules_of(const VerdictFlags& flags, bool all_reference) {
  if (flags.rules == "auto") return all_reference ? RuleSet::Reference : RuleSet::Lab;
  return parse_rule_set(flags.rules);
}

Result<ExitCode> decide(const VerdictCase& one, const VerdictFlags& flags, const Context& context) {
  const auto answered = answer(one.question, one.documents);
  if (!answered) return tl::unexpected(answered.error());
  const VerdictOutcome outcome = outcome_of(*answered);
  const std::string document = encode_verdict(one.question, *answered);
  if (!flags.out.empty()) {
    if (auto kept = write_file_durably(flags.out, document); !kept) {
      return tl::unexpected(kept.error());
    }
  }
  if (!flags.junit.empty()) {
    const std::string xml = junit_xml(one.question, *answered, flags.indeterminate == "fail");
    if (auto kept = write_file_durably(flags.junit, xml); !kept) {
      return tl::unexpected(kept.error());
    }
  }

  PageOptions options = one.page;
  options.all_rows = flags.all;
  const VerdictPage page = verdict_page(one.question, *answered, options);
  const std::string_view format = context.chosen_format();
  if (format == "json") {
    print(document);
  } else if (format == "markdown" || format == "md") {
    print(page_markdown(page, outcome, fmt::format("{} {}", one.question.verb, options.label)));
  } else if (format == "csv") {
    return fail(ErrorCode::InvalidArgument,
                "a verdict comes as table, markdown or json, and with --junit as XML, not as csv");
  } else {
    const auto width = terminal_width(STDOUT_FILENO).value_or(100);
    print(page_text(page, std::clamp<std::size_t>(width, 60, 120)));
    if (!page.failures.empty()) {
      note(fmt::format("{}: {} failing", options.label, page.failures.size()));
      for (const std::string& line : page.failures) note("  " + line);
    }
  }
  return verdict_exit_code(outcome, flags.indeterminate);
}

Result<ExitCode> under_rules(const VerdictFlags& flags,
                             const std::function<Result<ExitCode>()>& work) {
  auto code = work();
  if (code || flags.rules != "reference") return code;
  note("gb: " + code.error().message);
  return ExitCode::ReferenceError;
}

}  // namespace gb
