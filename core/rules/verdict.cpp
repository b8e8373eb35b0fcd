#include "core/rules/verdict.h"

#include <charconv>
#include <cstdlib>
#include <type_traits>

#include "core/rules/lab/comparable.h"

namespace gb {
namespace {

/// The settings of a question, typed. The first that does not read is kept.
class Settings {
 public:
  explicit Settings(const VerdictQuestion& question) : question_(question) {}

  double number(const std::string& name, double otherwise) {
    const std::string* text = find(name);
    if (text == nullptr) return otherwise;
    double value = 0;
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
    if (error != std::errc() || end != text->data() + text->size()) {
      problem_ = name + " must be a number, not \"" + *text + "\"";
    }
    return value;
  }

  std::size_t whole(const std::string& name, std::size_t otherwise) {
    const double value = number(name, static_cast<double>(otherwise));
    if (!(value >= 0 && value <= 1e9) ||
        value != static_cast<double>(static_cast<std::size_t>(value))) {
      problem_ = name + " must be a whole number";
      return otherwise;
    }
    return static_cast<std::size_t>(value);
  }

  std::string text(const std::string& name, const std::string& otherwise) {
    const std::string* found = find(name);
    return found == nullptr ? otherwise : *found;
  }

  std::vector<std::string> list(const std::string& name) {
    std::vector<std::string> parts;
    std::string part;
    for (const char c : text(name, "") + ",") {
      if (c != ',') {
        part += c;
      } else if (!part.empty()) {
        parts.push_back(std::move(part));
        part.clear();
      }
    }
    return parts;
  }

  LatencyMetric metric(LatencyMetric otherwise) {
    const auto metric = parse_latency_metric(text("metric", std::string(name_of(otherwise))));
    if (!metric)
      problem_ = "unknown metric \"" + text("metric", "") + "\": there are min, p50, p90 and p99";
    return metric.value_or(otherwise);
  }

  AllowedDifferences allowed() {
    auto allowed = parse_allowed_differences(list("allow_mismatch"));
    if (!allowed) problem_ = allowed.error().message;
    return allowed ? std::move(*allowed) : AllowedDifferences{};
  }

  Result<void> check() const {
    if (problem_.empty()) return {};
    return fail(ErrorCode::InvalidArgument, "{}", problem_);
  }

 private:
  const std::string* find(const std::string& name) const {
    const auto found = question_.settings.find(name);
    return found == question_.settings.end() ? nullptr : &found->second;
  }

  const VerdictQuestion& question_;
  std::string problem_;
};

const std::vector<ResultDocument>& side(const VerdictDocuments& documents,
                                        const std::string& name) {
  static const std::vector<ResultDocument> nothing;
  const auto found = documents.find(name);
  return found == documents.end() ? nothing : found->second;
}

template <class T>
Result<VerdictAnswer> wrapped_answer(Result<T> result) {
  if (!result) return tl::unexpected(result.error());
  return VerdictAnswer(std::move(*result));
}

Result<VerdictAnswer> reference_answer(const VerdictQuestion& question, Settings& settings,
                                       const VerdictDocuments& documents) {
  if (question.verb == "noise") {
    const double percentile = settings.number("percentile", 90);
    const double factor = settings.number("regression_factor", 1.10);
    if (auto sound = settings.check(); !sound) return tl::unexpected(sound.error());
    return wrapped_answer(
        reference_noise(side(documents, "runs"), settings.text("engine", ""), percentile, factor));
  }
  if (question.verb == "ab") {
    const LatencyMetric metric = settings.metric(LatencyMetric::Min);
    const double factor = settings.number("factor", 1.10);
    if (metric == LatencyMetric::P90) {
      return fail(ErrorCode::InvalidArgument,
                  "unknown metric \"p90\": the reference rules know min, p50 and p99");
    }
    if (auto sound = settings.check(); !sound) return tl::unexpected(sound.error());
    return VerdictAnswer(
        reference_ab(side(documents, "before"), side(documents, "after"), metric, factor));
  }
  if (question.verb == "gate") {
    ReferenceGateFlags flags;
    flags.regression_factor = settings.number("regression_factor", flags.regression_factor);
    flags.drift_factor = settings.number("drift_factor", flags.drift_factor);
    flags.noise_floor = settings.number("noise_floor", flags.noise_floor);
    flags.read_speedup = settings.number("read_speedup", flags.read_speedup);
    flags.commit_syncs = settings.number("commit_syncs", flags.commit_syncs);
    if (auto sound = settings.check(); !sound) return tl::unexpected(sound.error());
    const auto& rivals = side(documents, "rival");
    return VerdictAnswer(reference_gate(side(documents, "candidate"), side(documents, "baseline"),
                                        rivals.empty() ? nullptr : rivals.data(), flags));
  }
  return fail(ErrorCode::InvalidArgument, "the reference rules have no {}: use --rules lab",
              question.verb);
}

Result<VerdictAnswer> lab_gate_answer(const VerdictQuestion& question, Settings& settings,
                                      const VerdictDocuments& documents) {
  LabGateRules rules;
  rules.tau = settings.number("tau", rules.tau);
  rules.alpha = settings.number("alpha", rules.alpha);
  rules.drift_factor = settings.number("drift_factor", rules.drift_factor);
  rules.read_speedup = settings.number("read_speedup", rules.read_speedup);
  rules.commit_syncs = settings.number("commit_syncs", rules.commit_syncs);
  rules.history = settings.text("baseline", "history") != "none";
  rules.allowed = settings.allowed();
  if (auto sound = settings.check(); !sound) return tl::unexpected(sound.error());
  if (!question.budgets.empty()) {
    auto budgets = Budgets::parse(question.budgets, "budgets");
    if (!budgets) return tl::unexpected(budgets.error());
    rules.budgets = std::move(*budgets);
  }
  return wrapped_answer(lab_gate(
      {side(documents, "candidate"), side(documents, "history"), side(documents, "paired-before"),
       side(documents, "paired-after"), side(documents, "rival")},
      rules));
}

Result<VerdictAnswer> lab_answer(const VerdictQuestion& question, Settings& settings,
                                 const VerdictDocuments& documents) {
  const std::string engine = settings.text("engine", "");
  if (question.verb == "gate") return lab_gate_answer(question, settings, documents);
  if (question.verb == "noise") {
    const LatencyMetric metric = settings.metric(LatencyMetric::P50);
    const double tau = settings.number("tau", 0.05);
    const std::size_t rounds = settings.whole("rounds", kGateRounds);
    if (auto sound = settings.check(); !sound) return tl::unexpected(sound.error());
    return wrapped_answer(lab_noise(side(documents, "runs"), engine, metric, tau, rounds));
  }
  if (question.verb == "ab") {
    PairedRules rules;
    const LatencyMetric metric = settings.metric(LatencyMetric::P50);
    rules.alpha = settings.number("alpha", rules.alpha);
    rules.tau = settings.number("tau", rules.tau);
    rules.planned_rounds = settings.whole("rounds", 0);
    for (const std::string& look : settings.list("looks")) {
      rules.looks.push_back(static_cast<std::size_t>(std::strtoul(look.c_str(), nullptr, 10)));
    }
    const AllowedDifferences allowed = settings.allowed();
    if (auto sound = settings.check(); !sound) return tl::unexpected(sound.error());
    return wrapped_answer(
        lab_ab(side(documents, "before"), side(documents, "after"), metric, rules, allowed));
  }
  if (question.verb == "history") {
    const LatencyMetric metric = settings.metric(LatencyMetric::P50);
    if (auto sound = settings.check(); !sound) return tl::unexpected(sound.error());
    return VerdictAnswer(lab_history(side(documents, "runs"), engine, metric));
  }
  return fail(ErrorCode::InvalidArgument, "there is no verdict called {}", question.verb);
}

}  // namespace

std::string_view name_of(RuleSet rules) {
  return rules == RuleSet::Reference ? "reference" : "lab";
}

Result<RuleSet> parse_rule_set(std::string_view name) {
  if (name == "reference") return RuleSet::Reference;
  if (name == "lab") return RuleSet::Lab;
  return fail(ErrorCode::InvalidArgument,
              "there are no rules called \"{}\", only reference and lab", name.substr(0, 80));
}

Result<VerdictAnswer> answer(const VerdictQuestion& question, const VerdictDocuments& documents) {
  Settings settings(question);
  return question.rules == RuleSet::Reference ? reference_answer(question, settings, documents)
                                              : lab_answer(question, settings, documents);
}

VerdictOutcome outcome_of(const VerdictAnswer& answer) {
  return std::visit(
      [](const auto& one) {
        using T = std::decay_t<decltype(one)>;
        if constexpr (std::is_same_v<T, ReferenceAb>) {
          return one.regressed > 0 ? VerdictOutcome::Violation : VerdictOutcome::Pass;
        } else if constexpr (std::is_same_v<T, ReferenceNoise> || std::is_same_v<T, LabHistory>) {
          return VerdictOutcome::Pass;  // a measurement, usable or not
        } else {
          return one.outcome;
        }
      },
      answer);
}

}  // namespace gb
