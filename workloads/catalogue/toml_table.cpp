#include "workloads/catalogue/toml_table.h"

#include <fmt/ranges.h>

#include <algorithm>

namespace gb {

std::string TomlTable::named(std::string_view key) const {
  return where_.empty() ? std::string(key) : fmt::format("{}.{}", where_, key);
}

std::size_t TomlTable::line_of(std::string_view key) const {
  const toml::node* found = table_.get(key);
  const std::size_t line =
      found == nullptr ? table_.source().begin.line : found->source().begin.line;
  return std::max<std::size_t>(line, 1);
}

std::string TomlTable::required_text(std::string_view key) {
  if (table_.get(key) == nullptr) {
    complain(line_of(key), "the key \"{}\" is missing", named(key));
    return {};
  }
  return text(key);
}

std::string TomlTable::text(std::string_view key) {
  const toml::node* found = table_.get(key);
  if (found == nullptr) return {};
  const std::optional<std::string> value = found->value_exact<std::string>();
  if (!value) {
    complain(line_of(key), "\"{}\" must be a string", named(key));
  } else if (value->empty()) {
    complain(line_of(key), "\"{}\" is empty", named(key));
  }
  return value.value_or("");
}

bool TomlTable::flag(std::string_view key, bool otherwise) {
  const toml::node* found = table_.get(key);
  if (found == nullptr) return otherwise;
  const std::optional<bool> value = found->value_exact<bool>();
  if (!value) complain(line_of(key), "\"{}\" must be true or false", named(key));
  return value.value_or(otherwise);
}

double TomlTable::number(std::string_view key, double otherwise) {
  const toml::node* found = table_.get(key);
  if (found == nullptr) return otherwise;
  const std::optional<double> value = found->is_number() ? found->value<double>() : std::nullopt;
  // Written so that NaN is refused too.
  if (!value || !(*value >= 0)) {
    complain(line_of(key), "\"{}\" must be a number of at least 0", named(key));
  }
  return value.value_or(otherwise);
}

std::vector<std::string> TomlTable::texts(std::string_view key) {
  std::vector<std::string> all;
  const toml::node* found = table_.get(key);
  if (found == nullptr) return all;
  const toml::array* items = found->as_array();
  if (items == nullptr) {
    complain(line_of(key), "\"{}\" must be a list of strings", named(key));
    return all;
  }
  for (const toml::node& item : *items) {
    const std::optional<std::string> value = item.value_exact<std::string>();
    const std::size_t line = item.source().begin.line;
    if (!value || value->empty()) {
      complain(line, "\"{}\" must be a list of strings, none empty", named(key));
      return all;
    }
    if (std::find(all.begin(), all.end(), *value) != all.end()) {
      complain(line, "\"{}\" names \"{}\" twice", named(key), *value);
    }
    all.push_back(*value);
  }
  return all;
}

const toml::table* TomlTable::table(std::string_view key) {
  const toml::node* found = table_.get(key);
  if (found == nullptr) return nullptr;
  if (!found->is_table()) complain(line_of(key), "\"{}\" must be a table", named(key));
  return found->as_table();
}

void TomlTable::allow_only(std::initializer_list<std::string_view> keys) {
  for (const auto& [key, node] : table_) {
    if (std::find(keys.begin(), keys.end(), key.str()) != keys.end()) continue;
    const std::size_t line = std::max<std::size_t>(key.source().begin.line, 1);
    complain(line, "unknown key \"{}\"; known here are {}", named(key.str()),
             fmt::join(keys, ", "));
  }
}

Result<toml::table> parse_toml(std::string_view text, const std::string& path) try {
  return toml::parse(text, path);
} catch (const toml::parse_error& error) {
  return fail(ErrorCode::InvalidArgument, "{}:{}:{}: {}", path, error.source().begin.line,
              error.source().begin.column, error.description());
}

}  // namespace gb
