#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "workloads/catalogue/catalogue.h"

namespace gb {

inline const Workload& built_in(const std::string& workload) {
  static const Catalogue kCatalogue = [] {
    Result<Catalogue> catalogue = Catalogue::built_in();
    REQUIRE_MESSAGE(catalogue, catalogue.error().message);
    return *catalogue;
  }();
  return **kCatalogue.find(workload);
}

inline const Workload& micro_read() { return built_in("micro-read"); }

/// A micro query by its id; of an unknown one just the id, with one column.
inline Query query_named(const std::string& id) {
  for (const char* workload : {"micro-read", "micro-powerlaw"}) {
    for (const Query& query : built_in(workload).queries) {
      if (query.id == id) return query;
    }
  }
  Query query;
  query.id = query.oracle = id;
  query.columns = {"n"};
  return query;
}

}  // namespace gb
