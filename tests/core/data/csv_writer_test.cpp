#include "core/data/csv_writer.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/data/csv_reader.h"
#include "tests/support/temporary_folder.h"

namespace gb {
namespace {

std::string encoded(std::string_view field) {
  std::string out;
  append_csv_field(out, field);
  return out;
}

}  // namespace

TEST_CASE("a field is quoted only when it must be") {
  for (const std::string_view plain :
       {"", "a", "Khanh Le", "trailing ", "\\", "\\.x", "\xC3\xA9t\xC3\xA9", "-1", "a\tb", "\x80 x",
        "\xE2\x80", "\xC2"}) {
    CHECK(encoded(plain) == plain);
  }
  CHECK(encoded("Li, Jr") == "\"Li, Jr\"");
  CHECK(encoded("Wall of \"Uma\"") == "\"Wall of \"\"Uma\"\"\"");
  CHECK(encoded("a\nb") == "\"a\nb\"");
  CHECK(encoded("a\rb") == "\"a\rb\"");
  CHECK(encoded("\\.") == "\"\\.\"");
}

TEST_CASE("a field that begins with any white space is quoted") {
  const std::vector<std::string> spaces = {" ",
                                           "\t",
                                           "\n",
                                           "\v",
                                           "\f",
                                           "\r",
                                           "\xC2\x85",
                                           "\xC2\xA0",
                                           "\xE1\x9A\x80",
                                           "\xE2\x80\x80",
                                           "\xE2\x80\x8A",
                                           "\xE2\x80\xA8",
                                           "\xE2\x80\xA9",
                                           "\xE2\x80\xAF",
                                           "\xE2\x81\x9F",
                                           "\xE3\x80\x80"};
  for (const std::string& space : spaces) CHECK(encoded(space + "x") == "\"" + space + "x\"");
  for (const std::string no_space : {"\xE2\x80\x8B", "\xC2\xA1", "\xE2\x81\xA0", "\xE3\x80\x81"}) {
    CHECK(encoded(no_space + "x") == no_space + "x");
  }
}

TEST_CASE("rows end in one LF each, the header counts as none") {
  std::string bytes;
  CsvWriter writer([&](std::string_view piece) -> Result<void> {
    bytes += piece;
    return {};
  });
  writer.header("id:ID,name:STRING,ok:BOOL,amount:FLOAT64");
  CHECK(writer.integer(-7).text(" x").boolean(true).money(2.5).end_row());
  CHECK(writer.integer(0).plain("").boolean(false).money(1999.999).end_row());
  REQUIRE(writer.finish());
  CHECK(bytes ==
        "id:ID,name:STRING,ok:BOOL,amount:FLOAT64\n-7,\" x\",true,2.50\n0,,false,2000.00\n");
  CHECK(writer.row_count() == 2);
}

TEST_CASE("a failing sink stops the writer and is reported once") {
  int calls = 0;
  CsvWriter writer([&](std::string_view) -> Result<void> {
    ++calls;
    return fail(ErrorCode::ResourceExhausted, "disk full");
  });
  int rows = 0;
  while (writer.integer(1).end_row()) REQUIRE(++rows < 1'000'000);
  CHECK(writer.finish().error().message == "disk full");
  CHECK(calls == 1);
}

TEST_CASE("what the writer writes, the reader reads back") {
  // Seeded noise over the bytes that matter to the dialect.
  constexpr std::string_view kBytes = ",\"\r\n\\. ax\xC2\xA0";
  SplitMix64 random(Seed{42});
  std::vector<std::vector<std::string>> rows(2000);
  const TemporaryFolder folder;
  std::string bytes;
  CsvWriter writer([&](std::string_view piece) -> Result<void> {
    bytes += piece;
    return {};
  });
  writer.header("a,b,c");
  for (auto& row : rows) {
    for (int i = 0; i < 3; ++i) {
      std::string& field = row.emplace_back();
      for (std::uint64_t n = random.below(6); n > 0; --n) {
        field.push_back(kBytes[random.below(kBytes.size())]);
      }
      writer.text(field);
    }
    writer.end_row();
  }
  REQUIRE(writer.finish());
  auto reader = CsvReader::open(folder.write("t.csv", bytes));
  REQUIRE(reader);
  for (const auto& row : rows) {
    REQUIRE(reader->next().value());
    REQUIRE(std::vector<std::string>(reader->fields().begin(), reader->fields().end()) == row);
  }
  CHECK_FALSE(reader->next().value());
}

}  // namespace gb
