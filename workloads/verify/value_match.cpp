#include "workloads/verify/value_match.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace gb {
namespace {

static_assert(std::numeric_limits<long double>::digits >= 63,
              "a long double must hold every 64-bit integer");

const std::int64_t* as_int(const Value& value) { return std::get_if<std::int64_t>(&value.is); }
const double* as_float(const Value& value) { return std::get_if<double>(&value.is); }
bool is_number(const Value& value) {
  return as_int(value) != nullptr || as_float(value) != nullptr;
}

long double number(const Value& value) {
  const std::int64_t* integer = as_int(value);
  return integer != nullptr ? static_cast<long double>(*integer)
                            : static_cast<long double>(*as_float(value));
}

bool close(long double got, long double want, const CompareSettings& settings) {
  if (got == want) return true;
  if (!std::isfinite(got) || !std::isfinite(want)) return false;
  const long double larger = std::max(std::fabs(got), std::fabs(want));
  return std::fabs(got - want) <=
         std::max(static_cast<long double>(settings.absolute_floor),
                  static_cast<long double>(settings.relative_tolerance) * larger);
}

bool numbers_match(const Value& got, const Value& want, const CompareSettings& settings) {
  const bool got_int = as_int(got) != nullptr;
  const bool want_int = as_int(want) != nullptr;
  if (got_int && want_int) return *as_int(got) == *as_int(want);
  if (got_int != want_int && !settings.coerce) return false;
  // A count or an id has no rounding to forgive.
  if (want_int) return number(got) == number(want);
  return close(number(got), number(want), settings);
}

bool maps_match(const Map& got, const Map& want, const CompareSettings& settings) {
  return got.size() == want.size() &&
         std::equal(got.begin(), got.end(), want.begin(), [&](const auto& a, const auto& b) {
           return a.first == b.first && matches(a.second, b.second, settings);
         });
}

std::vector<std::string> sorted(std::vector<std::string> texts) {
  std::sort(texts.begin(), texts.end());
  return texts;
}

bool nodes_match(const Node& got, const Node& want, const CompareSettings& settings) {
  return sorted(got.labels) == sorted(want.labels) &&
         maps_match(got.properties, want.properties, settings);
}

bool relationships_match(const Relationship& got, const Relationship& want,
                         const CompareSettings& settings) {
  return got.type == want.type && maps_match(got.properties, want.properties, settings);
}

struct Matcher {
  const Value& want;
  const CompareSettings& settings;

  template <class T>
  const T& wanted() const {
    return std::get<T>(want.is);
  }

  bool operator()(const List& got) const {
    return std::equal(got.begin(), got.end(), wanted<List>().begin(), wanted<List>().end(),
                      [&](const Value& a, const Value& b) { return matches(a, b, settings); });
  }
  bool operator()(const Map& got) const { return maps_match(got, wanted<Map>(), settings); }
  bool operator()(const Node& got) const { return nodes_match(got, wanted<Node>(), settings); }
  bool operator()(const Relationship& got) const {
    return relationships_match(got, wanted<Relationship>(), settings);
  }
  bool operator()(const Path& got) const {
    const Path& path = wanted<Path>();
    return std::equal(got.nodes.begin(), got.nodes.end(), path.nodes.begin(), path.nodes.end(),
                      [&](const Node& a, const Node& b) { return nodes_match(a, b, settings); }) &&
           std::equal(got.relationships.begin(), got.relationships.end(),
                      path.relationships.begin(), path.relationships.end(),
                      [&](const Relationship& a, const Relationship& b) {
                        return relationships_match(a, b, settings);
                      });
  }
  /// null, bool, text, bytes, instants.
  template <class T>
  bool operator()(const T& got) const {
    return got == wanted<T>();
  }
};

// --- the order for sorting ---

std::strong_ordering order_numbers(const Value& a, const Value& b) {
  const std::int64_t* x = as_int(a);
  const std::int64_t* y = as_int(b);
  if (x != nullptr && y != nullptr) return *x <=> *y;
  const long double p = number(a);
  const long double q = number(b);
  if (std::isnan(p) || std::isnan(q)) return std::isnan(p) <=> std::isnan(q);
  return p < q ? std::strong_ordering::less
               : (q < p ? std::strong_ordering::greater : std::strong_ordering::equal);
}

template <class Range, class Order>
std::strong_ordering order_ranges(const Range& a, const Range& b, Order order) {
  return std::lexicographical_compare_three_way(a.begin(), a.end(), b.begin(), b.end(), order);
}

std::strong_ordering order_maps(const Map& a, const Map& b) {
  return order_ranges(a, b, [](const auto& x, const auto& y) {
    const auto keys = x.first <=> y.first;
    return keys != 0 ? keys : sort_order(x.second, y.second);
  });
}

std::strong_ordering order_nodes(const Node& a, const Node& b) {
  const auto labels = sorted(a.labels) <=> sorted(b.labels);
  return labels != 0 ? labels : order_maps(a.properties, b.properties);
}

std::strong_ordering order_relationships(const Relationship& a, const Relationship& b) {
  const auto types = a.type <=> b.type;
  return types != 0 ? types : order_maps(a.properties, b.properties);
}

struct Sorter {
  const Value& other;

  template <class T>
  const T& second() const {
    return std::get<T>(other.is);
  }

  std::strong_ordering operator()(std::monostate) const { return std::strong_ordering::equal; }
  std::strong_ordering operator()(const List& a) const {
    return order_ranges(a, second<List>(), sort_order);
  }
  std::strong_ordering operator()(const Map& a) const { return order_maps(a, second<Map>()); }
  std::strong_ordering operator()(const Node& a) const { return order_nodes(a, second<Node>()); }
  std::strong_ordering operator()(const Relationship& a) const {
    return order_relationships(a, second<Relationship>());
  }
  std::strong_ordering operator()(const Path& a) const {
    const auto nodes = order_ranges(a.nodes, second<Path>().nodes, order_nodes);
    return nodes != 0
               ? nodes
               : order_ranges(a.relationships, second<Path>().relationships, order_relationships);
  }
  std::strong_ordering operator()(double) const { return std::strong_ordering::equal; }  // a number
  template <class T>
  std::strong_ordering operator()(const T& a) const {
    return a <=> second<T>();
  }
};

}  // namespace

bool matches(const Value& got, const Value& want, const CompareSettings& settings) {
  if (is_number(got) && is_number(want)) return numbers_match(got, want, settings);
  if (got.is.index() != want.is.index()) return false;
  return std::visit(Matcher{want, settings}, got.is);
}

std::strong_ordering sort_order(const Value& a, const Value& b) {
  if (is_number(a) && is_number(b)) return order_numbers(a, b);
  const auto kinds = a.is.index() <=> b.is.index();
  return kinds != 0 ? kinds : std::visit(Sorter{b}, a.is);
}

std::string_view kind_of(const Value& value) {
  static constexpr std::array<std::string_view, 12> kNames = {
      "null",  "bool", "int", "float", "text",         "timestamp",
      "bytes", "list", "map", "node",  "relationship", "path"};
  return kNames.at(value.is.index());
}

}  // namespace gb
