#pragma once

#include <set>
#include <string>
#include <vector>

#include "core/document/result_document.h"
#include "core/rules/finding.h"

namespace gb {

/// What two documents may differ in although the question asks them to be alike; named as the
/// findings are, without "different-": "scale", "data", "parameters", "latency-model",
/// "concurrency", "tuning", "plane", "durability", "machine", "workload".
using AllowedDifferences = std::set<std::string>;

/// InvalidArgument, listing the names, for one that is none.
Result<AllowedDifferences> parse_allowed_differences(const std::vector<std::string>& names);

/// One finding per kind of difference, each with both values. An allowed one informs, any other has
/// `effect`.
std::vector<Finding> differences_between(const ResultDocument& was, const ResultDocument& now,
                                         FindingEffect effect, const AllowedDifferences& allowed);

/// Whether any of them was not allowed.
bool refused(const std::vector<Finding>& differences);

/// What makes one document unfit to pass on: empty, cut short, poisoned, wrong answers.
std::vector<Finding> integrity_of(const ResultDocument& document);

/// The machine as one can tell it: fingerprint of the host, else the agent's name, else CPU, cores,
/// memory and system.
std::string machine_identity(const ResultDocument& document);
/// The same for a reader: the agent's name, else the CPU.
std::string machine_label(const ResultDocument& document);

/// "micro-read sf1 inproc on laptop": what a document measured and where.
std::string cell_label(const ResultDocument& document);

/// Operations of a query that succeeded.
inline std::int64_t successes(const StatFields& stat) { return stat.count - stat.errors; }

/// The latest of a query's figures in `document`, null where nothing was measured.
const StatFields* measured(const ResultDocument& document, const std::string& query);

}  // namespace gb
