#pragma once

#include <string>
#include <vector>

#include "core/data/dataset.h"
#include "core/data/row_set.h"
#include "core/data/statement.h"

namespace gb {

/// Something of the whole graph that no bracketed write may change in the end.
struct Invariant {
  std::string about;    // "Person", "KNOWS": the label or type
  Statement statement;  // one row: how many there are, then a sum over each property but floats
};

/// One for every label and type, in the first of the dialects there is a spelling for (sql,
/// cypher); empty when there is none. Sums do not depend on the order of rows: of integers and
/// truth values modulo 1,000,003, of texts their lengths.
std::vector<Invariant> invariants_of(const Dataset& dataset,
                                     const std::vector<std::string>& dialects);

}  // namespace gb
