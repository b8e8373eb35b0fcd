#include "workloads/dataset/import/delimited_reader.h"

namespace gb {

std::string DelimitedReader::where() const { return fmt::format("{}:{}", file(), line_); }

std::string DelimitedReader::where(std::size_t column) const {
  return fmt::format("{}:{}: column {}", file(), line_, column + 1);
}

Result<bool> DelimitedReader::next() {
  text_.clear();
  ends_.clear();
  fields_.clear();
  unclosed_ = false;
  do {
    const Result<bool> found = lines_.next();
    if (!found || !*found) return found;
  } while (lines_.line().empty());
  line_ = lines_.number();
  std::string_view rest = lines_.line();
  for (bool more = true; more;) {
    if (rest.starts_with('"')) {
      if (auto read = read_quoted(rest, more); !read) return tl::unexpected(read.error());
    } else {
      const std::size_t end = rest.find(separator_);
      more = end != std::string_view::npos;
      text_.append(rest.substr(0, end));
      if (more) rest.remove_prefix(end + 1);
    }
    ends_.push_back(text_.size());
  }
  std::size_t begin = 0;
  for (const std::size_t end : ends_) {
    fields_.emplace_back(text_.data() + begin, end - begin);
    begin = end;
  }
  return true;
}

/// rest begins with the quote that opens; afterwards with the next field, if there is more.
Result<void> DelimitedReader::read_quoted(std::string_view& rest, bool& more) {
  const std::string opened =
      fmt::format("{}:{}: column {}", file(), lines_.number(), ends_.size() + 1);
  rest.remove_prefix(1);
  for (;;) {
    const std::size_t quote = rest.find('"');
    if (quote == std::string_view::npos) {
      text_.append(rest);
      if (lines_.ended()) text_.push_back('\n');
      if (text_.size() > SourceLines::kMaxBytes) {
        return fail(ErrorCode::ResourceExhausted,
                    "{}: the quote that opens here has not closed after {} MiB; is one missing?",
                    opened, SourceLines::kMaxBytes >> 20U);
      }
      const Result<bool> found = lines_.next();
      if (!found) return tl::unexpected(found.error());
      if (*found) {
        rest = lines_.line();
        continue;
      }
      if (quotes_ == Quotes::Strict) {
        return fail(ErrorCode::InvalidArgument, "{}: the quote that opens here never closes",
                    opened);
      }
      unclosed_ = true;
      more = false;
      return {};
    }
    text_.append(rest.substr(0, quote));
    rest.remove_prefix(quote + 1);
    more = rest.starts_with(separator_);
    if (rest.empty()) return {};
    if (more) {
      rest.remove_prefix(1);
      return {};
    }
    if (rest.front() == '"') {
      rest.remove_prefix(1);
    } else if (quotes_ == Quotes::Strict) {
      return fail(ErrorCode::InvalidArgument,
                  "{}: text after the closing quote, on line {}; a quote inside must be doubled",
                  opened, lines_.number());
    }
    text_.push_back('"');
  }
}

}  // namespace gb
