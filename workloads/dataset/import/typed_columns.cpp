#include "workloads/dataset/import/typed_columns.h"

#include <algorithm>
#include <map>

#include "core/data/number_format.h"
#include "workloads/dataset/import/import_job.h"

namespace gb {
namespace {

std::string upper(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return out;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '"')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '"')) text.remove_suffix(1);
  return text;
}

const std::map<std::string, ColumnRole, std::less<>>& roles() {
  static const std::map<std::string, ColumnRole, std::less<>> kRoles = {
      {"ID", ColumnRole::Id},        {"START_ID", ColumnRole::StartId},
      {"END_ID", ColumnRole::EndId}, {"LABEL", ColumnRole::Label},
      {"TYPE", ColumnRole::Type},    {"IGNORE", ColumnRole::Ignored}};
  return kRoles;
}

}  // namespace

std::optional<PropertyType> property_type_of(std::string_view word) {
  using P = PropertyType;
  static const std::map<std::string, P, std::less<>> kTypes = {{"STRING", P::String},
                                                               {"CHAR", P::String},
                                                               {"TIME", P::String},
                                                               {"LOCALTIME", P::String},
                                                               {"DURATION", P::String},
                                                               {"POINT", P::String},
                                                               {"INTERVAL", P::String},
                                                               {"UUID", P::String},
                                                               {"BLOB", P::String},
                                                               {"LONG", P::Int64},
                                                               {"INT", P::Int64},
                                                               {"INTEGER", P::Int64},
                                                               {"SHORT", P::Int64},
                                                               {"BYTE", P::Int64},
                                                               {"INT64", P::Int64},
                                                               {"INT32", P::Int64},
                                                               {"INT16", P::Int64},
                                                               {"INT8", P::Int64},
                                                               {"UINT64", P::Int64},
                                                               {"UINT32", P::Int64},
                                                               {"UINT16", P::Int64},
                                                               {"UINT8", P::Int64},
                                                               {"SERIAL", P::Int64},
                                                               {"FLOAT", P::Float64},
                                                               {"DOUBLE", P::Float64},
                                                               {"FLOAT64", P::Float64},
                                                               {"FLOAT32", P::Float64},
                                                               {"REAL", P::Float64},
                                                               {"DECIMAL", P::Float64},
                                                               {"BOOLEAN", P::Bool},
                                                               {"BOOL", P::Bool},
                                                               {"DATE", P::Date},
                                                               {"DATETIME", P::Datetime},
                                                               {"TIMESTAMP", P::Datetime},
                                                               {"LOCALDATETIME", P::Datetime}};
  std::string type = upper(trimmed(word));
  // Of "DATETIME{timezone:Z}" and "DECIMAL(10,2)" the word alone.
  const bool list = type.ends_with("[]");
  type = type.substr(0, type.find_first_of("{([ "));
  const auto found = kTypes.find(type);
  if (found == kTypes.end()) return std::nullopt;
  return list ? P::StringList : found->second;
}

Result<TypedColumn> typed_column(std::string_view cell, std::string_view where) {
  cell = trimmed(cell);
  TypedColumn column;
  const std::size_t colon = cell.find(':');
  column.name = trimmed(cell.substr(0, colon));
  if (colon == std::string_view::npos) {
    if (!column.name.empty()) return column;
    return fail(ErrorCode::InvalidArgument, "{}: a header cell is empty", where);
  }
  const std::string_view word = cell.substr(colon + 1);
  const std::size_t open = word.find('(');
  const auto role = roles().find(upper(trimmed(word.substr(0, open))));
  if (role != roles().end()) {
    column.role = role->second;
    if (open != std::string_view::npos) {
      const std::size_t close = word.find(')', open);
      column.space = trimmed(word.substr(open + 1, close - open - 1));
    }
    return column;
  }
  const auto type = property_type_of(word);
  if (!type || column.name.empty()) {
    return fail(ErrorCode::InvalidArgument,
                "{}: \"{}\" is neither a named property of a known type nor one of :ID, :START_ID, "
                ":END_ID, :LABEL, :TYPE, :IGNORE",
                where, cell.substr(0, 80));
  }
  column.type = *type;
  return column;
}

bool is_typed_header(std::string_view line) {
  const std::string text = upper(line);
  for (const std::string_view mark : {":ID", ":START_ID", ":END_ID"}) {
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1)) {
      const std::size_t end = at + mark.size();
      if (end == text.size() ||
          std::string_view("(|\t,; \"{").find(text[end]) != std::string::npos) {
        return true;
      }
    }
  }
  return false;
}

char separator_of(std::string_view line) {
  const std::size_t at = line.find_first_of("|\t,;");
  return at == std::string_view::npos ? '|' : line[at];
}

bool canonical_cell(std::string_view cell, PropertyType type, std::string& out) {
  out.assign(cell);
  if (cell.empty()) return true;
  switch (type) {
    case PropertyType::Int64: {
      if (cell.starts_with('+')) cell.remove_prefix(1);
      const auto number = whole_int64(cell);
      if (number) out = std::to_string(*number);
      return number.has_value();
    }
    case PropertyType::Float64: {
      if (cell.starts_with('+')) cell.remove_prefix(1);
      const auto number = finite_float64(cell);
      if (number) out = json_float(*number);
      return number.has_value();
    }
    case PropertyType::Bool: {
      const std::string word = upper(cell);
      out = word == "TRUE" ? "true" : "false";
      return word == "TRUE" || word == "FALSE";
    }
    case PropertyType::String:
    case PropertyType::Date:
    case PropertyType::Datetime:
    case PropertyType::StringList:
      break;
  }
  return true;
}

}  // namespace gb
