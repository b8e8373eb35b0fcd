#pragma once

#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "workloads/catalogue/catalogue.h"
#include "workloads/catalogue/catalogue_files.h"

namespace gb {

/// Reads `<query>.answers.json`: a list of {"params": {<parameter>: <value>}, "rows": [[...]]},
/// with "columns" if one likes to see them. Each binding occurs once and gives every parameter;
/// each row is as wide as the query's columns. Values are null, true, false, 64-bit integers,
/// floats, texts and lists of these. InvalidArgument, "<path>:<line>: <what is wrong>".
Result<std::vector<ExpectedAnswer>> read_expected_answers(const CatalogueFile& file,
                                                          const Query& query);

/// One binding and its rows, each as JSON, in the same form. InvalidArgument without a place.
Result<ExpectedAnswer> read_expected_answer(std::string_view params, std::string_view rows,
                                            const Query& query);

}  // namespace gb
