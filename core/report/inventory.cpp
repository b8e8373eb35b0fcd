#include "core/report/inventory.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "core/base/duration.h"
#include "core/report/grid.h"
#include "core/report/lab_formats.h"
#include "core/report/lab_view.h"

namespace gb {
namespace {

struct Held {
  std::int64_t results = 0, partial = 0, withdrawn = 0;
  WallTime newest{};
};

using Key = std::vector<std::string>;

std::map<Key, Held> held_by_key(const std::vector<ResultDocument>& documents) {
  std::map<Key, Held> all;
  for (const ResultDocument& d : documents) {
    const Condition& c = d.condition;
    Held& held = all[{c.engine, c.engine_version, c.plane, workload_of(d), c.scale, machine_of(d)}];
    ++held.results;
    held.partial += d.gb && d.gb->partial ? 1 : 0;
    held.withdrawn += is_withdrawn(d) ? 1 : 0;
    held.newest = std::max(held.newest, c.started_at);
  }
  return all;
}

}  // namespace

std::string inventory(const std::vector<ResultDocument>& documents, Format format) {
  const auto all = held_by_key(documents);
  Grid grid;
  grid.heads = {"engine",  "version", "plane",   "workload",  "scale",
                "machine", "results", "partial", "withdrawn", "newest"};
  nlohmann::json rows = nlohmann::json::array();
  for (const auto& [key, held] : all) {
    std::vector<std::string> row = key;
    const std::string newest = held.newest == WallTime{} ? "" : format_rfc3339(held.newest);
    for (const std::int64_t n : {held.results, held.partial, held.withdrawn}) {
      row.push_back(std::to_string(n));
    }
    row.push_back(format == Format::Csv ? newest : newest.substr(0, 10));
    nlohmann::json object;
    for (std::size_t i = 0; i < key.size(); ++i) object[grid.heads[i]] = key[i];
    object["results"] = held.results;
    object["partial"] = held.partial;
    object["withdrawn"] = held.withdrawn;
    object["newest"] = newest;
    rows.push_back(std::move(object));
    grid.rows.push_back(std::move(row));
  }
  if (format == Format::Json) {
    return nlohmann::json{{"schema", "graph-bench/inventory/1"}, {"rows", rows}}.dump(
               2, ' ', false, nlohmann::json::error_handler_t::replace) +
           "\n";
  }
  const std::string text = grid_text(grid, format);
  return format == Format::Html ? html_page("Inventory", text) : text;
}

}  // namespace gb
