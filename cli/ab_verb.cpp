#include <fmt/format.h>

#include "cli/settings.h"
#include "cli/stored_verdict.h"
#include "cli/verbs.h"
#include "cli/verdict_flags.h"

namespace gb {
namespace {

struct AbFlags {
  VerdictFlags verdict;
  StoredFlags stored;
  std::string before, after;
  std::string before_build, after_build;
  std::string engine;
  ResultFilter filter;
  std::optional<std::string> metric;
  std::optional<double> factor;
  double alpha = 0.05;
  std::size_t rounds = 0;
  std::vector<std::string> looks, allow_mismatch;
};

/// Leaves the runs of one build: its version, or how its library's digest begins.
void keep_build(std::vector<FoundResult>& found, const std::string& build) {
  if (build.empty()) return;
  std::erase_if(found, [&](const FoundResult& one) {
    const bool by_digest =
        build.size() >= 6 && one.document.gb && one.document.gb->library_sha256.starts_with(build);
    return one.document.condition.engine_version != build && !by_digest;
  });
}

Result<std::vector<FoundResult>> side(const std::string& path, const std::string& build,
                                      const ResultFilter& filter) {
  auto found = find_documents(path, filter);
  if (found) keep_build(*found, build);
  return found;
}

/// The settings of the lab's rules, as a verdict keeps them.
std::map<std::string, std::string> lab_settings(const AbFlags& flags) {
  std::map<std::string, std::string> settings;
  if (flags.metric) settings["metric"] = *flags.metric;
  if (flags.factor) settings["tau"] = fmt::format("{}", *flags.factor - 1);
  settings["alpha"] = fmt::format("{}", flags.alpha);
  settings["rounds"] = std::to_string(flags.rounds);
  settings["looks"] = fmt::format("{}", fmt::join(split_list(flags.looks), ","));
  settings["allow_mismatch"] = fmt::format("{}", fmt::join(split_list(flags.allow_mismatch), ","));
  return settings;
}

Result<ExitCode> stored_ab(const AbFlags& flags, const Context& context) {
  graphbench::v1::VerdictRequest request;
  const auto side = [&](const std::string& matrix, const std::string& build) {
    auto selection = flags.stored.selection(flags.engine, flags.filter);
    selection.set_matrix_id(matrix);
    selection.set_build(build);
    return selection;
  };
  (*request.mutable_sides())["before"] = side(flags.before, flags.before_build);
  (*request.mutable_sides())["after"] = side(flags.after, flags.after_build);
  for (const auto& [name, value] : lab_settings(flags)) (*request.mutable_settings())[name] = value;
  return decide_stored("ab", request, flags.verdict, context);
}

Result<ExitCode> ab(const AbFlags& flags, const Context& context) {
  if (flags.stored.stored) return stored_ab(flags, context);
  if (flags.before.empty() || flags.after.empty()) {
    return fail(ErrorCode::InvalidArgument,
                "give both sides: --before and --after, a folder of results or a file each");
  }
  const bool as_reference = flags.verdict.rules == "reference";
  const std::string metric = flags.metric.value_or("");
  if (!metric.empty() && (!parse_latency_metric(metric) || (as_reference && metric == "p90"))) {
    return fail(ErrorCode::InvalidArgument, "unknown metric \"{}\": there are {}", metric,
                as_reference ? "min, p50 and p99" : "min (reference), p50, p90 (lab) and p99");
  }
  auto before = side(flags.before, flags.before_build, flags.filter);
  if (!before) return tl::unexpected(before.error());
  auto after = side(flags.after, flags.after_build, flags.filter);
  if (!after) return tl::unexpected(after.error());
  std::vector<FoundResult> both = *before;
  both.insert(both.end(), after->begin(), after->end());
  const auto engine = as_reference && flags.engine.empty() ? Result<std::string>(kReferenceEngine)
                                                           : engine_of(flags.engine, both);
  if (!engine) return tl::unexpected(engine.error());
  keep_engine(*before, *engine);
  keep_engine(*after, *engine);
  for (const auto& [found, path] : {std::pair(&*before, &flags.before), {&*after, &flags.after}}) {
    if (found->empty()) {
      return fail(ErrorCode::NotFound, "no result document of engine {} in {}", *engine, *path);
    }
  }

  VerdictCase one;
  if (auto added = one.add("before", std::move(*before)); !added) {
    return tl::unexpected(added.error());
  }
  if (auto added = one.add("after", std::move(*after)); !added) {
    return tl::unexpected(added.error());
  }
  const auto rules = rules_of(flags.verdict, one.all_reference());
  if (!rules) return tl::unexpected(rules.error());
  auto& settings = one.question.settings;
  one.question.verb = "ab";
  one.question.rules = *rules;
  one.page.label = *engine;
  settings["engine"] = *engine;
  settings["before"] = flags.before;
  settings["after"] = flags.after;
  if (!metric.empty()) settings["metric"] = metric;
  if (*rules == RuleSet::Reference) {
    if (flags.factor) one.set("factor", *flags.factor);
  } else {
    settings.merge(lab_settings(flags));
  }
  return decide(one, flags.verdict, context);
}

}  // namespace

void add_ab(CLI::App& app, Context& context) {
  CLI::App* verb =
      context.verb(app, "ab", "Compare two builds of one engine, query by query",
                   "gb ab --before results --before-build 3.45.0 --after results --after-build "
                   "3.46.1 --engine sqlite");
  const auto flags = std::make_shared<AbFlags>();
  verb->add_option("--before", flags->before,
                   "Results of the build before: folder or file (--stored: a matrix)");
  verb->add_option("--after", flags->after, "Results of the build after: a folder or a file");
  verb->add_option("--before-build", flags->before_build,
                   "Only this build of them: a version, or how the library's digest begins");
  verb->add_option("--after-build", flags->after_build, "The same for the side after");
  verb->add_option("--engine", flags->engine, "The engine; needed where several have results");
  verb->add_option("--workload", flags->filter.workload, "Only this workload");
  verb->add_option("--scale", flags->filter.scale, "Only this scale");
  verb->add_option("--metric", flags->metric,
                   "The figure of a run: p50, p90, p99 (reference: min, p50, p99)");
  verb->add_option("--factor", flags->factor,
                   "The smallest change that matters: 1.03 (reference: 1.10)");
  verb->add_option("--alpha", flags->alpha, "Chance of any false accusation (lab)")
      ->capture_default_str();
  verb->add_option("--rounds", flags->rounds, "Rounds planned; fewer are no result (lab)");
  verb->add_option("--looks", flags->looks,
                   "Rounds after which the answer may be looked at: 12,20,30 (lab)");
  verb->add_option("--allow-mismatch", flags->allow_mismatch,
                   "Differences to go on in spite of: scale,data,machine,... (lab)");
  flags->stored.add_to(*verb);
  flags->verdict.add_to(*verb);
  context.runs(verb, Prints::Results, [flags, &context] {
    return under_rules(flags->verdict, [&] { return ab(*flags, context); });
  });
}

}  // namespace gb
