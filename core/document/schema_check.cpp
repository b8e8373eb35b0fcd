#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "core/base/duration.h"
#include "core/document/check.h"
#include "core/document/codec.h"
#include "core/document/json_fields.h"
#include "core/document/schema.h"

namespace gb {
namespace {

using nlohmann::json;

class Checker {
 public:
  explicit Checker(const json& root) : root_(root) {}

  Result<void> check(const json& value, const json& schema, const std::string& at) const {
    for (const auto& [keyword, rule] : schema.items()) {
      auto held = obeys(keyword, rule, value, schema, at);
      if (!held) return held;
    }
    return {};
  }

 private:
  static auto wrong(const std::string& at, const std::string& what) {
    return fail(ErrorCode::InvalidArgument, "field {}: {}", at.empty() ? "(the document)" : at,
                what);
  }

  static std::string shown(const json& value) {
    std::string text = value.dump(-1, ' ', false, json::error_handler_t::replace);
    return text.size() <= 40
               ? text
               : std::string(value.type_name()) + " of " + std::to_string(text.size()) + " bytes";
  }

  static std::string below(const std::string& at, const std::string& name) {
    return at.empty() ? name : at + "." + name;
  }

  static bool is(const json& value, const std::string& type) {
    if (type == "integer") return value.is_number_integer();
    if (type == "number") return value.is_number();
    return type == value.type_name();
  }

  Result<void> obeys(const std::string& keyword, const json& rule, const json& value,
                     const json& schema, const std::string& at) const {
    constexpr std::array<std::string_view, 6> kWords{"$schema", "$id",         "title",
                                                     "$defs",   "description", "required"};
    if (keyword == "required" && value.is_object()) {
      for (const auto& name : rule) {
        if (!value.contains(name)) return wrong(below(at, name), "it is missing");
      }
      return {};
    }
    if (std::find(kWords.begin(), kWords.end(), keyword) != kWords.end()) return {};
    if (keyword == "$ref") return check(value, root_.at(json::json_pointer(target(rule))), at);
    if (keyword == "type") return has_type(rule, value, at);
    if (keyword == "enum") {
      if (std::find(rule.begin(), rule.end(), value) != rule.end()) return {};
      return wrong(at, fmt::format("{} is none of {}", shown(value), rule.dump()));
    }
    if (keyword == "minimum") {
      if (!value.is_number() || value >= rule) return {};
      return wrong(at, fmt::format("{} is below {}", shown(value), rule.dump()));
    }
    if (keyword == "format") {
      const bool time = value.is_string() && (value == std::string(json_fields::kZeroTime) ||
                                              parse_rfc3339(value.get<std::string>()));
      if (rule == "date-time" && time) return {};
      return wrong(at, fmt::format("{} is no RFC 3339 time", shown(value)));
    }
    if (keyword == "items") {
      for (std::size_t i = 0; value.is_array() && i < value.size(); ++i) {
        auto held = check(value[i], rule, fmt::format("{}[{}]", at, i));
        if (!held) return held;
      }
      return {};
    }
    if (keyword == "properties" || keyword == "additionalProperties") {
      return check_members(keyword == "properties", rule, value, schema, at);
    }
    return fail(ErrorCode::Unsupported, "schema keyword \"{}\" is not known here", keyword);
  }

  static std::string target(const json& reference) {
    return reference.get<std::string>().substr(1);  // without '#'
  }

  static Result<void> has_type(const json& rule, const json& value, const std::string& at) {
    const bool fits = rule.is_string()
                          ? is(value, rule)
                          : std::any_of(rule.begin(), rule.end(),
                                        [&](const json& one) { return is(value, one); });
    if (fits) return {};
    return wrong(at, fmt::format("{} was expected, found {}", rule.dump(), shown(value)));
  }

  Result<void> check_members(bool named, const json& rule, const json& value, const json& schema,
                             const std::string& at) const {
    if (!value.is_object()) return {};
    for (const auto& [name, member] : value.items()) {
      const bool known = schema.contains("properties") && schema["properties"].contains(name);
      if (named != known) continue;
      auto held = check(member, named ? rule[name] : rule, below(at, name));
      if (!held) return held;
    }
    return {};
  }

  const json& root_;
};

}  // namespace

Result<void> obeys_schema(const json& value, const json& schema) {
  return Checker(schema).check(value, schema, "");
}

Result<void> validate_document(std::string_view bytes, std::string_view name) {
  // Decoding first: it limits the size and says where JSON breaks.
  const auto document = decode_document(bytes, name);
  if (!document) return tl::unexpected(document.error());
  // Older files lack members the reference came to write later; the reader allows for that.
  if (document->schema >= 4) {
    static const json kSchema = json::parse(document_schema());
    const auto held = obeys_schema(json::parse(bytes.begin(), bytes.end()), kSchema);
    if (!held) return within(name, held.error());
  }
  const std::vector<std::string> problems = contradictions(*document);
  if (problems.empty()) return {};
  std::string text = problems.front();
  if (problems.size() > 1) text += fmt::format(" (and {} more)", problems.size() - 1);
  return fail(ErrorCode::InvalidArgument, "{}: {}", name, text);
}

}  // namespace gb
