#include "core/data/json_text.h"

#include <nlohmann/json.hpp>

#include "core/data/number_format.h"

namespace gb {
namespace {

using Json = nlohmann::json;
constexpr int kMaxDepth = 64;

bool append(std::string& out, const Json& value, int depth) {
  if (depth > kMaxDepth) return false;
  if (value.is_number()) {
    out += json_float(value.get<double>());
  } else if (value.is_string()) {
    out += json_string(value.get_ref<const std::string&>());
  } else if (value.is_array()) {
    out.push_back('[');
    bool first = true;
    for (const Json& item : value) {
      if (!first) out.push_back(',');
      first = false;
      if (!append(out, item, depth + 1)) return false;
    }
    out.push_back(']');
  } else if (value.is_object()) {
    out.push_back('{');
    bool first = true;
    for (const auto& [key, item] : value.items()) {
      if (!first) out.push_back(',');
      first = false;
      out += json_string(key) + ":";
      if (!append(out, item, depth + 1)) return false;
    }
    out.push_back('}');
  } else {
    out += value.dump();
  }
  return true;
}

}  // namespace

std::string json_string(std::string_view text) {
  const std::string plain = Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string out;
  out.reserve(plain.size());
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const std::string_view three = std::string_view(plain).substr(i, 3);
    if (plain[i] == '<') {
      out += "\\u003c";
    } else if (plain[i] == '>') {
      out += "\\u003e";
    } else if (plain[i] == '&') {
      out += "\\u0026";
    } else if (three == "\xE2\x80\xA8" || three == "\xE2\x80\xA9") {
      out += three.back() == '\xA8' ? "\\u2028" : "\\u2029";
      i += 2;
    } else {
      out.push_back(plain[i]);
    }
  }
  return out;
}

std::optional<std::string> compact_json(const Json& value) {
  std::string out;
  if (!append(out, value, 0)) return std::nullopt;
  return out;
}

}  // namespace gb
