#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/document/result_document.h"
#include "core/rules/finding.h"

namespace gb {

/// Ceilings of the p99 of each class, in ns, per profile: "default", a machine's name or its class,
/// each also for one scale alone ("laptop" + "smoke").
class Budgets {
 public:
  /// Reads a budgets file (TOML, version 1); docs/verdicts.md shows one. InvalidArgument, beginning
  /// with `name`, for anything else.
  static Result<Budgets> parse(std::string_view text, std::string_view name);

  /// Sets a ceiling that stands above every profile, as a flag gives it.
  void set(const std::string& query_class, std::int64_t ns) { flags_[query_class] = ns; }

  /// The most particular ceiling for a class of this document: a flag, else machine and scale,
  /// machine, machine class and scale, machine class, default and scale, default. Writes wait for
  /// durable syncs: theirs is at least max(2, clients + 1) syncs at the dear end of the probe's
  /// band.
  std::optional<std::int64_t> ceiling(std::string_view query_class,
                                      const ResultDocument& document) const;

  bool empty() const { return flags_.empty() && profiles_.empty(); }

  /// The same again as a text that parse() reads, flags included, so that a verdict can keep it.
  std::string text() const;

 private:
  using Ceilings = std::map<std::string, std::int64_t, std::less<>>;  // class -> ns
  Ceilings flags_;
  std::map<std::string, Ceilings> profiles_;  // "laptop" or "laptop.smoke"
};

/// Judges each query's p99 against its class's ceiling by the interval that its samples allow: over
/// it when the lower bound is, within it when the upper bound is, else undecided.
std::vector<Finding> lab_budgets(const ResultDocument& document, const Budgets& budgets);

}  // namespace gb
