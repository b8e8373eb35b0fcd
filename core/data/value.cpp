#include "core/data/value.h"

#include <fmt/format.h>

#include <bit>
#include <string_view>
#include <type_traits>

namespace gb {
namespace {

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out.push_back('\\');
    out.push_back(c);
  }
  return out + "\"";
}

/// Length first, so that no content can imitate a boundary.
std::string sized(char tag, std::string_view text) {
  return fmt::format("{}{}:{}", tag, text.size(), text);
}

template <class Print>
std::string joined_map(const Map& map, std::string_view separator, Print print) {
  std::string out;
  for (const auto& [key, value] : map) {
    if (!out.empty()) out += separator;
    out += print(key, value);
  }
  return out;
}

std::string properties_text(const Map& map) {
  return "{" +
         joined_map(
             map, ", ",
             [](const auto& key, const auto& value) { return key + ": " + to_text(value); }) +
         "}";
}

std::string properties_canonical(const Map& map) {
  return fmt::format("m{}:", map.size()) +
         joined_map(map, "", [](const auto& key, const auto& value) {
           return sized('k', key) + canonical_text(value);
         });
}

struct Printer {
  std::string operator()(std::monostate) const { return "null"; }
  std::string operator()(bool b) const { return b ? "true" : "false"; }
  std::string operator()(std::int64_t i) const { return std::to_string(i); }
  std::string operator()(double d) const { return fmt::format("{}", d); }
  std::string operator()(const std::string& s) const { return quoted(s); }
  std::string operator()(Timestamp t) const { return fmt::format("time({} ns)", t.nanos); }
  std::string operator()(const Bytes& b) const { return fmt::format("bytes({})", b.bytes.size()); }
  std::string operator()(const List& list) const {
    std::string out = "[";
    for (const Value& item : list) out += (out.size() > 1 ? ", " : "") + to_text(item);
    return out + "]";
  }
  std::string operator()(const Map& map) const { return properties_text(map); }
  std::string operator()(const Node& node) const {
    std::string out = "(";
    for (const std::string& label : node.labels) out += ":" + label;
    return out + " " + properties_text(node.properties) + ")";
  }
  std::string operator()(const Relationship& rel) const {
    return "[:" + rel.type + " " + properties_text(rel.properties) + "]";
  }
  std::string operator()(const Path& path) const {
    return fmt::format("path of {}", path.relationships.size());
  }
};

struct Canonical {
  std::string operator()(std::monostate) const { return "z"; }
  std::string operator()(bool b) const { return b ? "t" : "f"; }
  std::string operator()(std::int64_t i) const { return sized('i', std::to_string(i)); }
  std::string operator()(double d) const {
    return fmt::format("d{:016x}", std::bit_cast<std::uint64_t>(d));
  }
  std::string operator()(const std::string& s) const { return sized('s', s); }
  std::string operator()(Timestamp t) const { return sized('T', std::to_string(t.nanos)); }
  std::string operator()(const Bytes& b) const { return sized('b', b.bytes); }
  std::string operator()(const List& list) const {
    std::string out = fmt::format("l{}:", list.size());
    for (const Value& item : list) out += canonical_text(item);
    return out;
  }
  std::string operator()(const Map& map) const { return properties_canonical(map); }
  std::string operator()(const Node& node) const {
    std::string out = fmt::format("n{}:", node.labels.size());
    for (const std::string& label : node.labels) out += sized('s', label);
    return out + properties_canonical(node.properties);
  }
  std::string operator()(const Relationship& rel) const {
    return sized('r', rel.type) + properties_canonical(rel.properties);
  }
  std::string operator()(const Path& path) const {
    std::string out = fmt::format("p{}:", path.nodes.size());
    for (const Node& node : path.nodes) out += (*this)(node);
    for (const Relationship& rel : path.relationships) out += (*this)(rel);
    return out;
  }
};

}  // namespace

std::string to_text(const Value& value) { return std::visit(Printer{}, value.is); }

std::string canonical_text(const Value& value) { return std::visit(Canonical{}, value.is); }

}  // namespace gb
