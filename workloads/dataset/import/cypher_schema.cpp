#include "workloads/dataset/import/cypher_schema.h"

#include <algorithm>

namespace gb {
namespace {

enum class TokenKind { End, Word, Text, Symbol };

struct Token {
  TokenKind kind = TokenKind::End;
  std::string text;
  std::int64_t line = 0;

  /// A keyword, in any case.
  bool is(std::string_view word) const {
    return kind != TokenKind::Text &&
           std::equal(text.begin(), text.end(), word.begin(), word.end(), [](char a, char b) {
             return (a >= 'a' && a <= 'z' ? static_cast<char>(a - 'a' + 'A') : a) == b;
           });
  }
};

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// Words, `quoted words`, "texts" and single symbols. A backslash in a text keeps itself.
std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> out;
  std::int64_t line = 1;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    const std::size_t begin = at;
    if (c == '\n') ++line;
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      ++at;
    } else if (text.substr(at, 2) == "//") {
      at = std::min(text.find('\n', at), text.size());
    } else if (c == '"' || c == '\'' || c == '`') {
      const std::size_t end = std::min(text.find(c, at + 1), text.size());
      out.push_back({c == '`' ? TokenKind::Word : TokenKind::Text,
                     std::string(text.substr(at + 1, end - at - 1)), line});
      at = end + 1;
    } else if (is_word(c)) {
      while (at < text.size() && is_word(text[at])) ++at;
      out.push_back({TokenKind::Word, std::string(text.substr(begin, at - begin)), line});
    } else {
      out.push_back({TokenKind::Symbol, std::string(1, c), line});
      ++at;
    }
  }
  out.push_back({TokenKind::End, {}, line});
  return out;
}

class Parser {
 public:
  Parser(std::string_view text, std::string_view file) : tokens_(tokens_of(text)), file_(file) {}

  const Token& peek() const { return tokens_[at_]; }
  bool at_end() const { return peek().kind == TokenKind::End; }
  Token take() { return at_end() ? peek() : tokens_[at_++]; }
  bool take(std::string_view word) {
    if (!peek().is(word)) return false;
    take();
    return true;
  }
  tl::unexpected<Error> unexpected(std::string_view wanted) const {
    return fail(ErrorCode::InvalidArgument, "{}:{}: column 1: {} where {} was expected", file_,
                peek().line, at_end() ? "the end" : "\"" + peek().text.substr(0, 80) + "\"",
                wanted);
  }
  Result<void> expect(std::string_view word) {
    if (take(word)) return {};
    return unexpected(word);
  }
  Result<std::string> name() {
    if (peek().kind == TokenKind::Word) return take().text;
    return unexpected("a name");
  }

 private:
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::string file_;
};

/// Behind the name: the type, with what stands in brackets, up to PRIMARY, ',' or ')'.
std::string take_type(Parser& parser) {
  std::string type;
  for (int depth = 0; !parser.at_end();) {
    const Token& token = parser.peek();
    if (depth == 0 &&
        (token.is(",") || token.is(")") || token.is("PRIMARY") || token.is("DEFAULT")))
      break;
    if (token.is("(") || token.is("[")) ++depth;
    if (token.is(")") || token.is("]")) --depth;
    type += parser.take().text;
  }
  return type;
}

Result<TypedColumn> take_column(Parser& parser, const std::string& name, bool& is_key) {
  TypedColumn column;
  column.name = name;
  const tl::unexpected<Error> unknown = parser.unexpected("a known type");
  const auto type = property_type_of(take_type(parser));
  if (!type) return unknown;
  column.type = *type;
  is_key = parser.take("PRIMARY");
  if (is_key) {
    if (auto key = parser.expect("KEY"); !key) return tl::unexpected(key.error());
  }
  while (!parser.at_end() && !parser.peek().is(",") && !parser.peek().is(")")) parser.take();
  return column;
}

/// "PRIMARY KEY (id)"
Result<std::string> take_key(Parser& parser) {
  for (const char* word : {"KEY", "("}) {
    if (auto taken = parser.expect(word); !taken) return tl::unexpected(taken.error());
  }
  auto key = parser.name();
  if (!key) return key;
  if (auto closed = parser.expect(")"); !closed) return tl::unexpected(closed.error());
  return key;
}

/// "FROM a TO b"
Result<void> take_ends(Parser& parser, CypherTable& table, bool first) {
  auto from = parser.name();
  if (!from) return tl::unexpected(from.error());
  if (auto to = parser.expect("TO"); !to) return to;
  auto to = parser.name();
  if (!to) return tl::unexpected(to.error());
  table.from = first ? *from : "";
  table.to = first ? *to : "";
  return {};
}

Result<CypherTable> take_table(Parser& parser) {
  CypherTable table;
  table.is_node = parser.take("NODE");
  if (!table.is_node && !parser.take("REL")) return parser.unexpected("NODE TABLE or REL TABLE");
  if (auto word = parser.expect("TABLE"); !word) return tl::unexpected(word.error());
  if (parser.take("IF")) {
    parser.take("NOT");
    parser.take("EXISTS");
  }
  auto name = parser.name();
  if (!name) return tl::unexpected(name.error());
  table.name = *name;
  if (auto open = parser.expect("("); !open) return tl::unexpected(open.error());
  std::string key;
  bool ends_seen = false;
  while (!parser.take(")")) {
    if (parser.take("PRIMARY")) {
      auto named = take_key(parser);
      if (!named) return tl::unexpected(named.error());
      key = *named;
    } else if (!table.is_node && parser.take("FROM")) {
      if (auto ends = take_ends(parser, table, !ends_seen); !ends) {
        return tl::unexpected(ends.error());
      }
      ends_seen = true;
    } else {
      auto column = parser.name();
      if (!column) return tl::unexpected(column.error());
      // MANY_ONE and the like stand alone, where a column has a type.
      if (!parser.peek().is(",") && !parser.peek().is(")")) {
        bool is_key = false;
        auto typed = take_column(parser, *column, is_key);
        if (!typed) return tl::unexpected(typed.error());
        if (is_key) key = *column;
        table.columns.push_back(std::move(*typed));
      }
    }
    if (!parser.take(",") && !parser.peek().is(")")) return parser.unexpected("',' or ')'");
  }
  if (!table.is_node) return table;
  const auto found = std::find_if(table.columns.begin(), table.columns.end(),
                                  [&](const TypedColumn& column) { return column.name == key; });
  if (found == table.columns.end()) {
    return parser.unexpected("a PRIMARY KEY of table " + table.name +
                             " before the statement's end");
  }
  found->role = ColumnRole::Id;
  found->space = table.name;
  return table;
}

/// "DELIM=..., HEADER=..., ..." up to the bracket.
Result<void> take_options(Parser& parser, CypherCopy& copy) {
  while (!parser.take(")")) {
    auto option = parser.name();
    if (!option) return tl::unexpected(option.error());
    parser.take("=");
    std::string value = parser.take().text;
    while (!parser.at_end() && !parser.peek().is(",") && !parser.peek().is(")")) parser.take();
    for (char& c : *option) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    if (*option == "DELIM" || *option == "DELIMITER") {
      const bool escaped = value.starts_with('\\');
      value.erase(0, value.find_first_not_of('\\'));
      if (value.size() != 1) return parser.unexpected("a separator of one character");
      copy.separator = escaped && value == "t" ? '\t' : value[0];
    } else if (*option == "HEADER") {
      copy.header = value == "true" || value == "TRUE" || value == "True";
    }
    if (!parser.take(",") && !parser.peek().is(")")) return parser.unexpected("',' or ')'");
  }
  return {};
}

Result<CypherCopy> take_copy(Parser& parser) {
  CypherCopy copy;
  copy.line = parser.peek().line;
  auto name = parser.name();
  if (!name) return tl::unexpected(name.error());
  copy.table = *name;
  if (parser.take("(")) {
    while (!parser.take(")")) {
      auto column = parser.name();
      if (!column) return tl::unexpected(column.error());
      copy.columns.push_back(*column);
      if (!parser.take(",") && !parser.peek().is(")")) return parser.unexpected("',' or ')'");
    }
  }
  if (auto from = parser.expect("FROM"); !from) return tl::unexpected(from.error());
  if (parser.peek().kind != TokenKind::Text) return parser.unexpected("a file in quotes");
  const std::string path = parser.take().text;
  copy.file = path.substr(path.rfind('/') + 1);
  if (parser.take("(")) {
    if (auto options = take_options(parser, copy); !options) {
      return tl::unexpected(options.error());
    }
  }
  return copy;
}

}  // namespace

Result<std::vector<CypherTable>> parse_cypher_schema(std::string_view text, std::string_view file) {
  std::vector<CypherTable> out;
  for (Parser parser(text, file); !parser.at_end();) {
    if (parser.take(";")) continue;
    if (auto word = parser.expect("CREATE"); !word) return tl::unexpected(word.error());
    auto table = take_table(parser);
    if (!table) return tl::unexpected(table.error());
    out.push_back(std::move(*table));
    if (!parser.at_end() && !parser.peek().is(";")) return parser.unexpected("';'");
  }
  return out;
}

Result<std::vector<CypherCopy>> parse_cypher_copies(std::string_view text, std::string_view file) {
  std::vector<CypherCopy> out;
  for (Parser parser(text, file); !parser.at_end();) {
    if (parser.take(";")) continue;
    if (auto word = parser.expect("COPY"); !word) return tl::unexpected(word.error());
    auto copy = take_copy(parser);
    if (!copy) return tl::unexpected(copy.error());
    out.push_back(std::move(*copy));
    if (!parser.at_end() && !parser.peek().is(";")) return parser.unexpected("';'");
  }
  return out;
}

}  // namespace gb
