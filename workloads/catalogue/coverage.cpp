#include "workloads/catalogue/coverage.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

#include "workloads/catalogue/text_scan.h"

namespace gb {
namespace {

constexpr std::string_view kLater = "comes with its engine";
constexpr std::string_view kThroughChain =
    "the cypher text is taken through the engine's chain; one of its own exists only where the "
    "dialects differ";

/// Whole-graph kernels, by what each dialect can call.
std::string_view lacking_kernel(const std::string& kernel, std::string_view dialect) {
  const bool bfs = kernel == "bfs";
  if (dialect == "cypher" || (dialect == "cypher25" && !bfs)) {
    return "no Cypher spells a whole-graph kernel; emulation is not measured";
  }
  if (dialect == "kuzu" && !bfs && kernel != "pagerank" && kernel != "wcc") {
    return "no such procedure";
  }
  if (dialect == "mage" && kernel == "cdlp") {
    return "its community procedure is Louvain's, which answers another question";
  }
  if (dialect == "mage" && (kernel == "lcc" || kernel == "tc" || kernel == "bc")) {
    return "no matching procedure: its betweenness is full and normalised";
  }
  if (dialect == "prim") return "no storage operation below it";
  if (dialect == "sqlpgq") return "a property-graph query matches patterns and calls no kernel";
  if (dialect == "mongo") return "a pipeline calls no kernel";
  if (dialect == "sql") return "no portable SQL spells it in bearable time";
  return kLater;
}

/// What a dialect lacks altogether, or until its engine comes.
std::string_view lacking(const Query& query, std::string_view dialect) {
  if (!query.kernel.empty()) return lacking_kernel(query.kernel, dialect);
  const bool writes = query.query_class == QueryClass::Write;
  if (dialect == "cypher25" || dialect == "kuzu" || dialect == "mage") return kThroughChain;
  if (dialect == "sql" || dialect == "cypher") return "not written";
  if (dialect == "prim") {
    // The micro graphs alone have the one label and the one type that are all it knows.
    const bool plain = query.id.starts_with("micro-") && query.columns.size() == 1 &&
                       query.query_class != QueryClass::Subgraph;
    return plain ? kLater : "no storage operation below it";
  }
  if (dialect == "sqlpgq" && writes) return "a property-graph query matches patterns only";
  if (dialect == "mongo" && query.needs_shortest_path) {
    return "the traversal operator does not guarantee a shortest path";
  }
  return kLater;
}

/// The queries of a workload that no earlier one asks already, so that each is listed once.
struct Section {
  const Workload* workload;
  std::vector<const Query*> queries;
};

std::vector<Section> sections_of(const std::vector<Workload>& workloads) {
  std::vector<Section> sections;
  std::map<std::string, bool> listed;
  for (const Workload& workload : workloads) {
    Section section{&workload, {}};
    for (const Query& query : workload.queries) {
      if (!std::exchange(listed[query.id], true)) section.queries.push_back(&query);
    }
    if (!section.queries.empty()) sections.push_back(std::move(section));
  }
  return sections;
}

/// "yes", "emulated" or nothing.
std::string_view mark(const Query& query, const std::string& dialect) {
  if (!query.texts.contains(dialect)) return "";
  return query.emulated.contains(dialect) ? "emulated" : "yes";
}

std::string heading() {
  std::string names = "| Query |", rule = "| --- |";
  for (const std::string_view dialect : known_dialects()) {
    names += fmt::format(" {} |", dialect);
    rule += " --- |";
  }
  return names + "\n" + rule + "\n";
}

std::string matrix(const std::vector<Section>& sections) {
  std::string text = heading();
  std::map<std::string, int> totals;
  int queries = 0;
  for (const Section& section : sections) {
    for (const Query* query : section.queries) {
      ++queries;
      text += fmt::format("| {} |", query->id);
      for (const std::string_view dialect : known_dialects()) {
        const std::string_view cell = mark(*query, std::string(dialect));
        text += cell.empty() ? " |" : fmt::format(" {} |", cell);
        if (!cell.empty()) ++totals[std::string(dialect)];
      }
      text += "\n";
    }
  }
  text += fmt::format("| **{} queries** |", queries);
  for (const std::string_view dialect : known_dialects()) {
    text += fmt::format(" **{}** |", totals[std::string(dialect)]);
  }
  return text + "\n";
}

std::string listed(const std::vector<std::string>& ids, std::size_t queries) {
  if (ids.size() == queries) return fmt::format("all {}", queries);
  return fmt::format("{}: {}", ids.size(), fmt::join(ids, ", "));
}

/// A line per dialect and reason, with the queries it holds for.
std::string reasons(const std::vector<Section>& sections) {
  std::string text = "| Dialect | Why there is no text | Queries |\n| --- | --- | --- |\n";
  std::size_t queries = 0;
  for (const Section& section : sections) queries += section.queries.size();
  for (const std::string_view name : known_dialects()) {
    const std::string dialect(name);
    std::vector<std::pair<std::string, std::vector<std::string>>> by_reason;  // in order
    for (const Section& section : sections) {
      for (const Query* query : section.queries) {
        const std::string reason = reason_without_text(*query, dialect);
        if (reason.empty()) continue;
        auto at = std::find_if(by_reason.begin(), by_reason.end(),
                               [&](const auto& known) { return known.first == reason; });
        if (at == by_reason.end()) at = by_reason.insert(by_reason.end(), {reason, {}});
        at->second.push_back(query->id);
      }
    }
    for (const auto& [reason, ids] : by_reason) {
      text += fmt::format("| {} | {} | {} |\n", dialect, reason, listed(ids, queries));
    }
  }
  return text;
}

}  // namespace

std::string reason_without_text(const Query& query, const std::string& dialect) {
  if (query.texts.contains(dialect)) return "";
  const auto own = query.withheld.find(dialect);
  return own != query.withheld.end() ? own->second : std::string(lacking(query, dialect));
}

std::string coverage_markdown(const std::vector<Workload>& workloads) {
  const std::vector<Section> sections = sections_of(workloads);
  return "# Coverage: which query is asked in which language\n\n"
         "Written by `gb workload coverage > docs/coverage.md`; do not edit. An engine takes the "
         "first dialect of its chain that a query has\na text in, and without any the query is "
         "skipped with the reason. \"emulated\": the text spells a whole-graph kernel out; such "
         "figures\nnever share a table with native kernels.\n\n" +
         matrix(sections) + "\n## Why a text is missing\n\n" + reasons(sections);
}

}  // namespace gb
