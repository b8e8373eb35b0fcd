#include "cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "cli/context.h"
#include "cli/lists.h"
#include "core/base/byte_size.h"
#include "core/base/duration.h"

namespace gb {
namespace {

namespace v1 = graphbench::v1;

/// The first `width` characters of a UTF-8 text, the last one an ellipsis where something was cut.
std::string fit_text(const std::string& text, std::size_t width) {
  std::size_t characters = 0;
  std::size_t kept = 0;  // bytes that fit with an ellipsis after them
  for (std::size_t at = 0; at < text.size(); ++at) {
    if ((static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) continue;
    if (++characters == width) kept = at;
  }
  return characters <= width ? text : text.substr(0, kept) + (width > 0 ? "…" : "");
}

/// workload: whether to name it, too.
std::string running_cell(const v1::CellView& cell, bool workload) {
  std::string text = fmt::format("{}: {} {}{}", cell.machine(), cell.engine(),
                                 workload ? cell.workload() + " " : "", cell.scale());
  if (cell.phase() != v1::RUN_PHASE_UNSPECIFIED)
    text += ", " + enum_words(v1::RunPhase_Name(cell.phase()), "RUN_PHASE_");
  if (cell.dataset_bytes_total() > 0) {
    text += fmt::format(" {} of {}",
                        byte_size_text(static_cast<std::int64_t>(cell.dataset_bytes_done())),
                        byte_size_text(static_cast<std::int64_t>(cell.dataset_bytes_total())));
  }
  if (cell.phase() == v1::RUN_PHASE_MEASURE && cell.query_count() > 0) {
    text += fmt::format(" {}/{}", cell.queries_done(), cell.query_count());
  }
  return text;
}

std::string ended_cell(const v1::CellView& cell) {
  const std::string end = enum_words(v1::CellEnd_Name(cell.end()), "CELL_END_");
  std::string text = fmt::format("{} · {} · {} · {}: {}", cell.machine(), cell.engine(),
                                 cell.workload(), cell.scale(), end);
  if (cell.failed_count() > 0) text += fmt::format(", {} queries FAIL", cell.failed_count());
  if (!cell.reason().empty()) text += " (" + cell.reason() + ")";
  return text;
}

}  // namespace

std::string progress_line(const v1::MatrixView& view, std::size_t width) {
  const std::size_t cells = std::max<std::size_t>(view.cell_count(), 1);
  const std::size_t bar = width < 100 ? 10 : 20;  // 80 columns have room for the phase then
  const std::size_t full = bar * view.ended_count() / cells;
  std::string line =
      fmt::format("[{}{}] {} of {} cells", std::string(full, '#'), std::string(bar - full, '.'),
                  view.ended_count(), view.cell_count());
  if (view.failed_query_count() > 0)
    line += fmt::format(" · {} failed queries", view.failed_query_count());
  if (view.remaining_nanos() > 0) {
    const auto left = std::chrono::ceil<std::chrono::seconds>(Nanos(view.remaining_nanos()));
    line += " · " + format_duration(left) + " left";
  }
  const bool several = std::any_of(view.cells().begin(), view.cells().end(), [&](const auto& cell) {
    return cell.workload() != view.cells().begin()->workload();
  });
  bool any = false;
  for (const v1::CellView& cell : view.cells()) {
    if (cell.state() == v1::CellView::STATE_RUNNING) {
      line += " · " + running_cell(cell, several);
      any = true;
    }
  }
  if (!any) {
    for (const v1::CellView& cell : view.cells()) {
      if (cell.state() == v1::CellView::STATE_QUEUED && !cell.reason().empty()) {
        line += " · waiting: " + cell.reason();
        break;
      }
    }
  }
  return fit_text(line, width);
}

MatrixProgress::MatrixProgress(bool quiet) : quiet_(quiet), lively_(stderr_is_lively()) {}

MatrixProgress::~MatrixProgress() { clear(); }

void MatrixProgress::show(const v1::MatrixView& view) {
  if (quiet_) return;
  if (lively_) {
    fmt::print(stderr, "\r\x1b[2K{}",
               progress_line(view, terminal_width(STDERR_FILENO).value_or(100) - 1));
    std::fflush(stderr);
    painted_ = true;
    return;
  }
  // No terminal: one line when something ended, so that a log stays readable.
  for (const v1::CellView& cell : view.cells()) {
    if (cell.state() == v1::CellView::STATE_ENDED && told_.insert(cell.cell_id()).second) {
      note(fmt::format("{}/{} {}", told_.size(), view.cell_count(), ended_cell(cell)));
    }
  }
}

void MatrixProgress::clear() {
  if (!painted_) return;
  fmt::print(stderr, "\r\x1b[2K");
  std::fflush(stderr);
  painted_ = false;
}

}  // namespace gb
