#include <fmt/format.h>

#include <array>

#include "cli/settings.h"
#include "cli/stored_verdict.h"
#include "cli/verbs.h"
#include "cli/verdict_flags.h"
#include "core/base/duration.h"
#include "core/base/file.h"

namespace gb {
namespace {

constexpr std::array<std::string_view, 6> kBudgetClasses{"point-read",  "traversal",  "subgraph",
                                                         "aggregation", "analytical", "write"};

struct GateFlags {
  VerdictFlags verdict;
  StoredFlags stored;
  std::string file, results = "results", baseline, engine, rival;
  ResultFilter filter;
  std::optional<double> regression_factor, noise_floor;
  double drift_factor = 1.10, read_speedup = 10, commit_syncs = 2, alpha = 0.05;
  std::string budgets_file;
  std::map<std::string, std::string> budgets;  // class -> duration
  std::string paired_before, paired_after;
  std::vector<std::string> allow_mismatch;
};

Result<void> add_documents(VerdictCase& one, const std::string& side,
                           Result<std::vector<FoundResult>> found) {
  if (!found) return tl::unexpected(found.error());
  return one.add(side, std::move(*found));
}

Result<std::vector<FoundResult>> of_engine(const std::string& path, const ResultFilter& filter,
                                           const std::string& engine) {
  auto found = find_documents(path, filter);
  if (found) keep_engine(*found, engine);
  return found;
}

/// The reference's baseline: a document, else a folder, else nothing at all.
std::vector<FoundResult> reference_baseline(const GateFlags& flags, const std::string& engine) {
  if (flags.baseline.empty()) return {};
  std::vector<FoundResult> found;
  if (auto document = read_sound_result(flags.baseline)) {
    found.push_back({flags.baseline, std::move(*document)});
  } else if (auto scan = scan_results(flags.baseline, {flags.filter.workload, "", engine})) {
    found = newest_results(std::move(scan->found), NewestPer::Workload);
  }
  if (found.empty()) {
    note("gb: the baseline " + flags.baseline +
         " holds nothing that could be read; the reference's rules go on without one");
  }
  return found;
}

Result<ExitCode> reference(const GateFlags& flags, std::vector<FoundResult> candidates,
                           VerdictCase one, const Context& context) {
  const std::string& engine = one.page.label;
  if (flags.file.empty()) {
    candidates = newest_results(std::move(candidates), NewestPer::Workload);
  }
  if (candidates.empty()) {
    return fail(ErrorCode::NotFound, "no result document of engine {} in {}", engine,
                flags.results);
  }
  if (auto added = one.add("candidate", std::move(candidates)); !added) {
    return tl::unexpected(added.error());
  }
  if (auto added = one.add("baseline", reference_baseline(flags, engine)); !added) {
    return tl::unexpected(added.error());
  }
  if (!flags.rival.empty()) {
    auto rival = read_sound_result(flags.rival);
    if (!rival) return tl::unexpected(Error{ErrorCode::InvalidArgument, rival.error().message});
    std::vector<FoundResult> alone;
    alone.push_back({flags.rival, std::move(*rival)});
    if (auto added = one.add("rival", std::move(alone)); !added) {
      return tl::unexpected(added.error());
    }
  }
  one.set("regression_factor", flags.regression_factor.value_or(1.10));
  one.set("noise_floor", flags.noise_floor.value_or(0));
  return decide(one, flags.verdict, context);
}

Result<std::string> budgets_text(const GateFlags& flags) {
  Budgets budgets;
  if (!flags.budgets_file.empty()) {
    const auto text = read_file(flags.budgets_file);
    if (!text) return tl::unexpected(Error{ErrorCode::InvalidArgument, text.error().message});
    auto parsed = Budgets::parse(*text, flags.budgets_file);
    if (!parsed) return tl::unexpected(parsed.error());
    budgets = std::move(*parsed);
  }
  for (const auto& [query_class, text] : flags.budgets) {
    const auto span = parse_duration(text);
    if (!span || span->count() <= 0) {
      return fail(ErrorCode::InvalidArgument, "--{}-budget must be a duration such as 5ms, not {}",
                  query_class, text);
    }
    budgets.set(query_class, span->count());
  }
  return budgets.empty() ? std::string() : budgets.text();
}

Result<ExitCode> lab(const GateFlags& flags, std::vector<FoundResult> candidates, VerdictCase one,
                     const Context& context) {
  const std::string engine = one.page.label;
  if (flags.noise_floor) {
    return fail(ErrorCode::InvalidArgument,
                "--noise-floor belongs to --rules reference: the lab's rules measure the noise "
                "from the history");
  }
  if (flags.paired_before.empty() != flags.paired_after.empty()) {
    return fail(ErrorCode::InvalidArgument,
                "give both sides of the paired rounds: --paired-before and --paired-after");
  }
  if (candidates.empty()) {
    return fail(ErrorCode::NotFound, "no result document of engine {} in {}", engine,
                flags.file.empty() ? flags.results : flags.file);
  }
  const bool without = flags.baseline == "none";
  const std::string& history = flags.baseline.empty() ? flags.results : flags.baseline;
  auto added = one.add("candidate", std::move(candidates));
  if (added && !without) {
    added = add_documents(one, "history", of_engine(history, flags.filter, engine));
  }
  if (added && !flags.paired_before.empty()) {
    added =
        add_documents(one, "paired-before", of_engine(flags.paired_before, flags.filter, engine));
  }
  if (added && !flags.paired_after.empty()) {
    added = add_documents(one, "paired-after", of_engine(flags.paired_after, flags.filter, engine));
  }
  if (added && !flags.rival.empty()) {
    auto rivals = find_documents(flags.rival, flags.filter);
    if (rivals)
      std::erase_if(*rivals, [&](const FoundResult& found) {
        return found.document.condition.engine == engine;
      });
    if (rivals && rivals->empty()) {
      return fail(ErrorCode::NotFound, "no result document of a rival in {}", flags.rival);
    }
    added = add_documents(one, "rival", std::move(rivals));
  }
  if (!added) return tl::unexpected(added.error());
  auto budgets = budgets_text(flags);
  if (!budgets) return tl::unexpected(budgets.error());
  one.question.budgets = std::move(*budgets);
  one.set("tau", flags.regression_factor.value_or(1.05) - 1);
  one.set("alpha", flags.alpha);
  one.question.settings["baseline"] = without ? "none" : "history";
  one.question.settings["allow_mismatch"] =
      fmt::format("{}", fmt::join(split_list(flags.allow_mismatch), ","));
  return decide(one, flags.verdict, context);
}

/// Stored: --rival is an engine, and the sides of paired rounds are matrices.
Result<ExitCode> stored_gate(const GateFlags& flags, const Context& context) {
  if (!flags.file.empty() || (!flags.baseline.empty() && flags.baseline != "none")) {
    return fail(ErrorCode::InvalidArgument,
                "--stored takes candidate and history from the store: leave out --file and "
                "--baseline, or say --baseline none");
  }
  graphbench::v1::VerdictRequest request;
  auto& sides = *request.mutable_sides();
  sides["candidate"] = flags.stored.selection(flags.engine, flags.filter);
  if (!flags.rival.empty()) sides["rival"] = flags.stored.selection(flags.rival, flags.filter);
  for (const auto& [name, matrix] :
       {std::pair{"paired-before", &flags.paired_before}, {"paired-after", &flags.paired_after}}) {
    if (matrix->empty()) continue;
    sides[name] = flags.stored.selection(flags.engine, flags.filter);
    sides[name].set_matrix_id(*matrix);
  }
  auto budgets = budgets_text(flags);
  if (!budgets) return tl::unexpected(budgets.error());
  request.set_budgets(*budgets);
  auto& settings = *request.mutable_settings();
  settings["tau"] = fmt::format("{}", flags.regression_factor.value_or(1.05) - 1);
  settings["alpha"] = fmt::format("{}", flags.alpha);
  settings["drift_factor"] = fmt::format("{}", flags.drift_factor);
  settings["read_speedup"] = fmt::format("{}", flags.read_speedup);
  settings["commit_syncs"] = fmt::format("{}", flags.commit_syncs);
  settings["baseline"] = flags.baseline == "none" ? "none" : "history";
  settings["allow_mismatch"] = fmt::format("{}", fmt::join(split_list(flags.allow_mismatch), ","));
  return decide_stored("gate", request, flags.verdict, context);
}

Result<ExitCode> gate(const GateFlags& flags, const Context& context) {
  if (flags.stored.stored) return stored_gate(flags, context);
  const bool as_reference = flags.verdict.rules == "reference";
  auto found = find_documents(flags.file.empty() ? flags.results : flags.file, flags.filter);
  if (!found) return tl::unexpected(found.error());
  if (!flags.file.empty() && found->empty()) {
    return fail(ErrorCode::NotFound, "there is no file {}", flags.file);
  }
  auto engine = as_reference && flags.engine.empty() ? Result<std::string>(kReferenceEngine)
                                                     : engine_of(flags.engine, *found);
  if (!engine) return tl::unexpected(engine.error());
  if (flags.file.empty()) keep_engine(*found, *engine);

  VerdictCase one;
  const bool imported = std::none_of(found->begin(), found->end(), [](const FoundResult& document) {
    return document.document.gb.has_value();
  });
  const auto rules = rules_of(flags.verdict, imported);
  if (!rules) return tl::unexpected(rules.error());
  one.question.verb = "gate";
  one.question.rules = *rules;
  one.question.settings["engine"] = *engine;
  one.page.label = *engine;
  // The reference never asks whose file it judges; its label is the engine of the flag.
  if (*rules == RuleSet::Reference && !flags.file.empty() && flags.engine.empty()) {
    one.page.label = kReferenceEngine;
  }
  one.set("drift_factor", flags.drift_factor);
  one.set("read_speedup", flags.read_speedup);
  one.set("commit_syncs", flags.commit_syncs);
  return *rules == RuleSet::Reference ? reference(flags, std::move(*found), std::move(one), context)
                                      : lab(flags, std::move(*found), std::move(one), context);
}

}  // namespace

void add_gate(CLI::App& app, Context& context) {
  CLI::App* verb = context.verb(
      app, "gate", "Say whether an engine's newest results may pass: budgets, history, a rival",
      "gb gate --engine sqlite --results results --point-read-budget 1ms --regression-factor 1.05");
  const auto flags = std::make_shared<GateFlags>();
  verb->add_option("--file", flags->file, "Judge this one document");
  verb->add_option("--results", flags->results, "Folder of candidates, without --file")
      ->capture_default_str();
  verb->add_option("--baseline", flags->baseline,
                   "Earlier results: a folder or a file; none: without (lab: --results)");
  verb->add_option("--engine,--gate-engine", flags->engine,
                   "The engine; needed where several have results");
  verb->add_option("--workload", flags->filter.workload, "Only this workload");
  verb->add_option("--scale", flags->filter.scale, "Only this scale");
  verb->add_option("--regression-factor", flags->regression_factor,
                   "Allowed growth over the baseline: 1.05 (reference: 1.10)");
  verb->add_option("--drift-factor", flags->drift_factor, "Allowed trend within a run")
      ->capture_default_str();
  verb->add_option("--noise-floor", flags->noise_floor, "Measured spread as a factor (reference)");
  verb->add_option("--rival", flags->rival, "Another engine's document (lab: or a folder)");
  verb->add_option("--read-speedup", flags->read_speedup, "What reads must reach over the rival")
      ->capture_default_str();
  verb->add_option("--commit-syncs", flags->commit_syncs, "Durable syncs a commit may take")
      ->capture_default_str();
  verb->add_option("--budgets", flags->budgets_file, "File of ceilings per class and host (lab)");
  for (const std::string_view query_class : kBudgetClasses) {
    verb->add_option_function<std::string>(
        fmt::format("--{}-budget", query_class),
        [flags, query_class](const std::string& text) {
          flags->budgets[std::string(query_class)] = text;
        },
        fmt::format("Ceiling of the p99 of {} queries, such as 5ms (lab)", query_class));
  }
  verb->add_option("--paired-before", flags->paired_before,
                   "Interleaved rounds of the baseline build, to decide what rang (lab)");
  verb->add_option("--paired-after", flags->paired_after, "The same of the candidate build");
  verb->add_option("--alpha", flags->alpha, "Chance of any false accusation by them (lab)")
      ->capture_default_str();
  verb->add_option("--allow-mismatch", flags->allow_mismatch,
                   "Differences to go on in spite of: scale,data,machine,... (lab)");
  flags->stored.add_to(*verb);
  flags->verdict.add_to(*verb);
  context.runs(verb, Prints::Results, [flags, &context] {
    return under_rules(flags->verdict, [&] { return gate(*flags, context); });
  });
}

}  // namespace gb
