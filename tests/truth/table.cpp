#include <fmt/format.h>

#include <iterator>

#include "tests/truth/row.h"

namespace gb::truth {
namespace {

std::string share(double percent) {
  return std::isnan(percent) ? "" : fmt::format("{:.2f}", percent);
}

std::string band(const TruthRow& row) {
  if (row.least <= 0 && row.most == 100) return "";
  if (row.least <= 0) return fmt::format("at most {:g}", row.most);
  if (row.most == 100) return fmt::format("at least {:g}", row.least);
  return fmt::format("{:g} to {:g}", row.least, row.most);
}

}  // namespace

Rows all_rows() {
  Rows all;
  for (const auto experiment :
       {false_alarms_of_identical_builds, drifting_and_noisy_hosts, true_changes, interval_coverage,
        layout_of_rebuilt_pairs, early_looks, changes_in_histories, coordinated_omission,
        two_stage_gate, variance_levels, slots_and_single_queries, sequential_gate}) {
    Rows rows = experiment();
    std::move(rows.begin(), rows.end(), std::back_inserter(all));
  }
  return all;
}

std::string markdown(const Rows& rows) {
  std::string text =
      "| | what was true | what was counted | lab, % | reference, % | must be |\n"
      "|---|---|---|---:|---:|---|\n";
  for (const TruthRow& row : rows) {
    text += fmt::format("| {} | {} | {} | {} | {} | {} |\n", row.id, row.world, row.asked,
                        share(row.lab), share(row.reference), band(row));
  }
  return text;
}

}  // namespace gb::truth
