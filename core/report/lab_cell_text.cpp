#include "core/report/lab_cell_text.h"

#include <fmt/format.h>

#include "core/report/lab_notes.h"
#include "core/report/text_table.h"

namespace gb {
namespace {

std::string in_cell(std::string_view word, const std::string& reason) {
  if (reason.empty()) return std::string(word);
  return fmt::format(
      "{}({})", word,
      reason.size() > kReasonInCell ? reason.substr(0, kReasonInCell - 2) + ".." : reason);
}

}  // namespace

std::string words_instead(const LabCell& cell) {
  switch (cell.kind) {
    case CellKind::Measured:
      return "";
    case CellKind::Errors:
      return fmt::format("ERR({}/{})", cell.stat->errors, cell.stat->count);
    case CellKind::Skipped:
      return in_cell("SKIP", one_line(cell.reason));
    case CellKind::Failed:
      return "FAIL";
    case CellKind::Broken:
      return in_cell("BROKEN", one_line(cell.reason));
    case CellKind::Emulated:
      return "emulated";
    case CellKind::Absent:
      break;
  }
  return "n/a";
}

}  // namespace gb
