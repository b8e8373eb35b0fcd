#include "core/report/plots.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/document/figures.h"
#include "core/report/plot_axis.h"
#include "core/report/quantity.h"
#include "core/report/text_table.h"

namespace gb {
namespace {

constexpr double kWidth = 900, kLeft = 170, kRight = 880;

std::vector<std::string> labels_of(const LabTable& table, std::size_t from) {
  std::vector<std::string> labels;
  for (std::size_t i = from; i < table.columns.size(); ++i) {
    labels.push_back(table.columns[i].label);
  }
  return labels;
}

std::string title_of(const LabTable& table, std::string_view what) {
  return fmt::format("{}: {} {} on {}{}", what, table.workload, table.scale, table.machine,
                     table.emulated ? ", emulated" : "");
}

void draw_spread(Svg& svg, const LogAxis& axis, const Spread& spread, double y,
                 const std::string& kind) {
  svg.line(axis.at(spread.p5), y, axis.at(spread.p95), y, kind);
  svg.box(axis.at(spread.p25), y - 4, axis.at(spread.p75) - axis.at(spread.p25), 8, kind);
  svg.line(axis.at(spread.p50), y - 5, axis.at(spread.p50), y + 5, kind + " w");
  svg.dot(axis.at(spread.p99), y, 3, kind);
  svg.dot(axis.at(spread.max), y, 2.5, kind + " hollow");
}

/// Grid lines with their values below the plot.
template <class Words>
void draw_scale(Svg& svg, const LogAxis& axis, double top, double bottom, Words words) {
  double last = -100;
  for (const double tick : axis.ticks()) {
    svg.line(axis.at(tick), top, axis.at(tick), bottom, "g");
    if (axis.at(tick) - last < 45) continue;
    last = axis.at(tick);
    svg.text(last, bottom + 14, words(tick), "middle", "a");
  }
}

struct Row {
  std::string query;
  std::vector<std::optional<Spread>> spreads;  // one per column
};

std::vector<Row> rows_of(const LabTable& table) {
  std::vector<Row> rows;
  for (const LabRow& row : table.rows) {
    Row found{row.query, {}};
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      found.spreads.push_back(spread_of(*table.columns[i].document, row.query, row.cells[i]));
    }
    if (std::any_of(found.spreads.begin(), found.spreads.end(),
                    [](const auto& spread) { return spread.has_value(); })) {
      rows.push_back(std::move(found));
    }
  }
  return rows;
}

std::pair<double, double> range_of(const std::vector<Row>& rows) {
  double low = 0, high = 0;
  for (const Row& row : rows) {
    for (const auto& spread : row.spreads) {
      if (!spread) continue;
      low = low == 0 ? spread->p5 : std::min(low, spread->p5);
      high = std::max(high, spread->max);
    }
  }
  return {low / 1.1, high * 1.1};
}

}  // namespace

std::optional<Spread> spread_of(const ResultDocument& document, const std::string& query,
                                const LabCell& cell) {
  if (cell.kind != CellKind::Measured || cell.stat->p50 <= 0) return std::nullopt;
  const StatFields& s = *cell.stat;
  const auto ns = [](std::int64_t value) {
    return static_cast<double>(std::max<std::int64_t>(value, 1));
  };
  Spread spread{ns(s.min), ns(s.min), ns(s.p50), ns(s.p90), ns(s.p95), ns(s.p99), ns(s.max)};
  if (!document.gb) return spread;
  const auto kept = document.gb->samples.find(query);
  if (kept == document.gb->samples.end()) return spread;
  const auto samples = distribution_of(kept->second);
  if (!samples || samples->count() == 0) return spread;
  spread.p5 = ns(samples->percentile({1, 20}).count());
  spread.p25 = ns(samples->percentile({1, 4}).count());
  spread.p75 = ns(samples->percentile({3, 4}).count());
  return spread;
}

std::optional<Svg> latency_plot(const LabTable& table) {
  const std::vector<Row> rows = rows_of(table);
  if (rows.empty()) return std::nullopt;
  const double band = 16 * static_cast<double>(table.columns.size()) + 10;
  const double top = 50, bottom = top + band * static_cast<double>(rows.size());
  Svg svg(kWidth, bottom + 45);
  svg.text(10, 20, title_of(table, "Latency"), "start", "h");
  draw_legend(svg, 10, 40, labels_of(table, 0));
  const auto [low, high] = range_of(rows);
  const LogAxis axis(low, high, kLeft, kRight);
  draw_scale(svg, axis, top, bottom,
             [](double ns) { return three_digits(static_cast<std::int64_t>(std::llround(ns))); });
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const double y = top + band * static_cast<double>(r);
    svg.line(10, y, kRight, y, "g");
    svg.text(10, y + band / 2 + 4, short_name(rows[r].query, 22));
    for (std::size_t i = 0; i < rows[r].spreads.size(); ++i) {
      const double at = y + 13 + 16 * static_cast<double>(i);
      if (rows[r].spreads[i]) draw_spread(svg, axis, *rows[r].spreads[i], at, series_class(i));
    }
  }
  svg.text(10, bottom + 34,
           "box: 25th to 75th percentile; line: 5th to 95th; bar: median; dot: p99; ring: largest. "
           "Lower is better.",
           "start", "a");
  return svg;
}

std::optional<Svg> ratio_plot(const LabTable& table) {
  double low = 1, high = 1;
  std::vector<const LabRow*> rows;
  for (const LabRow& row : table.rows) {
    bool any = false;
    for (const LabCell& cell : row.cells) {
      if (!cell.ratio) continue;
      any = true;
      low = std::min(low, cell.ratio_low.value_or(*cell.ratio));
      high = std::max(high, cell.ratio_high.value_or(*cell.ratio));
    }
    if (any) rows.push_back(&row);
  }
  if (rows.empty()) return std::nullopt;
  const double band = 14 * static_cast<double>(table.columns.size() - 1) + 8;
  const double top = 50, bottom = top + band * static_cast<double>(rows.size());
  Svg svg(kWidth, bottom + 45);
  svg.text(10, 20, title_of(table, "Ratio of medians to " + table.columns.front().label), "start",
           "h");
  draw_legend(svg, 10, 40, labels_of(table, 1), 1);
  const LogAxis axis(std::max(low, 1e-6) / 1.1, high * 1.1, kLeft, kRight);
  draw_scale(svg, axis, top, bottom, [](double ratio) { return fmt::format("{:g}x", ratio); });
  svg.line(axis.at(1), top, axis.at(1), bottom, "one");
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const double y = top + band * static_cast<double>(r);
    svg.text(10, y + band / 2 + 4, short_name(rows[r]->query, 22));
    for (std::size_t i = 1; i < rows[r]->cells.size(); ++i) {
      const LabCell& cell = rows[r]->cells[i];
      if (!cell.ratio) continue;
      const double at = y + 11 + 14 * static_cast<double>(i - 1);
      const std::string kind = series_class(i);
      if (cell.ratio_low && cell.ratio_high) {
        svg.line(axis.at(std::max(*cell.ratio_low, 1e-6)), at, axis.at(*cell.ratio_high), at,
                 kind + " w");
      }
      svg.dot(axis.at(*cell.ratio), at, 4, kind + (cell.undecided ? " hollow" : ""));
    }
  }
  svg.text(10, bottom + 34,
           "left of 1: shorter than the first column; line: interval; ring: undecided, the "
           "intervals of both medians overlap",
           "start", "a");
  return svg;
}

std::string plots_file(const std::vector<ResultDocument>& documents, bool side_by_side) {
  Svg all(kWidth, 0);
  for (const LabTable& table : lab_tables(documents, side_by_side)) {
    for (const auto& plot : {latency_plot(table), ratio_plot(table), windows_plot(table)}) {
      if (plot) all.append_below(*plot);
    }
  }
  return all.height() > 0 ? all.file() : "";
}

std::string terminal_plot(const std::vector<ResultDocument>& documents, bool side_by_side,
                          std::size_t width) {
  std::string text;
  for (const LabTable& table : lab_tables(documents, side_by_side)) {
    const std::vector<Row> rows = rows_of(table);
    if (rows.empty()) continue;
    std::size_t names = 0;
    for (const Row& row : rows) names = std::max(names, text_width(short_name(row.query, 24)));
    std::size_t labels = 0;
    for (const LabColumn& column : table.columns) {
      labels = std::max(labels, text_width(short_name(column.label, 16)));
    }
    const std::size_t room =
        std::max<std::size_t>(20, width - std::min(width, names + labels + 14));
    const auto [low, high] = range_of(rows);
    const LogAxis axis(low, high, 0, static_cast<double>(room - 1));
    text += title_of(table, "Latency") + "\n\n";
    const auto padded = [](std::string word, std::size_t to) {
      word.append(to - std::min(to, text_width(word)), ' ');
      return word;
    };
    for (const Row& row : rows) {
      for (std::size_t i = 0; i < row.spreads.size(); ++i) {
        if (!row.spreads[i]) continue;
        const Spread& s = *row.spreads[i];
        const auto at = [&](double value) {
          return static_cast<std::size_t>(std::lround(axis.at(value)));
        };
        std::string bar(room, ' ');
        for (std::size_t x = at(s.p5); x <= at(s.p95); ++x) bar[x] = '-';
        for (std::size_t x = at(s.p25); x <= at(s.p75); ++x) bar[x] = '=';
        bar[at(s.max)] = 'o';
        bar[at(s.p99)] = '*';
        bar[at(s.p50)] = '|';
        text += padded(short_name(row.query, 24), names) + "  " +
                padded(short_name(table.columns[i].label, 16), labels) + "  " + bar + " " +
                three_digits(static_cast<std::int64_t>(s.p50)) + "\n";
      }
    }
    text += fmt::format(
        "\n{} to {}, logarithmic; - 5th to 95th percentile, = 25th to 75th, | median, * p99, o "
        "largest\n",
        three_digits(static_cast<std::int64_t>(low)),
        three_digits(static_cast<std::int64_t>(high)));
  }
  return text;
}

}  // namespace gb
