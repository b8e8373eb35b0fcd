#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/report/plot_axis.h"
#include "core/report/plots.h"
#include "core/report/quantity.h"

namespace gb {
namespace {

/// Each second where it was kept, else the windows of ten.
const SeriesFields* series_of(const ResultDocument& document, const std::string& query) {
  if (!document.gb) return nullptr;
  for (const auto* kept : {&document.gb->seconds, &document.gb->windows}) {
    const auto found = kept->find(query);
    if (found == kept->end() || found->second.counts.size() < 2) continue;
    const std::size_t n = found->second.counts.size();
    if (found->second.p50_ns.size() == n && found->second.p99_ns.size() == n) return &found->second;
  }
  return nullptr;
}

struct Panel {
  std::string query;
  std::vector<const SeriesFields*> series;  // one per column, null without
};

/// A polyline per stretch: windows without a completed operation leave a gap.
void draw_series(Svg& svg, const SeriesFields& series, const std::vector<std::int64_t>& values,
                 double seconds, const LogAxis& up, const std::string& kind) {
  std::vector<std::pair<double, double>> points;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] <= 0) {
      svg.path(points, kind);
      points.clear();
      continue;
    }
    const double t =
        (static_cast<double>(i) + 0.5) * static_cast<double>(series.window_ns) / 1e9 / seconds;
    points.emplace_back(170 + t * 710, up.at(static_cast<double>(values[i])));
  }
  svg.path(points, kind);
}

void draw_panel(Svg& svg, const Panel& panel, double top) {
  double low = 0, high = 0, seconds = 0;
  for (const SeriesFields* series : panel.series) {
    if (series == nullptr) continue;
    seconds = std::max(seconds, static_cast<double>(series->window_ns) / 1e9 *
                                    static_cast<double>(series->counts.size()));
    for (const auto* values : {&series->p50_ns, &series->p99_ns}) {
      for (const std::int64_t value : *values) {
        if (value <= 0) continue;
        const auto ns = static_cast<double>(value);
        low = low == 0 ? ns : std::min(low, ns);
        high = std::max(high, ns);
      }
    }
  }
  if (low <= 0 || seconds <= 0) return;
  const LogAxis up(low / 1.1, high * 1.1, top + 90, top + 8);
  svg.text(10, top + 50, short_name(panel.query, 18));
  double last = top + 200;
  for (const double tick : up.ticks()) {
    svg.line(170, up.at(tick), 880, up.at(tick), "g");
    if (last - up.at(tick) < 14) continue;
    last = up.at(tick);
    svg.text(164, last + 4, three_digits(std::llround(tick)), "end", "a");
  }
  svg.line(170, top + 90, 880, top + 90, "g");
  svg.text(880, top + 104, fmt::format("{:.0f} s", seconds), "end", "a");
  for (std::size_t i = 0; i < panel.series.size(); ++i) {
    if (panel.series[i] == nullptr) continue;
    draw_series(svg, *panel.series[i], panel.series[i]->p50_ns, seconds, up, series_class(i));
    draw_series(svg, *panel.series[i], panel.series[i]->p99_ns, seconds, up,
                series_class(i) + " dashed");
  }
}

}  // namespace

std::optional<Svg> windows_plot(const LabTable& table) {
  std::vector<Panel> panels;
  for (const LabRow& row : table.rows) {
    Panel panel{row.query, {}};
    bool any = false;
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const bool shown = row.cells[i].kind == CellKind::Measured;
      panel.series.push_back(shown ? series_of(*table.columns[i].document, row.query) : nullptr);
      any = any || panel.series.back() != nullptr;
    }
    if (any) panels.push_back(std::move(panel));
  }
  if (panels.empty()) return std::nullopt;
  std::vector<std::string> labels;
  for (const LabColumn& column : table.columns) labels.push_back(column.label);
  Svg svg(900, 60 + 115 * static_cast<double>(panels.size()) + 20);
  svg.text(10, 20,
           fmt::format("Over the run: {} {} on {}{}", table.workload, table.scale, table.machine,
                       table.emulated ? ", emulated" : ""),
           "start", "h");
  draw_legend(svg, 10, 40, labels);
  for (std::size_t i = 0; i < panels.size(); ++i) {
    draw_panel(svg, panels[i], 50 + 115 * static_cast<double>(i));
  }
  svg.text(10, svg.height() - 6, "whole line: median of each window; dashed: p99", "start", "a");
  return svg;
}

}  // namespace gb
