#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace gb::truth {

inline constexpr int kReplicates = 2000;
inline constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// One line of the table: how often the rules said so in a world whose truth is known, in percent.
struct TruthRow {
  std::string id;     // "T1"
  std::string world;  // what was true
  std::string asked;  // what was counted
  double lab = kNone;
  double reference =
      kNone;  // the reference's rules on the same figures; none where it has no such rule
  double least = 0, most = 100;  // the pass band of `lab`, in percent; 0 and 100 bound nothing
  bool holds() const {
    // Widened by three standard errors of a proportion: a correct rule does not fail by luck.
    const auto slack = [](double percent) {
      const double p = std::min(std::max(percent / 100, 0.0005), 0.9995);
      return 300 * std::sqrt(p * (1 - p) / kReplicates);
    };
    return lab >= (least <= 0 ? 0 : least - slack(least)) &&
           (most == 100 || lab <= most + slack(most));
  }
};

using Rows = std::vector<TruthRow>;

// One function per experiment of the table, each from a fixed seed.
Rows false_alarms_of_identical_builds();  // T1
Rows drifting_and_noisy_hosts();          // T2
Rows true_changes();                      // T3, T4, T6
Rows interval_coverage();                 // T5
Rows layout_of_rebuilt_pairs();           // T7
Rows early_looks();                       // T8
Rows changes_in_histories();              // T9
Rows coordinated_omission();              // T10
Rows two_stage_gate();                    // T11
Rows variance_levels();                   // T12
Rows slots_and_single_queries();          // further worlds
Rows sequential_gate();                   // further worlds

/// All of them, in order.
Rows all_rows();

/// The Markdown table of docs/how-we-measure.md.
std::string markdown(const Rows& rows);

/// The part of that page between its two markers, or what is wrong.
inline constexpr const char* kBegin =
    "<!-- truth: begin (make this again with the target truth_table) -->\n";
inline constexpr const char* kEnd = "<!-- truth: end -->\n";

}  // namespace gb::truth
