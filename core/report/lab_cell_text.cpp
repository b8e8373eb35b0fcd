#include "core/report/lab_cell_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/report/lab_notes.h"
#include "core/report/quantity.h"
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

std::string bounds_text(const std::optional<std::int64_t>& low,
                        const std::optional<std::int64_t>& high) {
  if (low && high) return fmt::format("({} to {})", three_digits(*low), three_digits(*high));
  if (low) return fmt::format("(from {})", three_digits(*low));
  if (high) return fmt::format("(to {})", three_digits(*high));
  return "";
}

std::string with_reach(std::int64_t value, const std::optional<std::int64_t>& low,
                       const std::optional<std::int64_t>& high) {
  std::string text = three_digits(value);
  if (!low || !high || value <= 0) return text;
  const auto reach = static_cast<double>(std::max(*high - value, value - *low));
  const double percent = std::ceil(100 * reach / static_cast<double>(value));
  // Beyond twice the figure a share tells less than the bound itself.
  return text + (percent > 99 ? " to " + three_digits(*high) : fmt::format(" ±{:.0f}%", percent));
}

}  // namespace gb
