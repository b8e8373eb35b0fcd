#include "adapters/sqlite/sql_text.h"

#include <fmt/ranges.h>

#include <algorithm>

namespace gb {
namespace {

bool starts_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool continues_name(char c) { return starts_name(c) || (c >= '0' && c <= '9'); }

class Rewriter {
 public:
  Rewriter(std::string_view text, const std::vector<std::string>& parameters)
      : text_(text), parameters_(parameters) {}

  Result<SqlText> run() {
    while (at_ < text_.size()) {
      if (Result<void> step = token(); !step) return tl::unexpected(step.error());
    }
    std::sort(out_.used.begin(), out_.used.end());
    return std::move(out_);
  }

 private:
  Result<void> token() {
    const char c = text_[at_];
    if (c == '\'' || c == '"' || c == '`') return quoted(c);
    // SQLite's identifiers in brackets have no way to hold the closing one.
    if (c == '[') return until("]", "bracketed identifier");
    if (text_.substr(at_, 2) == "/*") return until("*/", "comment");
    if (text_.substr(at_, 2) == "--") {
      copy(std::min(text_.find('\n', at_), text_.size()));
      return {};
    }
    if (c == '$') return parameter();
    if (continues_name(c) || static_cast<unsigned char>(c) >= 0x80U) {
      // A whole word at once: SQLite's identifiers may hold a dollar sign, and that is no
      // parameter.
      std::size_t end = at_ + 1;
      while (end < text_.size() && (continues_name(text_[end]) || text_[end] == '$' ||
                                    static_cast<unsigned char>(text_[end]) >= 0x80U)) {
        ++end;
      }
      copy(end);
      return {};
    }
    copy(at_ + 1);
    return {};
  }

  Result<void> quoted(char quote) {
    std::size_t end = text_.find(quote, at_ + 1);
    // Doubled, it stands for the quote itself.
    while (end != std::string_view::npos && end + 1 < text_.size() && text_[end + 1] == quote) {
      end = text_.find(quote, end + 2);
    }
    if (end == std::string_view::npos) return unfinished("quote", std::string(1, quote));
    copy(end + 1);
    return {};
  }

  Result<void> until(std::string_view closing, std::string_view what) {
    // A comment's opening is as long as its closing: "/*/" is still open.
    const std::size_t end = text_.find(closing, at_ + closing.size());
    if (end == std::string_view::npos) return unfinished(what, closing);
    copy(end + closing.size());
    return {};
  }

  Result<void> parameter() {
    std::size_t end = at_ + 1;
    if (end < text_.size() && starts_name(text_[end])) {
      while (end < text_.size() && continues_name(text_[end])) ++end;
    }
    const std::string_view name = text_.substr(at_ + 1, end - at_ - 1);
    if (name.empty()) {
      return fail(ErrorCode::InvalidArgument,
                  "a `$` at offset {} names no parameter; write `$name`, or quote it", at_);
    }
    const auto found = std::find(parameters_.begin(), parameters_.end(), name);
    if (found == parameters_.end()) {
      return fail(ErrorCode::InvalidArgument, "the text names ${}, which is none of [{}]", name,
                  fmt::join(parameters_, ", "));
    }
    const auto index = static_cast<std::size_t>(found - parameters_.begin());
    fmt::format_to(std::back_inserter(out_.text), "?{}", index + 1);
    if (std::find(out_.used.begin(), out_.used.end(), index) == out_.used.end()) {
      out_.used.push_back(index);
    }
    at_ = end;
    return {};
  }

  tl::unexpected<Error> unfinished(std::string_view what, std::string_view closing) const {
    return fail(ErrorCode::InvalidArgument, "the {} that begins at offset {} has no closing {}",
                what, at_, closing);
  }

  void copy(std::size_t end) {
    out_.text.append(text_.substr(at_, end - at_));
    at_ = end;
  }

  std::string_view text_;
  const std::vector<std::string>& parameters_;
  std::size_t at_ = 0;
  SqlText out_;
};

}  // namespace

Result<SqlText> rewrite_sql(std::string_view text, const std::vector<std::string>& parameters) {
  return Rewriter(text, parameters).run();
}

Result<SqlColumn> parse_alias(std::string_view alias) {
  const std::size_t mark = alias.rfind("::");
  if (mark == std::string_view::npos) return SqlColumn{std::string(alias), false};
  if (alias.substr(mark + 2) != "bool") {
    return fail(ErrorCode::InvalidArgument,
                "the column \"{}\" has the type suffix \"{}\"; the only one there is is \"bool\"",
                alias, alias.substr(mark + 2));
  }
  return SqlColumn{std::string(alias.substr(0, mark)), true};
}

}  // namespace gb
