#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/base/clock.h"
#include "core/base/duration.h"
#include "core/base/error.h"

namespace gb::json_fields {

// One list of fields serves both ways: `fields(archive, object)` is called with a Writer or a
// Reader, so that no name can be written that is not read. Private to core/document.

using nlohmann::json;

/// An unset time; the reference's zero time is year 1, which 64-bit nanoseconds cannot reach.
inline constexpr std::string_view kZeroTime = "0001-01-01T00:00:00Z";

class Writer {
 public:
  template <class T>
  void always(const char* name, T& value) {
    object_[name] = to(value);
  }
  template <class T>
  void kept(const char* name, T& value) {
    always(name, value);
  }
  template <class T>
  void unless_empty(const char* name, T& value) {
    if (!value.empty()) always(name, value);
  }
  template <class T>
  void kept_unless_empty(const char* name, T& value) {
    unless_empty(name, value);
  }
  template <class T>
  void kept_unless(const char* name, T& value, const T& nothing) {
    if (value != nothing) always(name, value);
  }

  json take() { return std::move(object_); }

 private:
  static json to(bool value) { return value; }
  static json to(std::int64_t value) { return value; }
  static json to(std::string& value) { return value; }
  static json to(double value) {
    if (!std::isfinite(value)) return nullptr;
    // A whole number is written as one, as the reference does: "Rate": 0.
    if (value == std::trunc(value) && std::abs(value) < 0x1p53) {
      return static_cast<std::int64_t>(value);
    }
    return value;
  }
  static json to(WallTime value) {
    return value == WallTime{} ? std::string(kZeroTime) : format_rfc3339(value);
  }
  template <class T>
  static json to(std::vector<T>& values) {
    json array = json::array();
    for (auto& value : values) array.push_back(to(value));
    return array;
  }
  template <class T>
  static json to(std::map<std::string, T>& values) {
    json object = json::object();
    for (auto& [name, value] : values) object[name] = to(value);
    return object;
  }
  template <class T>
  requires std::is_class_v<T>
  static json to(T& value) {
    Writer inner;
    fields(inner, value);
    return inner.take();
  }

  json object_ = json::object();
};

class Reader {
 public:
  /// path: where `object` is in its file, for messages; problem: receives the first one.
  Reader(const json& object, std::string path, std::optional<std::string>& problem)
      : object_(object), path_(std::move(path)), problem_(problem) {}

  /// Missing or null: the zero value of its type.
  template <class T>
  void always(const char* name, T& value) {
    value = T{};
    kept(name, value);
  }
  template <class T>
  void unless_empty(const char* name, T& value) {
    always(name, value);
  }
  /// Missing or null: the value stays what it is.
  template <class T>
  void kept(const char* name, T& value) {
    const auto found = object_.find(name);
    if (found != object_.end() && !found->is_null()) from(*found, at(name), value);
  }
  template <class T>
  void kept_unless_empty(const char* name, T& value) {
    kept(name, value);
  }
  template <class T>
  void kept_unless(const char* name, T& value, const T& /*nothing*/) {
    kept(name, value);
  }

  static bool expect_object(const json& value, const std::string& path,
                            std::optional<std::string>& problem) {
    return value.is_object() || refuse(value, path, "an object", problem);
  }

 private:
  std::string at(std::string_view name) const {
    return path_.empty() ? std::string(name) : path_ + "." + std::string(name);
  }

  static bool refuse(const json& value, const std::string& path, std::string_view wanted,
                     std::optional<std::string>& problem) {
    if (!problem) {
      std::string got = value.dump(-1, ' ', false, json::error_handler_t::replace);
      if (got.size() > 40)
        got = std::string(value.type_name()) + " of " + std::to_string(got.size()) + " bytes";
      problem = fmt::format("field {}: {} was expected, found {}", path, wanted, got);
    }
    return false;
  }

  void from(const json& value, const std::string& path, bool& out) {
    if (value.is_boolean() || refuse(value, path, "true or false", problem_)) {
      out = value.get<bool>();
    }
  }
  void from(const json& value, const std::string& path, std::string& out) {
    if (value.is_string() || refuse(value, path, "a text", problem_)) {
      out = value.get<std::string>();
    }
  }
  void from(const json& value, const std::string& path, std::int64_t& out) {
    const bool fits =
        value.is_number_integer() &&
        !(value.is_number_unsigned() && value.get<std::uint64_t>() > std::uint64_t{INT64_MAX});
    if (fits || refuse(value, path, "an integer of 64 bits", problem_)) {
      out = value.get<std::int64_t>();
    }
  }
  void from(const json& value, const std::string& path, double& out) {
    if (value.is_number() || refuse(value, path, "a number", problem_)) out = value.get<double>();
  }
  void from(const json& value, const std::string& path, WallTime& out) {
    if (value.is_string() && value.get_ref<const std::string&>() == kZeroTime) {
      out = WallTime{};
      return;
    }
    const auto time = value.is_string() ? parse_rfc3339(value.get_ref<const std::string&>())
                                        : Result<WallTime>(WallTime{});
    if ((value.is_string() && time) || refuse(value, path, "an RFC 3339 time", problem_)) {
      out = *time;
    }
  }
  template <class T>
  void from(const json& value, const std::string& path, std::vector<T>& out) {
    if (!value.is_array()) {
      refuse(value, path, "a list", problem_);
      return;
    }
    out.clear();
    for (const json& element : value) {
      T one{};
      from(element, fmt::format("{}[{}]", path, out.size()), one);
      out.push_back(std::move(one));
    }
  }
  template <class T>
  void from(const json& value, const std::string& path, std::map<std::string, T>& out) {
    if (!expect_object(value, path, problem_)) return;
    out.clear();
    for (const auto& [name, element] : value.items()) {
      T one{};
      from(element, fmt::format("{}.{}", path, name), one);
      out.emplace(name, std::move(one));
    }
  }
  template <class T>
  requires std::is_class_v<T>
  void from(const json& value, const std::string& path, T& out) {
    if (!expect_object(value, path, problem_)) return;
    Reader inner(value, path, problem_);
    fields(inner, out);
  }

  const json& object_;
  std::string path_;
  std::optional<std::string>& problem_;
};

}  // namespace gb::json_fields
