#include <fmt/format.h>

#include <set>

#include "core/report/csv.h"
#include "core/report/reference_matrix.h"

namespace gb {
namespace {

std::string record(const ResultDocument& document, std::string_view section, const std::string& row,
                   const std::string& outcome, const StatFields& stat) {
  std::vector<std::string> fields{document.condition.engine, document.condition.plane,
                                  std::string(section), row, outcome};
  for (const std::int64_t value : {stat.count, stat.errors, stat.min, stat.p50, stat.p90, stat.p95,
                                   stat.p99, stat.max, stat.mean, stat.stddev}) {
    fields.push_back(std::to_string(value));
  }
  fields.push_back(fmt::format("{:.2f}", stat.throughput));
  fields.push_back(fmt::format("{:.2f}", stat.row_throughput));
  return csv_record(fields);
}

std::string outcome_of(const VerificationLine* verdict) {
  if (verdict == nullptr) return "";
  if (verdict->outcome == "SKIP" && !verdict->reason.empty()) {
    return "SKIP(" + verdict->reason + ")";
  }
  return verdict->outcome;
}

}  // namespace

std::string reference_csv(const Columns& columns) {
  std::string text =
      "engine,plane,section,row,outcome,count,errors,min_ns,p50_ns,p90_ns,p95_ns,p99_ns,max_ns,"
      "mean_ns,stddev_ns,throughput,row_throughput\n";
  std::set<std::string> ids;
  for (const ResultDocument* document : columns) {
    for (const auto& [id, stat] : document->queries) ids.insert(id);
    for (const VerificationLine& line : document->verification) ids.insert(line.query_id);
  }
  const auto classes = class_order(columns, true, true);
  for (const ResultDocument* document : columns) {
    for (const std::string& name : classes) {
      const auto warm = document->classes.find(name);
      if (warm != document->classes.end()) {
        text += record(*document, "class", name, "", warm->second);
      }
      const auto cold = document->cold.find(name);
      if (cold != document->cold.end()) text += record(*document, "cold", name, "", cold->second);
    }
    for (const std::string& id : ids) {
      const VerificationLine* verdict = verdict_on(*document, id);
      const auto stat = document->queries.find(id);
      const bool measured = stat != document->queries.end();
      if (verdict == nullptr && !measured) continue;
      text += record(*document, "query", id, outcome_of(verdict),
                     measured ? stat->second : StatFields{});
    }
  }
  return text;
}

}  // namespace gb
