#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace gb {

/// One value of the model every dialect and engine shares (workloads §4, engines §1.5). Every
/// integer width becomes int64, every float width double; a value the model cannot hold is a decode
/// error, never a placeholder.
struct Value;

using List = std::vector<Value>;
using Map = std::map<std::string, Value>;

struct Timestamp {
  std::int64_t nanos = 0;  // UTC since the Unix epoch
  auto operator<=>(const Timestamp&) const = default;
};

struct Bytes {
  std::string bytes;
  auto operator<=>(const Bytes&) const = default;
};

struct Node {
  std::string element_id;  // for diagnosis; takes no part in comparing answers
  std::vector<std::string> labels;
  Map properties;
};

struct Relationship {
  std::string element_id;
  std::string start_element_id;
  std::string end_element_id;
  std::string type;
  Map properties;
};

/// Alternating: one more node than relationships.
struct Path {
  std::vector<Node> nodes;
  std::vector<Relationship> relationships;
};

struct Value {
  // The first alternative is null.
  std::variant<std::monostate, bool, std::int64_t, double, std::string, Timestamp, Bytes, List, Map,
               Node, Relationship, Path>
      is;

  Value() = default;
  Value(bool b) : is(b) {}                      // NOLINT(google-explicit-constructor)
  Value(std::int64_t i) : is(i) {}              // NOLINT(google-explicit-constructor)
  Value(int i) : is(std::int64_t{i}) {}         // NOLINT(google-explicit-constructor)
  Value(double d) : is(d) {}                    // NOLINT(google-explicit-constructor)
  Value(std::string s) : is(std::move(s)) {}    // NOLINT(google-explicit-constructor)
  Value(const char* s) : is(std::string(s)) {}  // NOLINT(google-explicit-constructor)
  Value(Timestamp t) : is(t) {}                 // NOLINT(google-explicit-constructor)
  Value(Bytes b) : is(std::move(b)) {}          // NOLINT(google-explicit-constructor)
  Value(List l) : is(std::move(l)) {}           // NOLINT(google-explicit-constructor)
  Value(Map m) : is(std::move(m)) {}            // NOLINT(google-explicit-constructor)
  Value(Node n) : is(std::move(n)) {}           // NOLINT(google-explicit-constructor)
  Value(Relationship r) : is(std::move(r)) {}   // NOLINT(google-explicit-constructor)
  Value(Path p) : is(std::move(p)) {}           // NOLINT(google-explicit-constructor)

  bool is_null() const { return std::holds_alternative<std::monostate>(is); }
};

/// As a person would write it: `null`, `true`, `7`, `4.5`, `"ab"`, `[1, 2]`, `{a: 1}`. For
/// messages, never for comparing.
std::string to_text(const Value& value);

/// An unambiguous, byte-stable text: kind tag and exact content (doubles by their bits). For
/// hashing sequences and answers.
std::string canonical_text(const Value& value);

}  // namespace gb
