#include "core/rules/reference/budget.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string>

#include "core/base/duration.h"
#include "core/document/lookup.h"

namespace gb {
namespace {

constexpr std::int64_t kMicro = 1'000, kMilli = 1'000'000, kSecond = 1'000'000'000;

struct BudgetLine {
  std::string_view query_class;
  std::int64_t inproc, subprocess, bolt;
};

constexpr std::array<BudgetLine, 5> kBudgets{{
    {"point-read", 500 * kMicro, 2 * kMilli, 5 * kMilli},
    {"traversal", 5 * kMilli, 10 * kMilli, 20 * kMilli},
    {"subgraph", 25 * kMilli, 50 * kMilli, 100 * kMilli},
    {"aggregation", 250 * kMilli, 500 * kMilli, kSecond},
    {"write", 2 * kMilli, 10 * kMilli, 20 * kMilli},
}};

constexpr std::int64_t kInteractiveP99 = 100 * kMilli;  // workloads named fb*
constexpr std::int64_t kShortReadP50 = kMilli;          // snb-short in process

std::optional<std::int64_t> table(std::string_view query_class, std::string_view plane) {
  for (const BudgetLine& line : kBudgets) {
    if (line.query_class != query_class) continue;
    if (plane == "inproc") return line.inproc;
    if (plane == "subprocess") return line.subprocess;
    if (plane == "bolt") return line.bolt;
  }
  return std::nullopt;
}

std::string span(std::int64_t ns) { return format_duration(Nanos(ns)); }

std::string plane_words(std::string_view plane) {
  return std::string(plane == "inproc" ? "in-process" : plane);
}

}  // namespace

std::optional<ReferenceCeiling> reference_ceiling(std::string_view query_class,
                                                  const Condition& condition) {
  const auto base = table(query_class, condition.plane);
  if (!base) return std::nullopt;
  ReferenceCeiling ceiling{*base};
  if (query_class != "write") return ceiling;
  for (const std::int64_t clients : condition.concurrency) {
    ceiling.clients = std::max(ceiling.clients, clients);
  }
  ceiling.clients = std::max<std::int64_t>(ceiling.clients, 1);
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  ceiling.flushes = std::max<std::int64_t>(2, std::min(ceiling.clients, kMost - 1) + 1);
  const std::int64_t sync = condition.hardware.sync_ns;
  if (sync <= 0) return ceiling;
  const std::int64_t allowed = sync > kMost / ceiling.flushes ? kMost : sync * ceiling.flushes;
  ceiling.raised = allowed > *base;
  ceiling.ns = std::max(*base, allowed);
  return ceiling;
}

std::vector<Finding> reference_budgets(const ResultDocument& document) {
  std::vector<Finding> findings;
  const Condition& condition = document.condition;
  const std::string& workload = workload_of(document);
  const auto found = [&](const std::string& where, const char* metric, std::string detail) {
    findings.push_back(
        {FindingKind::Budget, FindingEffect::Fails, workload, where, metric, std::move(detail)});
  };
  for (const auto& [query_class, stat] : document.classes) {
    const auto ceiling = reference_ceiling(query_class, condition);
    if (!ceiling || stat.p99 <= ceiling->ns) continue;
    std::string why = plane_words(condition.plane);
    if (ceiling->raised) {
      why += fmt::format("; raised to {} durable flushes of {} for {} clients", ceiling->flushes,
                         span(condition.hardware.sync_ns), ceiling->clients);
    }
    found(query_class, "p99",
          fmt::format("p99 {} over {} ({})", span(stat.p99), span(ceiling->ns), why));
  }
  for (const auto& [query, stat] : document.queries) {
    if (workload.starts_with("fb") && stat.p99 > kInteractiveP99) {
      found(query, "p99", fmt::format("p99 {} over {}", span(stat.p99), span(kInteractiveP99)));
    }
    if (workload == "snb-short" && condition.plane == "inproc" && stat.p50 > kShortReadP50) {
      found(query, "p50", fmt::format("p50 {} over {}", span(stat.p50), span(kShortReadP50)));
    }
  }
  return findings;
}

}  // namespace gb
