#pragma once

#include <string>
#include <vector>

#include "core/report/lab_view.h"

namespace gb {

/// A line below a table: whom it is about, and what is said.
struct Note {
  std::string about, text;
};

/// What must travel with the numbers (versions, durability, data, load, ...): first "all columns"
/// with what they share, then each column with what is its own.
std::vector<Note> condition_notes(const LabTable& table);

/// Every answer that was wrong, broken or in error, with the first difference or message, and
/// reasons too long for their cell.
std::vector<Note> problem_notes(const LabTable& table);

/// Per column but the first: the geometric mean of its p50 ratios, and how many queries were
/// faster, slower or undecided. Nothing where columns do not compare.
std::vector<Note> ratio_notes(const LabTable& table);

/// What these runs cannot show, from facts in the documents; each said once for all tables.
std::vector<std::string> limit_notes(const std::vector<LabTable>& tables);

/// The longest reason a cell shows whole.
inline constexpr std::size_t kReasonInCell = 20;

}  // namespace gb
