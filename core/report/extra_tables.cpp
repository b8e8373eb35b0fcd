#include "core/report/extra_tables.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <vector>

#include "core/base/duration.h"
#include "core/document/figures.h"
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
    for (const auto& [id, stat] : document->queries) {
      if (!is_emulated(*document, id)) ++carriers[id];
    }
  }
  TextTable table = headed("Query", columns, " p50");
  bool any = false;
  for (const auto& [id, count] : carriers) {
    if (count < 2) continue;
    any = true;
    std::vector<std::int64_t> values;
    for (const ResultDocument* document : columns) {
      const auto stat = document->queries.find(id);
      const bool counts = stat != document->queries.end() && !is_emulated(*document, id);
      values.push_back(counts ? stat->second.p50 : 0);
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

std::string rate_table(const Columns& columns, bool emulated) {
  std::map<std::string, std::int64_t> edges;  // the last document wins a disputed label
  for (const ResultDocument* document : columns) {
    for (const auto& [id, teps] : document->teps) {
      if (is_emulated(*document, id) == emulated) edges[id] = teps.edges;
    }
  }
  if (edges.empty()) return "";
  TextTable table = headed("Traversal rate", columns, "");
  for (const auto& [id, count] : edges) {
    TableRow row{fmt::format("{} ({} edges)", id, amount(count))};
    for (const ResultDocument* document : columns) {
      const auto teps = document->teps.find(id);
      const bool counts = teps != document->teps.end() && is_emulated(*document, id) == emulated;
      const double mean = counts ? teps->second.harmonic_mean : 0;
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

std::string trend_table(const Columns& columns, bool emulated) {
  std::set<std::string> queries;
  for (const ResultDocument* document : columns) {
    if (!document->gb) continue;
    for (const auto& [id, trend] : document->gb->trends) {
      if (is_emulated(*document, id) == emulated) queries.insert(id);
    }
  }
  if (queries.empty()) return "";
  TextTable table = headed("Drift of the median", columns, "");
  for (const std::string& id : queries) {
    TableRow row{id};
    for (const ResultDocument* document : columns) {
      const GbFields* gb = document->gb ? &*document->gb : nullptr;
      if (gb == nullptr || !gb->trends.contains(id) || is_emulated(*document, id) != emulated) {
        row.emplace_back("n/a");
        continue;
      }
      const TrendFields& t = gb->trends.at(id);
      row.emplace_back(fmt::format("{:+.1f}% ({:+.1f} to {:+.1f}){}", 100 * t.growth,
                                   100 * t.growth_low, 100 * t.growth_high,
                                   t.p_value < 0.01 ? " DRIFTS" : ""));
    }
    table.add_row(std::move(row));
  }
  return table.render() +
         "\nGrowth from the first window to the last with its 95 % interval (Theil-Sen); DRIFTS: a "
         "run\nwithout drift shows this in fewer than one case of a hundred (Mann-Kendall).\n";
}

std::string throughput_table(const Columns& columns, bool emulated) {
  bool wanted = false;
  std::set<std::string> queries;
  for (const ResultDocument* document : columns) {
    const Condition& c = document->condition;
    wanted = wanted || c.rate > 0 || (c.concurrency.size() == 1 && c.concurrency.front() > 1);
    if (!document->gb) continue;
    for (const auto& [id, kept] : document->gb->samples) {
      if (completed_per_second(kept) && is_emulated(*document, id) == emulated) queries.insert(id);
    }
  }
  if (!wanted || queries.empty()) return "";
  TextTable table = headed("Completed per wall second", columns, "");
  for (const std::string& id : queries) {
    TableRow row{id};
    for (const ResultDocument* document : columns) {
      std::optional<double> per_second;
      if (document->gb && is_emulated(*document, id) == emulated) {
        const auto kept = document->gb->samples.find(id);
        if (kept != document->gb->samples.end()) per_second = completed_per_second(kept->second);
      }
      row.emplace_back(per_second ? rate(*per_second) : "n/a");
    }
    table.add_row(std::move(row));
  }
  return table.render();
}

std::vector<std::string> extra_tables(const Columns& columns, bool emulated) {
  std::vector<std::string> found;
  for (std::string& text : std::vector<std::string>{
           throughput_table(columns, emulated), rate_table(columns, emulated),
           trend_table(columns, emulated), emulated ? "" : drift_table(columns)}) {
    if (!text.empty()) found.push_back(std::move(text));
  }
  return found;
}

}  // namespace gb
