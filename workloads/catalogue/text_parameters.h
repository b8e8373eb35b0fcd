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

/// An unclosed quote or comment, or a `$` without a name.
struct TextProblem {
  std::string what;
  std::size_t line = 1;
};

/// Each `$name` of a text outside of comments and quotes, in order, repeated as often as it is
/// used. Quotes are '', "" and ``; comments are `/* */` and, by dialect, `--` (sql, sqlpgq) or `//`
/// (the others).
tl::expected<std::vector<ParameterUse>, TextProblem> parameters_used(std::string_view dialect,
                                                                     std::string_view text);

}  // namespace gb
