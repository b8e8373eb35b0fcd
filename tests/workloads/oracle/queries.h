#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "workloads/catalogue/catalogue.h"

namespace gb {

/// The built-in micro-read, and beside it the micro queries only the oracle knows so far.
inline const Workload& micro_read() {
  static const Catalogue kCatalogue = [] {
    Result<Catalogue> catalogue = Catalogue::built_in();
    REQUIRE_MESSAGE(catalogue, catalogue.error().message);
    return *catalogue;
  }();
  return **kCatalogue.find("micro-read");
}

inline Query query_named(const std::string& id) {
  for (const Query& query : micro_read().queries) {
    if (query.id == id) return query;
  }
  Query query;
  query.id = query.oracle = id;
  if (id.starts_with("micro-sp")) {
    query.parameters = {"src", "dst"};
    query.columns = {"d"};
  } else {
    query.columns = {"n"};
  }
  return query;
}

}  // namespace gb
