#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "core/base/error.h"
#include "core/data/dataset.h"
#include "workloads/dataset/import/import.h"
#include "workloads/dataset/import/import_output.h"
#include "workloads/dataset/import/import_source.h"

namespace gb {

/// What every format's reader works with. It fills in generator, parameters and kind of `dataset`
/// and the tables of `output`.
struct ImportJob {
  const ImportOptions& options;
  ImportSource& source;
  ImportReport& report;
  ImportOutput& output;
  Dataset& dataset;

  /// Reports a row that is left out; InvalidArgument when the import is strict.
  Result<void> drop(std::string_view reason, std::string_view where, std::string_view value = {}) {
    std::string example(where);
    if (!value.empty()) example += fmt::format(": \"{}\"", value.substr(0, 80));
    report.note(ImportAction::Dropped, reason, example);
    if (!options.strict) return {};
    return fail(ErrorCode::InvalidArgument, "{}: {}", example, reason);
  }
};

Result<void> import_ldbc_snb(ImportJob& job);
Result<void> import_typed_csv(ImportJob& job);
Result<void> import_edge_list(ImportJob& job);
Result<void> import_graphalytics(ImportJob& job);
Result<void> import_matrix_market(ImportJob& job);

/// Whether the source looks like one of that kind.
bool looks_like_ldbc_snb(const ImportSource& source);
bool looks_like_typed_csv(ImportSource& source);

/// The whole text as a number; nothing when it is none, does not fit, or is not finite.
inline std::optional<std::int64_t> whole_int64(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}
inline std::optional<double> finite_float64(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (!std::isfinite(number)) return std::nullopt;
  return number;
}

}  // namespace gb
