#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/document/result_document.h"
#include "core/rules/finding.h"

namespace gb {

/// The largest p99 a class may have, in ns.
struct ReferenceCeiling {
  std::int64_t ns = 0;
  bool raised = false;       // above the table, because a commit waits for the disk
  std::int64_t flushes = 0;  // durable flushes a write is allowed; 0 for other classes
  std::int64_t clients = 0;  // largest entry of Concurrency, at least 1; 0 for other classes
};

/// By class and plane (decisions §3.2); nothing where the table has none. The ceiling of writes is
/// raised to max(2, clients + 1) durable flushes where one flush was probed.
std::optional<ReferenceCeiling> reference_ceiling(std::string_view query_class,
                                                  const Condition& condition);

/// Budgets of classes, and those of single queries that two workloads have: `fb*` 100 ms at p99,
/// `snb-short` in process 1 ms at p50. The latter judge writes too, as the reference does.
std::vector<Finding> reference_budgets(const ResultDocument& document);

}  // namespace gb
