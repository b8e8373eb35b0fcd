#pragma once

#include <string>

#include "core/report/columns.h"

namespace gb {

// The reference harness's own views, to the character (result-document §6), for its documents and
// for whoever has scripts around them. One pair of columns per document, pooled class rows, one
// unit per row. Known weaknesses are kept; our own view is lab_view.h.

/// The plain table with error lines and footers.
std::string reference_table(const Columns& columns);

/// Markdown: the same rows, then the footers in italics.
std::string reference_markdown(const Columns& columns);

/// CSV, a record per document, section (class, cold, query) and row.
std::string reference_csv(const Columns& columns);

}  // namespace gb
