#pragma once

#include <fmt/format.h>
#include <toml++/toml.h>

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace gb {

/// A TOML table read key by key. The first complaint is kept and later ones ignored, so that a
/// reader asks for every key in a row and looks at `complaint()` once.
class TomlTable {
 public:
  /// table, path: outlive this object. where: "" for the root, "compare" for [compare].
  TomlTable(const toml::table& table, std::string_view path, std::string_view where = "")
      : table_(table), path_(path), where_(where) {}

  std::string required_text(std::string_view key);
  std::string text(std::string_view key);  // empty when absent
  bool flag(std::string_view key, bool otherwise);
  double number(std::string_view key, double otherwise);  // not negative
  std::vector<std::string> texts(std::string_view key);   // an array of distinct, non-empty strings
  const toml::table* table(std::string_view key);         // null when absent

  /// Complains of the first key that is none of these.
  void allow_only(std::initializer_list<std::string_view> keys);

  /// 1-based; the line of the table itself when the key is absent.
  std::size_t line_of(std::string_view key) const;

  template <class... Args>
  void complain(std::size_t line, fmt::format_string<Args...> format, Args&&... args) {
    if (complaint_) return;
    complaint_ = Error{
        ErrorCode::InvalidArgument,
        fmt::format("{}:{}: {}", path_, line, fmt::format(format, std::forward<Args>(args)...))};
  }
  /// Takes over what a table inside this one complained of.
  void complain_of(const TomlTable& inner) {
    if (!complaint_) complaint_ = inner.complaint_;
  }
  const std::optional<Error>& complaint() const { return complaint_; }

 private:
  std::string named(std::string_view key) const;

  const toml::table& table_;
  std::string_view path_;
  std::string_view where_;
  std::optional<Error> complaint_;
};

/// Parses a whole file; InvalidArgument with "<path>:<line>:<column>: <what>" when it is no TOML.
Result<toml::table> parse_toml(std::string_view text, const std::string& path);

}  // namespace gb
