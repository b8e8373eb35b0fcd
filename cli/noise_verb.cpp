#include <fmt/format.h>

#include "cli/stored_verdict.h"
#include "cli/verbs.h"
#include "cli/verdict_flags.h"

namespace gb {
namespace {

struct NoiseFlags {
  VerdictFlags verdict;
  StoredFlags stored;
  std::string results = "results";
  std::string engine;
  ResultFilter filter;
  std::string metric = "p50";
  double percentile = 90;
  std::optional<double> regression_factor;
  std::size_t rounds = kGateRounds;
};

Result<ExitCode> stored_noise(const NoiseFlags& flags, const Context& context) {
  graphbench::v1::VerdictRequest request;
  (*request.mutable_sides())["runs"] = flags.stored.selection(flags.engine, flags.filter);
  auto& settings = *request.mutable_settings();
  settings["metric"] = flags.metric;
  settings["tau"] = fmt::format("{}", flags.regression_factor.value_or(1.05) - 1);
  settings["rounds"] = std::to_string(flags.rounds);
  return decide_stored("noise", request, flags.verdict, context);
}

Result<ExitCode> noise(const NoiseFlags& flags, const Context& context) {
  if (flags.stored.stored) return stored_noise(flags, context);
  auto found = find_documents(flags.results, flags.filter);
  if (!found) return tl::unexpected(found.error());
  const bool as_reference = flags.verdict.rules == "reference";
  const auto engine = as_reference && flags.engine.empty() ? Result<std::string>(kReferenceEngine)
                                                           : engine_of(flags.engine, *found);
  if (!engine) return tl::unexpected(engine.error());
  keep_engine(*found, *engine);

  VerdictCase one;
  if (auto added = one.add("runs", std::move(*found)); !added) return tl::unexpected(added.error());
  const auto rules = rules_of(flags.verdict, one.all_reference());
  if (!rules) return tl::unexpected(rules.error());
  one.question.verb = "noise";
  one.question.rules = *rules;
  one.question.settings["engine"] = *engine;
  one.page.label = *engine;
  if (*rules == RuleSet::Reference) {
    one.set("percentile", flags.percentile);
    one.set("regression_factor", flags.regression_factor.value_or(1.10));
  } else {
    one.question.settings["metric"] = flags.metric;
    one.set("tau", flags.regression_factor.value_or(1.05) - 1);
    one.set("rounds", static_cast<double>(flags.rounds));
  }
  return decide(one, flags.verdict, context);
}

}  // namespace

void add_noise(CLI::App& app, Context& context) {
  CLI::App* verb = context.verb(
      app, "noise",
      "Say how much repeated runs of one build disagree, and what a gate can see here",
      "gb noise --results results --engine sqlite --workload micro-read --regression-factor 1.05");
  const auto flags = std::make_shared<NoiseFlags>();
  verb->add_option("--results", flags->results, "Folder of result documents")
      ->capture_default_str();
  verb->add_option("--engine", flags->engine, "The engine; needed where several have results");
  verb->add_option("--workload", flags->filter.workload, "Only this workload");
  verb->add_option("--scale", flags->filter.scale, "Only this scale");
  verb->add_option("--metric", flags->metric, "The figure of a run (lab)")
      ->check(CLI::IsMember({"p50", "p90", "p99"}))
      ->capture_default_str();
  verb->add_option("--regression-factor", flags->regression_factor,
                   "The gate asked about: 1.05, under the reference's rules 1.10");
  verb->add_option("--rounds", flags->rounds, "Paired rounds in which it should hold (lab)")
      ->capture_default_str();
  verb->add_option("--percentile", flags->percentile, "Where the floor is taken (reference)")
      ->capture_default_str();
  flags->stored.add_to(*verb);
  flags->verdict.add_to(*verb);
  context.runs(verb, Prints::Results, [flags, &context] {
    return under_rules(flags->verdict, [&] { return noise(*flags, context); });
  });
}

}  // namespace gb
