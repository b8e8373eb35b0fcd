#include "cli/stored_verdict.h"
#include "cli/verbs.h"
#include "cli/verdict_flags.h"

namespace gb {
namespace {

struct HistoryFlags {
  VerdictFlags verdict;
  StoredFlags stored;
  std::string results = "results", engine, query, metric = "p50";
  ResultFilter filter;
};

Result<ExitCode> history(const HistoryFlags& flags, const Context& context) {
  if (flags.stored.stored) {
    graphbench::v1::VerdictRequest request;
    (*request.mutable_sides())["runs"] = flags.stored.selection(flags.engine, flags.filter);
    (*request.mutable_settings())["metric"] = flags.metric;
    return decide_stored("history", request, flags.verdict, context);
  }
  auto found = find_documents(flags.results, flags.filter);
  if (!found) return tl::unexpected(found.error());
  const auto engine = engine_of(flags.engine, *found);
  if (!engine) return tl::unexpected(engine.error());
  keep_engine(*found, *engine);
  if (found->empty()) {
    return fail(ErrorCode::NotFound, "no result document of engine {} in {}", *engine,
                flags.results);
  }
  VerdictCase one;
  if (auto added = one.add("runs", std::move(*found)); !added) return tl::unexpected(added.error());
  one.question.verb = "history";
  one.question.rules = RuleSet::Lab;
  one.question.settings = {{"engine", *engine}, {"metric", flags.metric}};
  one.page.label = *engine;
  return decide(one, flags.verdict, context);
}

}  // namespace

void add_history(CLI::App& app, Context& context) {
  CLI::App* verb =
      context.verb(app, "history",
                   "Show where an engine's latencies changed their level, and between which builds",
                   "gb history --results results --engine sqlite --workload micro-read");
  const auto flags = std::make_shared<HistoryFlags>();
  verb->add_option("--results", flags->results, "Folder of result documents")
      ->capture_default_str();
  verb->add_option("--engine", flags->engine, "The engine; needed where several have results");
  verb->add_option("--workload", flags->filter.workload, "Only this workload");
  verb->add_option("--scale", flags->filter.scale, "Only this scale");
  verb->add_option("--metric", flags->metric, "The figure of a run")
      ->check(CLI::IsMember({"p50", "p90", "p99"}))
      ->capture_default_str();
  flags->stored.add_to(*verb);
  verb->add_option("--out", flags->verdict.out, "Keep the answer (JSON) here");
  verb->add_flag("--all", flags->verdict.all, "List every series, also those without a change");
  context.runs(verb, Prints::Results, [flags, &context] { return history(*flags, context); });
}

}  // namespace gb
