#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/data/dataset.h"

namespace gb {

enum class ColumnRole { Id, StartId, EndId, Label, Type, Property, Ignored };

/// What a column of a typed file means.
struct TypedColumn {
  ColumnRole role = ColumnRole::Property;
  std::string name;   // may be empty for a structural column
  std::string space;  // of an Id, StartId or EndId: "Person" of ":START_ID(Person)"
  PropertyType type = PropertyType::String;
};

/// "LONG", "string[]", "DateTime" and the like, of import headers and of Cypher schemas. Integers
/// of every width become INT64, floats FLOAT64, lists STRING[]; what our model has no type for
/// (times, durations, points, UUIDs) stays the text it is. Nothing for a word that is no type.
std::optional<PropertyType> property_type_of(std::string_view word);

/// A header cell such as "id:ID(Person)", ":LABEL", "age:INT", "name". InvalidArgument, beginning
/// with `where`, for an unknown type.
Result<TypedColumn> typed_column(std::string_view cell, std::string_view where);

/// Whether a line is a header with :ID, :START_ID or :END_ID in it.
bool is_typed_header(std::string_view line);

/// The separator of a header line: the first of | TAB , ; in it; | when there is none.
char separator_of(std::string_view line);

/// A cell as canonical CSV has it, in `out`; false when it is no value of the type. Empty is null,
/// whatever the type.
bool canonical_cell(std::string_view cell, PropertyType type, std::string& out);

}  // namespace gb
