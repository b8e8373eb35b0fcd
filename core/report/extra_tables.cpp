#include "core/report/extra_tables.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <vector>

#include "core/base/duration.h"
#include "core/report/quantity.h"
#include "core/report/text_table.h"

namespace gb {
namespace {

TextTable headed(const std::string& label, const Columns& columns, const std::string& suffix) {
  TextTable table;
  TableRow heads{label};
  for (const ResultDocument* document : columns) {
    heads.emplace_back(engine_plane(*document) + suffix);
  }
  table.add_heading(std::move(heads));
  return table;
}

std::string overhead_cell(std::int64_t p50, std::int64_t fastest, RowUnit unit) {
  if (p50 <= 0) return "n/a";
  const std::string plain = in_unit(p50, unit);
  if (p50 == fastest) return plain;
  return fmt::format("{} (+{}, x{:.2f})", plain, in_unit(p50 - fastest, unit),
                     static_cast<double>(p50) / static_cast<double>(fastest));
}

std::string rate(double v) {
  if (v >= 1e9) return fmt::format("{:.2f} G/s", v / 1e9);
  if (v >= 1e6) return fmt::format("{:.2f} M/s", v / 1e6);
  if (v >= 1e3) return fmt::format("{:.2f} K/s", v / 1e3);
  return fmt::format("{:.0f} /s", v);
}

std::string amount(std::int64_t count) {
  const auto v = static_cast<double>(count);
  if (v >= 1e9) return fmt::format("{:.2f}G", v / 1e9);
  if (v >= 1e6) return fmt::format("{:.2f}M", v / 1e6);
  if (v >= 1e3) return fmt::format("{:.1f}K", v / 1e3);
  return std::to_string(count);
}

}  // namespace

std::string overhead_table(const Columns& columns) {
  std::map<std::string, int> carriers;
  for (const ResultDocument* document : columns) {
    for (const auto& [id, stat] : document->queries) ++carriers[id];
  }
  TextTable table = headed("Query", columns, " p50");
  bool any = false;
  for (const auto& [id, count] : carriers) {
    if (count < 2) continue;
    any = true;
    std::vector<std::int64_t> values;
    for (const ResultDocument* document : columns) {
      const auto stat = document->queries.find(id);
      values.push_back(stat == document->queries.end() ? 0 : stat->second.p50);
    }
    std::int64_t fastest = 0;
    for (const std::int64_t value : values) {
      if (value > 0 && (fastest == 0 || value < fastest)) fastest = value;
    }
    const RowUnit unit = row_unit(values);
    TableRow row{id};
    for (const std::int64_t value : values) row.emplace_back(overhead_cell(value, fastest, unit));
    table.add_row(std::move(row));
  }
  if (!any) return "No query was measured on more than one plane.\n";
  return table.render_padded();
}

std::string rate_table(const Columns& columns) {
  std::map<std::string, std::int64_t> edges;  // the last document wins a disputed label
  for (const ResultDocument* document : columns) {
    for (const auto& [id, teps] : document->teps) edges[id] = teps.edges;
  }
  if (edges.empty()) return "";
  TextTable table = headed("Traversal rate", columns, "");
  for (const auto& [id, count] : edges) {
    TableRow row{fmt::format("{} ({} edges)", id, amount(count))};
    for (const ResultDocument* document : columns) {
      const auto teps = document->teps.find(id);
      const double mean = teps == document->teps.end() ? 0 : teps->second.harmonic_mean;
      row.emplace_back(mean > 0 ? rate(mean) : "n/a");
    }
    table.add_row(std::move(row));
  }
  return table.render_padded() +
         "\nEdges per second, harmonic mean over the timed repetitions, one source per kernel. A\n"
         "kernel without a row was not run.\n";
}

std::string drift_table(const Columns& columns) {
  std::set<std::string> classes;
  std::int64_t window = 0;
  for (const ResultDocument* document : columns) {
    for (const auto& [name, drift] : document->drift) {
      classes.insert(name);
      window = drift.window;
    }
  }
  if (classes.empty()) return "";
  TextTable table = headed(
      fmt::format("Sustained p99 ({} windows)", format_duration(Nanos(window))), columns, "");
  for (const std::string& name : classes) {
    TableRow row{name};
    for (const ResultDocument* document : columns) {
      const auto found = document->drift.find(name);
      if (found == document->drift.end() || found->second.first_p99 <= 0) {
        row.emplace_back("n/a");
        continue;
      }
      const DriftFields& drift = found->second;
      row.emplace_back(fmt::format("{} first, {} worst, {:.2f}x trend",
                                   in_unit(drift.first_p99, RowUnit::Ms),
                                   in_unit(drift.worst_p99, RowUnit::Ms), drift.trend));
    }
    table.add_row(std::move(row));
  }
  return table.render_padded() +
         "\nRead the trend: the median of the later half of the windows over that of the earlier. "
         "The\n"
         "worst window grows with their number by itself. Only whole windows count.\n";
}

}  // namespace gb
