#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace gb {

/// The languages a text may be written in (workloads §5.1); also the file ending of such a text.
std::span<const std::string_view> known_dialects();

/// Whether the dialect writes parameters as `$name`. Of the others, prim has no sign for them and
/// mongo writes them inside strings.
bool marks_parameters_with_dollar(std::string_view dialect);

struct ParameterUse {
  std::string name;
  std::size_t line = 1;  // 1-based
};

/// An unclosed quote, comment or bracket, a bracket that closes nothing, or a `$` without a name.
struct TextProblem {
  std::string what;
  std::size_t line = 1;
};

/// What a text is made of.
struct ScannedText {
  std::vector<ParameterUse> parameters;  // in order, repeated as often as used
  std::vector<std::string>
      statements;  // without their `;` and the space around them; no empty ones
};

/// Finds each `$name` and each `;` of a text outside of comments and quotes. Quotes are '', "" and
/// ``; comments are `/* */` and, by dialect, `--` (sql, sqlpgq) or `//` (the others). A text in a
/// dialect that does not mark parameters with `$` is one statement, taken as it stands.
tl::expected<ScannedText, TextProblem> scan_text(std::string_view dialect, std::string_view text);

}  // namespace gb
