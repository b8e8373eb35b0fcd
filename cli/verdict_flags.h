#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/context.h"
#include "core/document/result_files.h"
#include "core/report/verdict_page.h"
#include "core/rules/verdict.h"

namespace gb {

/// The flags that every verb with a verdict has.
struct VerdictFlags {
  std::string rules = "auto";
  std::string out;    // keeps the verdict document in this file
  std::string junit;  // and its JUnit XML in this one
  std::string indeterminate = "neutral";
  bool all = false;

  void add_to(CLI::App& verb);
};

/// A question with the documents it is about, filled side by side.
struct VerdictCase {
  VerdictQuestion question;
  VerdictDocuments documents;
  PageOptions page;

  /// Adds documents to a side, in order, with the hash of their bytes.
  Result<void> add(const std::string& side, std::vector<FoundResult> found);
  /// Whether every document so far is the reference's own, or there is none.
  bool all_reference() const;
  /// Sets a number as a setting, in the shortest text that reads back as the same double.
  void set(const std::string& name, double value);
};

/// Documents in a file or below a folder; what cannot be read in a folder is noted on stderr and
/// left out. A folder that does not exist holds none.
Result<std::vector<FoundResult>> find_documents(const std::filesystem::path& file_or_folder,
                                                const ResultFilter& filter);

/// The reference's commands are about this engine unless told otherwise.
inline constexpr const char* kReferenceEngine = "zu";

/// The engine a verb is about: the one asked for, else the only one there is. InvalidArgument
/// listing them where there are several.
Result<std::string> engine_of(const std::string& asked, const std::vector<FoundResult>& found);
void keep_engine(std::vector<FoundResult>& found, const std::string& engine);

/// "reference" and "lab" as said; "auto" is reference where every document is the reference's own.
Result<RuleSet> rules_of(const VerdictFlags& flags, bool all_reference);

/// The code a verdict ends in. indeterminate: "fail", "neutral" or "pass".
ExitCode verdict_exit_code(VerdictOutcome outcome, const std::string& indeterminate);

/// Answers, prints (failing findings on stderr, the rest on stdout), keeps what was asked to be
/// kept, and says the exit code.
Result<ExitCode> decide(const VerdictCase& one, const VerdictFlags& flags, const Context& context);

/// Runs `work`; an error under the reference's rules becomes its code 1, said on stderr.
Result<ExitCode> under_rules(const VerdictFlags& flags,
                             const std::function<Result<ExitCode>()>& work);

}  // namespace gb
