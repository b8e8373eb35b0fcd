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
  add(digest, query.kernel);
  add_all(digest, query.texts);
}

}  // namespace

std::string version_of(const Workload& workload) {
  Sha256 digest;
  add(digest, workload.name);
  add_all(digest, workload.datasets);
  for (const Query& query : workload.queries) add_query(digest, query);
  return digest.finish().substr(0, 16);
}

}  // namespace gb
