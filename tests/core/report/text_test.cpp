#include <doctest/doctest.h>

#include <array>
#include <string>
#include <utility>

#include "core/report/csv.h"
#include "core/report/quantity.h"
#include "core/report/text_table.h"

TEST_CASE("width is counted in characters") {
  CHECK(gb::text_width("154.5µs") == 7);
  CHECK(gb::text_width("") == 0);
  CHECK(gb::text_width("Köln") == 4);
}

TEST_CASE("columns are padded to their widest cell and lines end without blanks") {
  gb::TextTable table({gb::Align::Left, gb::Align::Right});
  table.add_heading({"name", "p50"});
  table.add_row({"a", "1.25µs"});
  table.add_row({"longer", "7ns"});
  table.add_row({"only"});
  CHECK(table.render() ==
        "name       p50\n"
        "------  ------\n"
        "a       1.25µs\n"
        "longer     7ns\n"
        "only\n");
  CHECK(table.width() == 14);
  CHECK(table.render_padded().ends_with("only          \n"));
}

TEST_CASE("a cell across columns uses their room and widens the first when it lacks") {
  gb::TextTable table;
  table.add_heading({"", gb::TableCell("pair", 2), gb::TableCell("a long label", 2)});
  table.add_row({"x", "1", "2", "3", "4"});
  table.add_row({"y", gb::TableCell("SKIP", 2), "5", "6"});
  CHECK(table.render() ==
        "   pair  a long label\n"
        "-  -  -  ---------  -\n"
        "x  1  2  3          4\n"
        "y  SKIP  5          6\n");
}

TEST_CASE("a stranger's text is one line without control characters") {
  CHECK(gb::one_line("  a\n\tb\x1b[31m c\x7f ") == "a b [31m c");
  CHECK(gb::one_line("\n").empty());
}

TEST_CASE("long lines break at blanks and continue indented") {
  CHECK(gb::wrapped("- ", "one two three", 9) == "- one two\n  three\n");
  CHECK(gb::wrapped("", "incomprehensible word", 5) == "incomprehensible\nword\n");
  CHECK(gb::wrapped("- ", "", 9) == "- \n");
}

TEST_CASE("the unit of a reference row follows the truncated mean of positive values") {
  using gb::RowUnit;
  const auto unit = [](std::vector<std::int64_t> values) { return gb::row_unit(values); };
  CHECK(unit({}) == RowUnit::Ms);
  CHECK(unit({0, -1}) == RowUnit::Ms);
  CHECK(unit({999}) == RowUnit::Ns);
  CHECK(unit({1000}) == RowUnit::Us);
  CHECK(unit({999, 1001}) == RowUnit::Us);
  CHECK(unit({999'999}) == RowUnit::Us);
  CHECK(unit({1'000'000}) == RowUnit::Ms);
  CHECK(unit({999'999'999}) == RowUnit::Ms);
  CHECK(unit({1'000'000'000}) == RowUnit::S);
  CHECK(unit({4'307'458, 58'853'392'459}) == RowUnit::S);
}

TEST_CASE("reference cells round the binary double as printf does") {
  using gb::RowUnit;
  CHECK(gb::in_unit(1250, RowUnit::Us) == "1.2µs");
  CHECK(gb::in_unit(1350, RowUnit::Us) == "1.4µs");
  CHECK(gb::in_unit(999'950, RowUnit::Us) == "1000.0µs");
  CHECK(gb::in_unit(4'995'000, RowUnit::Ms) == "5.00ms");
  CHECK(gb::in_unit(5'005'000, RowUnit::Ms) == "5.00ms");
  CHECK(gb::in_unit(95'000, RowUnit::Ms) == "0.10ms");
  CHECK(gb::in_unit(94'999, RowUnit::Ms) == "0.09ms");
  CHECK(gb::in_unit(4'307'458, RowUnit::S) == "0.004s");
  CHECK(gb::in_unit(317, RowUnit::Ns) == "317ns");
}

TEST_CASE("our cells keep three digits and move to the next unit when rounding says so") {
  const std::array<std::pair<std::int64_t, const char*>, 17> lines{{{0, "0ns"},
                                                                    {7, "7ns"},
                                                                    {999, "999ns"},
                                                                    {1000, "1.00µs"},
                                                                    {1005, "1.01µs"},
                                                                    {9994, "9.99µs"},
                                                                    {9995, "10.0µs"},
                                                                    {99'949, "99.9µs"},
                                                                    {99'950, "100µs"},
                                                                    {154'541, "155µs"},
                                                                    {999'499, "999µs"},
                                                                    {999'500, "1.00ms"},
                                                                    {4'307'458, "4.31ms"},
                                                                    {58'853'392'459, "58.9s"},
                                                                    {999'499'999'999, "999s"},
                                                                    {3'661'000'000'000, "3661s"},
                                                                    {-1500, "-1.50µs"}}};
  for (const auto& [nanos, text] : lines) {
    CAPTURE(nanos);
    CHECK(gb::three_digits(nanos) == text);
  }
}

TEST_CASE("bytes are divided by 1024 until one decimal tells them") {
  const std::array<std::pair<std::int64_t, const char*>, 10> lines{{{-1, "n/a"},
                                                                    {0, "0 B"},
                                                                    {1023, "1023 B"},
                                                                    {1024, "1.0 KiB"},
                                                                    {1075, "1.0 KiB"},
                                                                    {1076, "1.1 KiB"},
                                                                    {-1536, "-1.5 KiB"},
                                                                    {1'048'575, "1024.0 KiB"},
                                                                    {14'417'920, "13.8 MiB"},
                                                                    {257'818'624, "245.9 MiB"}}};
  for (const auto& [bytes, text] : lines) CHECK(gb::format_bytes(bytes) == text);
}

TEST_CASE("CSV quotes only what needs it") {
  CHECK(gb::csv_record({"a", "b c", ""}) == "a,b c,\n");
  CHECK(gb::csv_record({"", "a,b", "say \"x\"", "l\nm"}) ==
        ",\"a,b\",\"say \"\"x\"\"\",\"l\nm\"\n");
}
