#include "workloads/catalogue/text_parameters.h"

#include <algorithm>
#include <array>

namespace gb {
namespace {

constexpr std::array<std::string_view, 9> kDialects = {
    "cypher", "cypher25", "kuzu", "mage", "zuql", "prim", "sql", "sqlpgq", "mongo"};

bool starts_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool continues_name(char c) { return starts_name(c) || (c >= '0' && c <= '9'); }

/// Walks over a text once; `position_` always stands on the first character not yet understood.
class Scanner {
 public:
  Scanner(std::string_view dialect, std::string_view text)
      : sql_(dialect.starts_with("sql")), text_(text) {}

  tl::expected<std::vector<ParameterUse>, TextProblem> run() {
    std::vector<ParameterUse> uses;
    while (position_ < text_.size()) {
      const char c = text_[position_];
      if (at(sql_ ? "--" : "//")) {
        position_ = std::min(text_.find('\n', position_), text_.size());
      } else if (at("/*")) {
        if (!skip_past("*/", 2)) return problem("a comment is not closed");
      } else if (c == '\'' || c == '"' || c == '`') {
        if (!skip_quoted(c)) return problem("a quote is not closed");
      } else if (c == '$') {
        const std::size_t start = ++position_;
        if (start == text_.size() || !starts_name(text_[start])) {
          return problem("a \"$\" without the name of a parameter");
        }
        while (position_ < text_.size() && continues_name(text_[position_])) ++position_;
        uses.push_back({std::string(text_.substr(start, position_ - start)), line()});
      } else {
        ++position_;
      }
    }
    return uses;
  }

 private:
  bool at(std::string_view token) const { return text_.substr(position_).starts_with(token); }

  bool skip_past(std::string_view token, std::size_t opening) {
    const std::size_t found = text_.find(token, position_ + opening);
    if (found == std::string_view::npos) return false;
    position_ = found + token.size();
    return true;
  }

  /// A doubled quote closes and opens again, which comes to the same; Cypher also escapes by `\`.
  bool skip_quoted(char quote) {
    for (std::size_t i = position_ + 1; i < text_.size(); ++i) {
      if (text_[i] == '\\' && !sql_ && quote != '`') {
        ++i;
      } else if (text_[i] == quote) {
        position_ = i + 1;
        return true;
      }
    }
    return false;
  }

  std::size_t line() const {
    const std::string_view before = text_.substr(0, position_);
    return 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  }
  tl::unexpected<TextProblem> problem(std::string what) const {
    return tl::unexpected(TextProblem{std::move(what), line()});
  }

  bool sql_;
  std::string_view text_;
  std::size_t position_ = 0;
};

}  // namespace

std::span<const std::string_view> known_dialects() { return kDialects; }

bool marks_parameters_with_dollar(std::string_view dialect) {
  return dialect != "prim" && dialect != "mongo";
}

tl::expected<std::vector<ParameterUse>, TextProblem> parameters_used(std::string_view dialect,
                                                                     std::string_view text) {
  return Scanner(dialect, text).run();
}

}  // namespace gb
