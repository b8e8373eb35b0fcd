#include "workloads/verify/compare.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace gb;

namespace {

constexpr CompareSettings kBag{};
constexpr CompareSettings kOrdered{.ordered = true};
constexpr CompareSettings kCoerced{.ordered = true, .coerce = true};

using Rows = std::vector<std::vector<Value>>;

std::string difference(const Rows& got, const Rows& want, const CompareSettings& settings,
                       const std::vector<std::string>& columns = {"n"}) {
  return first_difference({columns, got}, {columns, want}, settings).value_or("");
}

/// One cell against one cell.
std::string cells(Value got, Value want, const CompareSettings& settings = kOrdered) {
  return difference({{std::move(got)}}, {{std::move(want)}}, settings);
}

}  // namespace

TEST_CASE("equal answers have no difference") {
  CHECK(cells(7, 7).empty());
  CHECK(difference({}, {}, kOrdered).empty());
  CHECK(difference({{1, "a"}, {2, "b"}}, {{1, "a"}, {2, "b"}}, kOrdered, {"id", "name"}).empty());
}

TEST_CASE("a wrong cell is named by row, column, got and want") {
  CHECK(cells(7, 8) == "row 1, column n: got 7, want 8");
  CHECK(difference({{1, "a"}, {2, "b"}}, {{1, "a"}, {2, "c"}}, kOrdered, {"id", "name"}) ==
        "row 2, column name: got \"b\", want \"c\"");
}

TEST_CASE("column names are part of the answer, in their order") {
  CHECK(first_difference({{"m"}, {{1}}}, {{"n"}, {{1}}}, kOrdered) == "columns: got [m], want [n]");
  CHECK(first_difference({{"b", "a"}, {}}, {{"a", "b"}, {}}, kBag) ==
        "columns: got [b, a], want [a, b]");
  CHECK(first_difference({{"a"}, {{1, 2}}}, {{"a"}, {{1}}}, kBag) ==
        "row 1 of the answer has 2 cells for 1 columns");
}

TEST_CASE("row counts differ with the first row only one side has") {
  CHECK(difference({}, {{9}}, kOrdered) == "got 0 rows, want 1: missing is (9)");
  CHECK(difference({{7}}, {}, kOrdered) == "got 1 rows, want 0: not wanted is (7)");
  CHECK(difference({{3}, {1}}, {{1}, {2}, {3}}, kBag) == "got 2 rows, want 3: missing is (2)");
  CHECK(difference({{2}, {2}, {1}}, {{1}, {2}}, kBag) == "got 3 rows, want 2: not wanted is (2)");
}

TEST_CASE("order counts only when it is asked for") {
  CHECK(difference({{2}, {1}}, {{1}, {2}}, kOrdered) == "row 1, column n: got 2, want 1");
  CHECK(difference({{2}, {1}}, {{1}, {2}}, kBag).empty());
}

TEST_CASE("rows without order are a bag: how often counts") {
  CHECK(difference({{1}, {1}, {2}}, {{1}, {2}, {2}}, kBag) ==
        "row 2 when sorted, column n: got 1, want 2");
}

TEST_CASE("integers beyond 2^53 that differ by one are different, sorted or not") {
  constexpr std::int64_t kId = (std::int64_t{1} << 53) + 1;
  CHECK(cells(kId, kId - 1) == "row 1, column n: got 9007199254740993, want 9007199254740992");
  CHECK_FALSE(difference({{kId}, {5}}, {{5}, {kId - 1}}, kBag).empty());
  // A sort that rounds would take these for equal, leave them as they come and pair them wrongly.
  CHECK(difference({{kId}, {kId - 1}}, {{kId - 1}, {kId}}, kBag).empty());
  CHECK(difference({{kId, 1}, {kId - 1, 2}}, {{kId - 1, 2}, {kId, 1}}, kBag, {"id", "n"}).empty());
  CHECK_FALSE(
      difference({{kId, 2}, {kId - 1, 1}}, {{kId - 1, 2}, {kId, 1}}, kBag, {"id", "n"}).empty());
  constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
  CHECK_FALSE(cells(kMax, kMax - 1).empty());
  CHECK_FALSE(cells(kMax, std::numeric_limits<std::int64_t>::min()).empty());
}

TEST_CASE("floats match within a relative tolerance, with an absolute floor near zero") {
  CHECK(cells(1.0 + 5e-10, 1.0).empty());
  CHECK(cells(1.0 + 5e-9, 1.0) == "row 1, column n: got 1.000000005, want 1");
  CHECK(cells(1e12 + 100, 1e12).empty());
  CHECK(cells(1e-13, 0.0).empty());
  CHECK_FALSE(cells(1e-11, 0.0).empty());
  CHECK(cells(1.01, 1.0, {.relative_tolerance = 0.1}).empty());
  CHECK_FALSE(cells(1e-13, 0.0, {.absolute_floor = 0}).empty());
}

TEST_CASE("not a number matches nothing, and infinity only itself") {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInf = std::numeric_limits<double>::infinity();
  CHECK_FALSE(cells(kNan, kNan).empty());
  CHECK_FALSE(cells(1.0, kNan).empty());
  CHECK(cells(kInf, kInf).empty());
  CHECK_FALSE(cells(kInf, -kInf).empty());
  CHECK_FALSE(cells(kInf, 1e308).empty());
  CHECK_FALSE(difference({{kNan}, {1.0}}, {{1.0}, {2.0}}, kBag).empty());
}

TEST_CASE("an int is no float unless coerced, and then it must be that very number") {
  CHECK(cells(7.0, 7) == "row 1, column n: got 7 (float), want 7 (int)");
  CHECK(cells(7, 7.0) == "row 1, column n: got 7 (int), want 7 (float)");
  CHECK(cells(7.0, 7, kCoerced).empty());
  CHECK(cells(7, 7.0, kCoerced).empty());
  CHECK_FALSE(cells(7.5, 7, kCoerced).empty());
  // Tolerance is for rounding, and a count is not rounded.
  CHECK_FALSE(cells(1e12 + 1, std::int64_t{1000000000000}, kCoerced).empty());
  CHECK_FALSE(cells(9007199254740992.0, (std::int64_t{1} << 53) + 1, kCoerced).empty());
  CHECK(cells(std::int64_t{1000000000000}, 1e12 + 100, kCoerced).empty());
}

TEST_CASE("kinds are not confused: null is no 0, 1 is no true, \"1\" is no 1") {
  CHECK(cells(Value(), 0) == "row 1, column n: got null, want 0");
  CHECK(cells(0, Value()) == "row 1, column n: got 0, want null");
  CHECK(cells(Value(), Value()).empty());
  CHECK(cells(1, true) == "row 1, column n: got 1 (int), want true (bool)");
  CHECK(cells("1", 1, kCoerced) == "row 1, column n: got \"1\" (text), want 1 (int)");
  CHECK(cells(Value(), false, kCoerced) == "row 1, column n: got null, want false");
  CHECK_FALSE(cells(true, false).empty());
  CHECK_FALSE(cells(Timestamp{5}, 5).empty());
  CHECK(cells(Timestamp{5}, Timestamp{5}).empty());
  CHECK_FALSE(cells(Bytes{"a"}, "a").empty());
}

TEST_CASE("lists compare element by element in order, even in rows without order") {
  CHECK(cells(List{1, 2}, List{1, 2}, kBag).empty());
  CHECK(cells(List{2, 1}, List{1, 2}, kBag) ==
        "row 1 when sorted, column n: got [2, 1], want [1, 2]");
  CHECK_FALSE(cells(List{1}, List{1, 2}).empty());
  CHECK(cells(List{1.0 + 1e-12}, List{1.0}).empty());
  CHECK_FALSE(cells(List{1.0}, List{1}).empty());
  CHECK(cells(Map{{"a", 1}}, Map{{"a", 1}}).empty());
  CHECK_FALSE(cells(Map{{"a", 1}}, Map{{"b", 1}}).empty());
  CHECK_FALSE(cells(Map{{"a", 1}}, Map{{"a", 1}, {"b", 1}}).empty());
}

TEST_CASE("nodes, relationships and paths compare by content, never by an engine's own ids") {
  const Node alice{"4:1", {"B", "A"}, {{"id", 1}}};
  const Node same{"9:9", {"A", "B"}, {{"id", 1}}};
  const Node other{"4:1", {"A", "B"}, {{"id", 2}}};
  CHECK(cells(alice, same).empty());
  CHECK_FALSE(cells(alice, other).empty());
  CHECK_FALSE(cells(alice, Node{"4:1", {"A"}, {{"id", 1}}}).empty());
  const Relationship knows{"1", "2", "3", "KNOWS", {{"since", 5}}};
  CHECK(cells(knows, Relationship{"7", "8", "9", "KNOWS", {{"since", 5}}}).empty());
  CHECK_FALSE(cells(knows, Relationship{"1", "2", "3", "LIKES", {{"since", 5}}}).empty());
  CHECK(cells(Path{{alice, other}, {knows}}, Path{{same, other}, {knows}}).empty());
  CHECK_FALSE(cells(Path{{alice, other}, {knows}}, Path{{other, alice}, {knows}}).empty());
  CHECK(difference({{other}, {alice}}, {{same}, {other}}, kBag).empty());
}

TEST_CASE("rounding cannot change who is compared with whom: exact columns sort first") {
  // Sorted by the float alone, got pairs 2 with 1.
  const Rows got{{1.0 + 2e-12, 1}, {1.0 + 1e-12, 2}};
  const Rows want{{1.0, 1}, {1.0 + 3e-12, 2}};
  CHECK(difference(got, want, kBag, {"score", "id"}).empty());
  const Rows swapped{{1.0 + 2e-12, 1}, {7.0, 2}};
  CHECK(difference(swapped, want, kBag, {"score", "id"}) ==
        "row 2 when sorted, column score: got 7, want 1.000000000003");
}

TEST_CASE("a long value is cut in the message") {
  const std::string difference_text = cells(std::string(5000, 'x'), "y");
  CHECK(difference_text.size() < 300);
}

TEST_CASE(
    "with keys, each row is compared with the one of its key, wherever floats would sort it") {
  const CompareSettings by_id{.coerce = true, .relative_tolerance = 1e-4, .keys = {"id"}};
  const std::vector<std::string> columns = {"score", "id"};
  const Rows want{{1.0, 1}, {1.00001, 2}, {0.5, 3}};
  CHECK(difference({{1.00001, 1}, {0.5, 3}, {1.0, 2}}, want, by_id, columns).empty());
  CHECK(difference({{1.0, 1.0}, {1.0, 2.0}, {0.5, 3.0}}, want, by_id, columns).empty());
  CHECK(difference({{0.5, 3}, {1.0, 2}, {1.1, 1}}, want, by_id, columns) ==
        "id 1, column score: got 1.1, want 1");
  CHECK(difference({{1.0, 1}, {1.0, 2}}, want, by_id, columns) ==
        "id 3: missing is (0.5, 3) (got 2 rows, want 3)");
  CHECK(difference({{1.0, 1}, {1.0, 2}, {7.5, 4}}, want, by_id, columns) ==
        "id 3: missing is (0.5, 3) (got 3 rows, want 3)");
  CHECK(difference({{1.0, 1}, {1.0, 2}, {0.5, 3}, {7.5, 4}}, want, by_id, columns) ==
        "id 4: not wanted is (7.5, 4) (got 4 rows, want 3)");
  CHECK(difference({{1.0, 1}, {1.0, 2}, {0.5, 3}, {1.0, 2}}, want, by_id, columns) ==
        "id 2: got it twice, want it once");
  CHECK(difference({{7.5, 4}, {7.5, 4}}, want, by_id, columns) ==
        "id 4: got it twice, want it never");
  CHECK(difference(want, {{1.0, 1}, {1.0, 1}}, by_id, columns) ==
        "id 1: the expected answer has it twice, so it is no key");
  CHECK(difference({{1.0, "1"}, {1.0, 2}, {0.5, 3}}, want, by_id, columns) ==
        "id 1: missing is (1, 1) (got 3 rows, want 3)");
}

TEST_CASE("a key of several columns names a row by all of them") {
  const CompareSettings by_pair{.keys = {"src", "dst"}};
  const std::vector<std::string> columns = {"src", "dst", "n"};
  CHECK(difference({{1, 2, 0.5}, {1, 1, 0.25}}, {{1, 1, 0.25}, {1, 2, 0.5}}, by_pair, columns)
            .empty());
  CHECK(difference({{1, 2, 0.25}, {1, 1, 0.25}}, {{1, 1, 0.25}, {1, 2, 0.5}}, by_pair, columns) ==
        "src 1, dst 2, column n: got 0.25, want 0.5");
}
