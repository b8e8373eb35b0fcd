#pragma once

#include <compare>
#include <functional>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace gb {

/// Whether text may become part of a path, an SQL value or a label: [a-z0-9._-]{1,64}, not starting
/// with a dot or a dash.
bool is_identifier(std::string_view text);

/// A 128-bit, time-ordered UUID (RFC 9562, version 7): 48 bits of Unix milliseconds, then
/// randomness from the system.
std::string new_uuid_v7();

/// One meaning per type: a CellId where a RunId is meant does not compile.
template <class Tag>
class Id {
 public:
  Id() = default;

  /// Fails with InvalidArgument unless `is_identifier(text)`.
  static Result<Id> parse(std::string_view text) {
    if (!is_identifier(text)) {
      return fail(
          ErrorCode::InvalidArgument,
          "\"{}\" is no id: 1 to 64 of a-z 0-9 . _ - are allowed, the first a letter or digit",
          text.substr(0, 80));
    }
    return Id(std::string(text));
  }
  /// A fresh UUIDv7.
  static Id fresh() { return Id(new_uuid_v7()); }
  /// For text that was checked before, such as a row of our own store.
  static Id trusted(std::string text) { return Id(std::move(text)); }

  const std::string& text() const { return text_; }
  bool empty() const { return text_.empty(); }
  auto operator<=>(const Id&) const = default;

 private:
  explicit Id(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

using MatrixId = Id<struct MatrixTag>;
using CellId = Id<struct CellTag>;
using RunId = Id<struct RunTag>;
using AgentId = Id<struct AgentTag>;  // an agent's name: unique in a lab

}  // namespace gb

template <class Tag>
struct std::hash<gb::Id<Tag>> {
  std::size_t operator()(const gb::Id<Tag>& id) const {
    return std::hash<std::string>{}(id.text());
  }
};

template <class Tag>
struct fmt::formatter<gb::Id<Tag>> : fmt::formatter<std::string> {
  template <class Context>
  auto format(const gb::Id<Tag>& id, Context& context) const {
    return fmt::formatter<std::string>::format(id.text(), context);
  }
};
