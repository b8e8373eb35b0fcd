#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace gb {

/// The JSON Schema (2020-12) of schema 4, made from the list of fields the codec itself reads and
/// writes, so that none can be forgotten. docs/schema/result-4.json is this text.
std::string document_schema();

/// Whether a value obeys a schema made of the keywords `document_schema` uses: type, required,
/// properties, additionalProperties, items, enum, minimum, format date-time, $ref to $defs.
/// InvalidArgument, saying where and what, for the first thing that does not; Unsupported for a
/// schema with another keyword.
Result<void> obeys_schema(const nlohmann::json& value, const nlohmann::json& schema);

/// Whether bytes are a result document fit to be kept: they can be read, obey the schema (from
/// schema 4 on), and do not contradict themselves (check.h). The message begins with `name`.
Result<void> validate_document(std::string_view bytes, std::string_view name);

}  // namespace gb
