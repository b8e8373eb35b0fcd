#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/document/lookup.h"
#include "core/document/result_document.h"

namespace gb {

using Columns = std::vector<const ResultDocument*>;

/// Ordered by plane: inproc, bolt, subprocess, native; an unknown one ranks with inproc. Stable.
Columns in_column_order(const std::vector<ResultDocument>& documents);

/// "zu/inproc".
std::string engine_plane(const ResultDocument& document);

/// Class labels found in any document's `classes` (and `cold`): the canonical ones in their order,
/// then the others by name.
std::vector<std::string> class_order(const Columns& columns, bool with_warm, bool with_cold);

}  // namespace gb
