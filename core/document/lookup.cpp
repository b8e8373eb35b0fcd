#include "core/document/lookup.h"

#include <algorithm>
#include <array>

namespace gb {
namespace {

constexpr std::array<std::string_view, 6> kClasses{"point-read",  "traversal",  "subgraph",
                                                   "aggregation", "analytical", "write"};

}  // namespace

const std::string& workload_of(const ResultDocument& document) {
  return document.workload.empty() ? document.condition.workload : document.workload;
}

const VerificationLine* verdict_on(const ResultDocument& document, std::string_view query_id) {
  const auto found =
      std::find_if(document.verification.begin(), document.verification.end(),
                   [&](const VerificationLine& line) { return line.query_id == query_id; });
  return found == document.verification.end() ? nullptr : &*found;
}

std::size_t class_rank(std::string_view query_class) {
  const auto found = std::find(kClasses.begin(), kClasses.end(), query_class);
  return static_cast<std::size_t>(found - kClasses.begin());
}

bool is_withdrawn(const ResultDocument& document) {
  bool withdrawn = false;
  for (const Annotation& annotation : document.annotations) {
    if (annotation.kind == "withdrawn") withdrawn = true;
    if (annotation.kind == "reinstated") withdrawn = false;
  }
  return withdrawn;
}

bool is_emulated(const ResultDocument& document, const std::string& query_id) {
  if (!document.gb) return false;
  const auto found = document.gb->outcomes.find(query_id);
  return found != document.gb->outcomes.end() && found->second.emulated;
}

}  // namespace gb
