#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/report/columns.h"

namespace gb {

// Our own view of documents, before it is text: what every format prints, decided once.

enum class CellKind {
  Measured,
  Errors,    // every operation failed
  Skipped,   // the engine has no text or ability for it
  Failed,    // answered wrongly
  Broken,    // we or the engine could not
  Absent,    // the document does not know the query
  Emulated,  // its figures stand in the table of emulated texts
};

std::string_view name_of(CellKind kind);  // "measured", "errors", ...

/// One query on one engine.
struct LabCell {
  CellKind kind = CellKind::Absent;
  std::string reason;  // a code, of a skipped or broken one
  std::string detail;  // the first difference, the first error
  const StatFields* stat = nullptr;
  std::optional<std::int64_t> p50_low, p50_high;  // 95 % interval, where one was stored
  std::optional<std::int64_t> p90_low, p90_high;
  std::optional<std::int64_t> p95_low, p95_high;
  std::optional<std::int64_t> p99_low, p99_high;
  std::optional<double> per_second;  // successful operations per wall second
  bool p99_is_max = false;      // fewer than 299 successful samples: no p99 can be told from them
  std::optional<double> ratio;  // p50 over that of the first column; where both were measured
  std::optional<double> ratio_low, ratio_high;  // at least 90 %: from the ends of both intervals
  bool undecided = false;                       // the two intervals of the median overlap
  bool below_resolution = false;                // p50 is shorter than ten times the timer's floor
};

struct LabRow {
  std::string query, query_class;
  std::vector<LabCell> cells;  // one per column
};

struct LabColumn {
  const ResultDocument* document = nullptr;
  std::string label;  // as short as tells the columns apart
};

/// What may stand side by side: the documents of one machine, workload and scale. Figures of texts
/// that stand in for a kernel an engine lacks are never among native ones: they have a table of
/// their own, which follows.
struct LabTable {
  std::string machine, workload, scale;
  bool emulated = false;
  std::vector<LabColumn> columns;
  std::vector<LabRow> rows;  // classes in canonical order, queries as they were asked
  std::vector<LabRow> cold;  // first accesses after a restart, pooled per class; often none
  /// Why the columns are no comparison: each part of the compatibility key that differs, with its
  /// values. Empty: they are, and the cells have ratios.
  std::vector<std::string> differences;
};

/// The tables, in the order their first documents come. side_by_side: all documents of a machine in
/// one table, though workload or scale differ (somebody asked to compare exactly these).
std::vector<LabTable> lab_tables(const std::vector<ResultDocument>& documents, bool side_by_side);

/// How many answers were checked, over all documents.
struct Verified {
  std::int64_t passed = 0;   // queries whose verdict is PASS
  std::int64_t asked = 0;    // queries with a verdict other than SKIP
  std::int64_t skipped = 0;  // queries with the verdict SKIP
};

Verified verified_count(const std::vector<ResultDocument>& documents);

/// "27 of 27 answers verified"; with ", 2 skipped" where some were.
std::string verified_line(const Verified& verified);

/// The machine a document came from: its agent's name, else its CPU, else "unknown machine".
std::string machine_of(const ResultDocument& document);

}  // namespace gb
