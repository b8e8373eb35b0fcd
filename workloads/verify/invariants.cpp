#include "workloads/verify/invariants.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace gb {
namespace {

constexpr std::int64_t kModulus = 1000003;  // small enough that no sum overflows 64 bits

bool is_number(PropertyType type) { return type == PropertyType::Int64; }
bool is_text(PropertyType type) { return type == PropertyType::String; }

std::string quoted(const std::string& name, char quote) {
  std::string out(1, quote);
  for (const char c : name) {
    if (c == quote) out += quote;
    out += c;
  }
  return out + quote;
}

std::string sql_text(const std::string& table, const std::vector<Property>& properties) {
  std::string text = "SELECT COUNT(*) AS n";
  std::size_t column = 0;
  for (const Property& property : properties) {
    const std::string name = quoted(property.name, '"');
    if (is_number(property.type)) {
      text += fmt::format(", SUM({} % {}) AS s{}", name, kModulus, ++column);
    } else if (is_text(property.type)) {
      text += fmt::format(", SUM(LENGTH({})) AS s{}", name, ++column);
    }
  }
  return fmt::format("{} FROM {}", text, quoted(table, '"'));
}

std::string cypher_text(const std::string& pattern, const std::vector<Property>& properties) {
  std::string text = fmt::format("MATCH {} RETURN count(x) AS n", pattern);
  std::size_t column = 0;
  for (const Property& property : properties) {
    const std::string name = quoted(property.name, '`');
    if (is_number(property.type)) {
      text += fmt::format(", sum(x.{} % {}) AS s{}", name, kModulus, ++column);
    } else if (is_text(property.type)) {
      text += fmt::format(", sum(size(x.{})) AS s{}", name, ++column);
    }
  }
  return text;
}

}  // namespace

std::vector<Invariant> invariants_of(const Dataset& dataset,
                                     const std::vector<std::string>& dialects) {
  const auto spelled = std::find_if(dialects.begin(), dialects.end(), [](const std::string& name) {
    return name == "sql" || name == "cypher";
  });
  std::vector<Invariant> invariants;
  if (spelled == dialects.end()) return invariants;
  const bool sql = *spelled == "sql";
  const auto add = [&](const std::string& name, std::string text) {
    invariants.push_back({name, {"count of " + name, *spelled, std::move(text), {}}});
  };
  for (const NodeTable& node : dataset.nodes) {
    add(node.label,
        sql ? sql_text(node.label, node.properties)
            : cypher_text(fmt::format("(x:{})", quoted(node.label, '`')), node.properties));
  }
  std::set<std::string> types;  // several tables may be of one type
  for (const RelTable& rel : dataset.rels) {
    if (!types.insert(rel.type).second) continue;
    add(rel.type,
        sql ? sql_text(rel.type, rel.properties)
            : cypher_text(fmt::format("()-[x:{}]->()", quoted(rel.type, '`')), rel.properties));
  }
  return invariants;
}

}  // namespace gb
