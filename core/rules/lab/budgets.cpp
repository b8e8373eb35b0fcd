#include "core/rules/lab/budgets.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <limits>

#include "core/base/duration.h"
#include "core/document/lookup.h"
#include "core/rules/lab/comparable.h"
#include "core/rules/reference/rival.h"
#include "core/stats/interval.h"

namespace gb {
namespace {

constexpr std::array<std::string_view, 6> kClasses{"point-read",  "traversal",  "subgraph",
                                                   "aggregation", "analytical", "write"};

std::string span(std::int64_t ns) { return format_duration(Nanos(ns)); }

bool is_class(std::string_view name) {
  return std::find(kClasses.begin(), kClasses.end(), name) != kClasses.end();
}

/// Durable syncs a commit may wait for, in ns; 0 where none was probed on a device.
std::int64_t allowed_for_syncs(const ResultDocument& document) {
  const Hardware& hardware = document.condition.hardware;
  const bool probed = hardware.sync_ns >= kDeviceSyncNs;
  if (!probed) return 0;
  std::int64_t clients = 1;
  for (const std::int64_t one : document.condition.concurrency) clients = std::max(clients, one);
  const std::int64_t syncs =
      std::max<std::int64_t>(2, std::min<std::int64_t>(clients, 1 << 20) + 1);
  const std::int64_t sync = std::max(hardware.sync_ns, hardware.sync_high_ns);
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  return sync > kMost / syncs ? kMost : sync * syncs;
}

/// What a query's samples say of its p99, ns. Without an upper bound: only "at least low".
struct TailBounds {
  std::int64_t low = 0;
  std::optional<std::int64_t> high;
};

TailBounds tail_of(const ResultDocument& document, const std::string& query,
                   const StatFields& stat) {
  if (document.gb) {
    const auto found = document.gb->samples.find(query);
    if (found != document.gb->samples.end()) {
      const QuerySamples& samples = found->second;
      TailBounds bounds{std::max<std::int64_t>(samples.p99_low, 0), std::nullopt};
      if (samples.p99_high >= 0) bounds.high = samples.p99_high;
      return bounds;
    }
  }
  // Imported: no samples, so the figure itself is all there is, where it is one.
  const bool is_figure = has_upper_bound(static_cast<std::uint64_t>(successes(stat)), kP99);
  return is_figure ? TailBounds{stat.p99, stat.p99} : TailBounds{stat.p50, std::nullopt};
}

using CeilingsByProfile = std::map<std::string, std::map<std::string, std::int64_t, std::less<>>>;

/// One table of ceilings; within a profile also a table per scale. The last problem wins.
void read_profile(const std::string& profile, const toml::table& table, bool scales,
                  CeilingsByProfile& into, std::string& problem) {
  for (const auto& [key, value] : table) {
    const std::string field(key.str());
    if (const toml::table* scale = value.as_table(); scale != nullptr && scales) {
      read_profile(profile + "." + field, *scale, false, into, problem);
      continue;
    }
    const std::string text = value.value_or(std::string());
    const auto ns = parse_duration(text);
    if (!is_class(field)) {
      problem = fmt::format("\"{}\" in {} is no class; there are {}", field, profile,
                            fmt::join(kClasses, ", "));
    } else if (!ns || ns->count() <= 0) {
      problem = fmt::format("{} of {} must be a duration such as \"5ms\"", field, profile);
    } else {
      into[profile][field] = ns->count();
    }
  }
}

}  // namespace

Result<Budgets> Budgets::parse(std::string_view text, std::string_view name) {
  toml::table root;
  try {
    root = toml::parse(text);
  } catch (const toml::parse_error& error) {
    return fail(ErrorCode::InvalidArgument, "{}:{}: {}", name, error.source().begin.line,
                error.description());
  }
  if (root["version"].value<std::int64_t>() != 1) {
    return fail(ErrorCode::InvalidArgument,
                "{}: a budgets file begins with version = 1, the only version there is", name);
  }
  Budgets budgets;
  std::string problem;
  for (const auto& [key, value] : root) {
    if (key.str() == "version") continue;
    const toml::table* table = value.as_table();
    if ((key.str() != "budget" && key.str() != "flags") || table == nullptr) {
      return fail(ErrorCode::InvalidArgument,
                  "{}: unknown key \"{}\"; there are version and "
                  "[budget.<profile>]",
                  name, key.str());
    }
    if (key.str() == "flags") {
      read_profile("flags", *table, false, budgets.profiles_, problem);
      continue;
    }
    for (const auto& [profile, ceilings] : *table) {
      if (const toml::table* of = ceilings.as_table()) {
        read_profile(std::string(profile.str()), *of, true, budgets.profiles_, problem);
      } else {
        problem =
            fmt::format("budget.{} must be a table, [budget.{}]", profile.str(), profile.str());
      }
    }
  }
  if (!problem.empty()) return fail(ErrorCode::InvalidArgument, "{}: {}", name, problem);
  if (const auto flags = budgets.profiles_.find("flags"); flags != budgets.profiles_.end()) {
    budgets.flags_ = flags->second;
    budgets.profiles_.erase(flags);
  }
  return budgets;
}

std::optional<std::int64_t> Budgets::ceiling(std::string_view query_class,
                                             const ResultDocument& document) const {
  const auto in = [&](const Ceilings& ceilings) -> std::optional<std::int64_t> {
    const auto found = ceilings.find(query_class);
    if (found == ceilings.end()) return std::nullopt;
    return found->second;
  };
  std::optional<std::int64_t> ceiling = in(flags_);
  const std::string machine = document.gb ? document.gb->machine : "";
  const std::string machine_class = document.gb ? document.gb->machine_class : "";
  for (const std::string& profile : {machine, machine_class, std::string("default")}) {
    if (profile.empty()) continue;
    for (const std::string& name : {profile + "." + document.condition.scale, profile}) {
      const auto found = profiles_.find(name);
      if (!ceiling && found != profiles_.end()) ceiling = in(found->second);
    }
  }
  if (ceiling && query_class == "write") return std::max(*ceiling, allowed_for_syncs(document));
  return ceiling;
}

std::string Budgets::text() const {
  std::string text = "version = 1\n";
  const auto table = [&](const std::string& name, const Ceilings& ceilings) {
    if (ceilings.empty()) return;
    text += "[" + name + "]\n";
    for (const auto& [query_class, ns] : ceilings) {
      text += fmt::format("{} = \"{}ns\"\n", query_class, ns);
    }
  };
  table("flags", flags_);
  for (const auto& [profile, ceilings] : profiles_) {
    const auto dot = profile.find('.');
    std::string name = "budget.\"" + profile.substr(0, dot) + "\"";
    if (dot != std::string::npos) name += ".\"" + profile.substr(dot + 1) + "\"";
    table(name, ceilings);
  }
  return text;
}

std::vector<Finding> lab_budgets(const ResultDocument& document, const Budgets& budgets) {
  std::vector<Finding> findings;
  for (const auto& [query, stat] : document.queries) {
    if (measured(document, query) == nullptr) continue;
    const auto ceiling = budgets.ceiling(stat.query_class, document);
    if (!ceiling) continue;
    const TailBounds p99 = tail_of(document, query, stat);
    if (p99.high && *p99.high <= *ceiling) continue;
    const auto found = [&, &where = query](FindingKind kind, FindingEffect effect,
                                           std::string detail) {
      findings.push_back({kind, effect, workload_of(document), where, "p99", std::move(detail)});
    };
    if (p99.low > *ceiling) {
      found(FindingKind::Budget, FindingEffect::Fails,
            fmt::format("p99 of at least {} over {} ({})", span(p99.low), span(*ceiling),
                        stat.query_class));
    } else if (p99.high) {
      found(FindingKind::Indeterminate, FindingEffect::Undecides,
            fmt::format("p99 of {} to {}: {} lies between", span(p99.low), span(*p99.high),
                        span(*ceiling)));
    } else {
      found(FindingKind::InsufficientSamples, FindingEffect::Undecides,
            fmt::format("{} samples bound no p99 from above; 299 do", successes(stat)));
    }
  }
  return findings;
}

}  // namespace gb
