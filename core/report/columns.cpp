#include "core/report/columns.h"

#include <algorithm>
#include <array>
#include <set>

namespace gb {
namespace {

std::size_t plane_rank(std::string_view plane) {
  constexpr std::array<std::string_view, 4> kPlanes{"inproc", "bolt", "subprocess", "native"};
  const auto found = std::find(kPlanes.begin(), kPlanes.end(), plane);
  return found == kPlanes.end() ? 0 : static_cast<std::size_t>(found - kPlanes.begin());
}

}  // namespace

Columns in_column_order(const std::vector<ResultDocument>& documents) {
  Columns columns;
  for (const ResultDocument& document : documents) columns.push_back(&document);
  std::stable_sort(columns.begin(), columns.end(), [](const auto* a, const auto* b) {
    return plane_rank(a->condition.plane) < plane_rank(b->condition.plane);
  });
  return columns;
}

std::string engine_plane(const ResultDocument& document) {
  return document.condition.engine + "/" + document.condition.plane;
}

std::vector<std::string> class_order(const Columns& columns, bool with_warm, bool with_cold) {
  std::set<std::pair<std::size_t, std::string>> seen;
  const auto add = [&](const std::map<std::string, StatFields>& stats) {
    for (const auto& [name, stat] : stats) seen.emplace(class_rank(name), name);
  };
  for (const ResultDocument* document : columns) {
    if (with_warm) add(document->classes);
    if (with_cold) add(document->cold);
  }
  std::vector<std::string> order;
  for (const auto& [rank, name] : seen) order.push_back(name);
  return order;
}

}  // namespace gb
