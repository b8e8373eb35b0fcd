#include "core/report/resource_table.h"

#include <algorithm>

#include "core/base/duration.h"
#include "core/document/resource_fields.h"
#include "core/report/quantity.h"
#include "core/report/text_table.h"

namespace gb {
namespace {

std::int64_t value_of(const ResultDocument& document, const ResourceField& field) {
  const auto found = document.resource.values.find(std::string(field.name));
  return found == document.resource.values.end() ? -1 : found->second;
}

std::string shown(std::int64_t value, ResourceKind kind) {
  if (value == -1) return "n/a";
  switch (kind) {
    case ResourceKind::Bytes:
      return format_bytes(value);
    case ResourceKind::Duration:
      return format_duration(Nanos(value));
    case ResourceKind::Count:
      break;
  }
  return std::to_string(value);
}

}  // namespace

std::string resource_table(const Columns& columns) {
  if (columns.empty()) return "";
  TextTable table;
  TableRow heads{"Resource"};
  for (const ResultDocument* document : columns) heads.emplace_back(engine_plane(*document));
  table.add_heading(std::move(heads));
  bool any = false;
  for (const ResourceField& field : kResourceFields) {
    const bool known = std::any_of(columns.begin(), columns.end(), [&](const auto* document) {
      return value_of(*document, field) != -1;
    });
    if (!known) continue;
    any = true;
    TableRow row{std::string(field.label)};
    for (const ResultDocument* document : columns) {
      row.emplace_back(shown(value_of(*document, field), field.kind));
    }
    table.add_row(std::move(row));
  }
  if (!any) return "No document carries a resource capture.\n";
  return table.render_padded() +
         "\n"
         "Counters are differences over that engine's run; peaks are the largest of the process's\n"
         "whole life, so they belong to an engine only where it ran alone. The children rows:\n"
         "subprocess, the engine itself; in-process, a loader at most; over a wire, nothing: "
         "measure\n"
         "the server itself.\n";
}

}  // namespace gb
