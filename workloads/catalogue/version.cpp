#include "workloads/catalogue/version.h"

#include <fmt/format.h>

#include "core/base/sha256.h"

namespace gb {
namespace {

/// A field with its length in front, so that no content can imitate a boundary.
void add(Sha256& digest, std::string_view field) {
  digest.update(fmt::format("{}:", field.size()));
  digest.update(field);
}

void add_all(Sha256& digest, const std::vector<std::string>& fields) {
  add(digest, fmt::format("{}", fields.size()));
  for (const std::string& field : fields) add(digest, field);
}

void add_all(Sha256& digest, const std::map<std::string, std::string>& fields) {
  add(digest, fmt::format("{}", fields.size()));
  for (const auto& [key, value] : fields) {
    add(digest, key);
    add(digest, value);
  }
}

void add_all(Sha256& digest, const DialectTexts& texts) {
  add(digest, fmt::format("{}", texts.size()));
  for (const auto& [dialect, statements] : texts) {
    add(digest, dialect);
    add_all(digest, statements);
  }
}

void add_query(Sha256& digest, const Query& query) {
  add(digest, query.id);
  add(digest, name_of(query.query_class));
  add(digest, query.pool);
  add_all(digest, query.parameters);
  add_all(digest, query.columns);
  add(digest, fmt::format("{} {} {} {}", query.compare.ordered, query.compare.coerce,
                          query.compare.relative_tolerance, query.compare.absolute_floor));
  add(digest, query.oracle);
  add(digest, fmt::format("{} {} {}", query.needs_path_predicate, query.needs_shortest_path,
                          query.autocommit_ok));
  if (query.needs_deletes || query.needs_parallel_edges) {
    add(digest, fmt::format("{} {}", query.needs_deletes, query.needs_parallel_edges));
  }
  add_all(digest, query.compare.keys);
  add(digest, query.kernel);
  add(digest, fmt::format("{}", query.verify_limit));
  add_all(digest, std::vector<std::string>(query.emulated.begin(), query.emulated.end()));
  for (const DialectTexts* texts : {&query.texts, &query.setup, &query.teardown, &query.check}) {
    add_all(digest, *texts);
  }
  for (const ExpectedAnswer& answer : query.expected) {
    add(digest, canonical_text(List(answer.params)));
    for (const auto& row : answer.rows) add(digest, canonical_text(List(row)));
  }
}

}  // namespace

std::string version_of(const Workload& workload) {
  Sha256 digest;
  add(digest, workload.name);
  add_all(digest, workload.datasets);
  // A manifest holds the checksum of its dataset. Told apart, for the many without any keep theirs.
  if (!workload.manifests.empty()) add_all(digest, workload.manifests);
  add(digest, name_of(workload.protocol));
  add(digest, fmt::format("{}", workload.weights.size()));
  for (const auto& [id, weight] : workload.weights) add(digest, fmt::format("{} {}", id, weight));
  for (const Query& query : workload.queries) add_query(digest, query);
  return digest.finish().substr(0, 16);
}

}  // namespace gb
