#include "workloads/catalogue/text_scan.h"

#include <algorithm>
#include <array>

namespace gb {
namespace {

constexpr std::array<std::string_view, 9> kDialects = {
    "cypher", "cypher25", "kuzu", "mage", "zuql", "prim", "sql", "sqlpgq", "mongo"};

bool starts_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool continues_name(char c) { return starts_name(c) || (c >= '0' && c <= '9'); }

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// Walks over a text once; `position_` always stands on the first character not yet understood.
class Scanner {
 public:
  Scanner(std::string_view dialect, std::string_view text)
      : sql_(dialect.starts_with("sql")), text_(text) {}

  tl::expected<ScannedText, TextProblem> run() {
    ScannedText found;
    while (position_ < text_.size()) {
      const char c = text_[position_];
      if (at(sql_ ? "--" : "//")) {
        position_ = std::min(text_.find('\n', position_), text_.size());
      } else if (at("/*")) {
        if (!skip_past("*/", 2)) return problem("a comment is not closed");
      } else if (c == ';') {
        if (!open_.empty()) return unclosed();
        end_statement(found);
        ++position_;
      } else if (is_space(c)) {
        ++position_;
      } else {
        written_ = true;
        if (auto read = read_written(c, found); !read) return tl::unexpected(read.error());
      }
    }
    if (!open_.empty()) return unclosed();
    end_statement(found);
    return found;
  }

 private:
  struct Bracket {
    char opening;
    std::size_t line;
  };

  /// Keeps account of (, [ and {: each is closed by its own kind, inside of its statement.
  tl::expected<void, TextProblem> count_bracket(char c) {
    if (c == '(' || c == '[' || c == '{') open_.push_back({c, line()});
    if (c != ')' && c != ']' && c != '}') return {};
    const char opening = c == ')' ? '(' : c == ']' ? '[' : '{';
    if (open_.empty() || open_.back().opening != opening) {
      return problem(std::string("a \"") + c + "\" closes nothing");
    }
    open_.pop_back();
    return {};
  }

  tl::unexpected<TextProblem> unclosed() const {
    return tl::unexpected(TextProblem{
        std::string("a \"") + open_.back().opening + "\" is not closed", open_.back().line});
  }

  /// What belongs to a statement: a quote, a parameter or any other character.
  tl::expected<void, TextProblem> read_written(char c, ScannedText& found) {
    if (c == '\'' || c == '"' || c == '`') {
      if (!skip_quoted(c)) return problem("a quote is not closed");
      return {};
    }
    if (auto counted = count_bracket(c); !counted) return counted;
    const std::size_t start = ++position_;
    if (c != '$') return {};
    if (start == text_.size() || !starts_name(text_[start])) {
      return problem("a \"$\" without the name of a parameter");
    }
    while (position_ < text_.size() && continues_name(text_[position_])) ++position_;
    found.parameters.push_back({std::string(text_.substr(start, position_ - start)), line()});
    return {};
  }

  /// From where the last one ended to here; nothing when there are only space and comments.
  void end_statement(ScannedText& found) {
    std::string_view statement = text_.substr(begun_, position_ - begun_);
    while (!statement.empty() && is_space(statement.front())) statement.remove_prefix(1);
    while (!statement.empty() && is_space(statement.back())) statement.remove_suffix(1);
    if (written_) found.statements.emplace_back(statement);
    begun_ = position_ + 1;
    written_ = false;
  }

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
  std::vector<Bracket> open_;  // outermost first
  std::size_t begun_ = 0;      // where the statement at hand begins
  bool written_ = false;       // whether it holds more than space and comments
};

}  // namespace

std::span<const std::string_view> known_dialects() { return kDialects; }

bool marks_parameters_with_dollar(std::string_view dialect) {
  return dialect != "prim" && dialect != "mongo";
}

tl::expected<ScannedText, TextProblem> scan_text(std::string_view dialect, std::string_view text) {
  if (marks_parameters_with_dollar(dialect)) return Scanner(dialect, text).run();
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  ScannedText whole;
  if (!text.empty()) whole.statements.emplace_back(text);
  return whole;
}

}  // namespace gb
