#include <chrono>
#include <cstdlib>

#include "cli/verbs.h"
#include "core/base/clock.h"
#include "core/document/annotations.h"
#include "core/document/result_files.h"

namespace gb {
namespace {

struct AnnotateFlags {
  std::vector<std::string> files;
  std::string reason, by;
  bool reinstate = false;
};

std::string user() {
  const char* name = std::getenv("USER");
  return name == nullptr ? "" : name;
}

Result<ExitCode> annotate(const AnnotateFlags& flags, const std::string& kind) {
  // All must be results before any is touched.
  for (const std::string& file : flags.files) {
    const auto document = read_result(file);
    if (!document) return tl::unexpected(document.error());
  }
  const auto now = std::chrono::time_point_cast<Nanos>(std::chrono::system_clock::now());
  for (const std::string& file : flags.files) {
    auto done = annotate_result(file, {kind, flags.reason, flags.by, now});
    if (!done) return tl::unexpected(done.error());
    note(fmt::format("{}: {}, in {}", file, kind, annotations_path(file).string()));
  }
  return ExitCode::Done;
}

CLI::App* add_verb(CLI::App& app, Context& context, const std::string& name,
                   const std::string& what, const std::string& example,
                   const std::shared_ptr<AnnotateFlags>& flags) {
  CLI::App* verb = context.verb(app, name, what, example);
  flags->by = user();
  verb->add_option("files", flags->files, "Result documents; they stay as they are")->required();
  verb->add_option("--reason", flags->reason, "What is to be known, or why")->required();
  verb->add_option("--by", flags->by, "Who says so")->capture_default_str();
  return verb;
}

}  // namespace

void add_annotate(CLI::App& app, Context& context) {
  const auto noted = std::make_shared<AnnotateFlags>();
  CLI::App* annotate_verb = add_verb(
      app, context, "annotate", "Put a note to a stored result, shown wherever it is shown",
      "gb annotate results/lsqb/sf1/x.json --reason \"fan failed, see ticket 12\"", noted);
  context.runs(annotate_verb, [noted] { return annotate(*noted, "note"); });

  const auto withdrawn = std::make_shared<AnnotateFlags>();
  CLI::App* withdraw = add_verb(
      app, context, "withdraw",
      "Withdraw a stored result: still shown, never compared or judged; nothing is deleted",
      "gb withdraw results/lsqb/sf1/x.json --reason \"wrong engine build\"", withdrawn);
  withdraw->add_flag("--reinstate", withdrawn->reinstate, "Take a withdrawal back");
  context.runs(withdraw, [withdrawn] {
    return annotate(*withdrawn, withdrawn->reinstate ? "reinstated" : "withdrawn");
  });
}

}  // namespace gb
