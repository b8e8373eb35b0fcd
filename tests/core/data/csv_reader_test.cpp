#include "core/data/csv_reader.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/support/temporary_folder.h"

namespace gb {
namespace {

using Rows = std::vector<std::vector<std::string>>;

/// Every record, or the message of the error that ended the reading.
struct Reading {
  Rows rows;
  std::string error;
};

Reading read_all(const std::string& bytes) {
  const TemporaryFolder folder;
  auto reader = CsvReader::open(folder.write("t.csv", bytes));
  const std::string prefix = folder.path().string() + "/";
  const auto message = [&](const Error& error) {
    const std::size_t at = error.message.find(prefix);
    return at == std::string::npos ? error.message : error.message.substr(at + prefix.size());
  };
  Reading reading;
  if (!reader) return {{}, message(reader.error())};
  for (;;) {
    const Result<bool> more = reader->next();
    if (!more) {
      reading.error = message(more.error());
      CHECK(reader->next().error().message == more.error().message);  // sticky
      return reading;
    }
    if (!*more) return reading;
    reading.rows.emplace_back(reader->fields().begin(), reader->fields().end());
  }
}

}  // namespace

TEST_CASE("records are read field by field, empty fields included") {
  const Reading reading = read_all(":START_ID,:END_ID,w\n0,1,\n,,x\n");
  CHECK(reading.error.empty());
  CHECK(reading.rows == Rows{{"0", "1", ""}, {"", "", "x"}});
}

TEST_CASE("CR LF counts as LF, empty lines are skipped, a last line needs no LF") {
  const Rows expected{{"1", "a"}, {"2", "b"}};
  CHECK(read_all("id:ID,n\r\n1,a\r\n\r\n2,b\r\n").rows == expected);
  CHECK(read_all("\n\nid:ID,n\n\n\n1,a\n2,b").rows == expected);
  CHECK(read_all("id:ID,n\n1,a\n2,b\r").rows == expected);
  CHECK(read_all("id:ID,n\n1,a\n2,\"b\"\r").rows == expected);
}

TEST_CASE("a CR that ends no line belongs to its field") {
  CHECK(read_all("a,b\nx\ry,z\n").rows == Rows{{"x\ry", "z"}});
}

TEST_CASE("quoted fields keep commas, line ends and doubled quotes") {
  const Reading reading =
      read_all("id:ID,n\n1,\"a,b\"\n2,\"say \"\"hi\"\"\"\n3,\"two\nlines\r\nthree\"\n4,\"\"\n");
  CHECK(reading.error.empty());
  CHECK(reading.rows ==
        Rows{{"1", "a,b"}, {"2", "say \"hi\""}, {"3", "two\nlines\r\nthree"}, {"4", ""}});
}

TEST_CASE("several escaped fields in one record come out right") {
  CHECK(read_all("a,b,c\n\"\"\"\",\"x\"\"y\",\"\"\"z\"\n").rows == Rows{{"\"", "x\"y", "\"z"}});
}

TEST_CASE(
    "a quote that never closes is an error at the line where it opened, not a swallowed row") {
  const Reading reading = read_all("id:ID,n:STRING\n1,a\n2,\"open\n3,c\n");
  CHECK(reading.rows == Rows{{"1", "a"}});
  CHECK(reading.error == "t.csv:3: column \"n:STRING\": the quote that opens here never closes");
}

TEST_CASE("a quote inside an unquoted field is an error with line and column") {
  const Reading reading = read_all("id:ID,n:STRING\n1,he said \"hi\"\n2,b\n");
  CHECK(reading.rows.empty());
  CHECK(reading.error ==
        "t.csv:2: column \"n:STRING\": a quote inside a field that does not begin with one");
}

TEST_CASE("text after a closing quote is an error with line and column") {
  CHECK(read_all("id:ID,n:STRING\n1,a\n\"2\"x,b\n").error ==
        "t.csv:3: column \"id:ID\": text after the closing quote");
  CHECK(read_all("id:ID,n:STRING\n1,\"a\"\rb\n").error ==
        "t.csv:2: column \"n:STRING\": text after the closing quote");
}

TEST_CASE("too few or too many fields are an error that names the column") {
  CHECK(read_all("id:ID,n:STRING\n1,a\n2\n").error ==
        "t.csv:3: missing column 2 \"n:STRING\": the record has 1 fields, the header 2");
  CHECK(read_all("id:ID,n:STRING\n1,a,b\n").error ==
        "t.csv:2: surplus column 3: the record has 3 fields, the header 2");
}

TEST_CASE("line numbers count the line ends inside quotes and the empty lines") {
  const Reading reading = read_all("id:ID,n\n\n1,\"a\nb\nc\"\n\n2\n");
  CHECK(reading.rows == Rows{{"1", "a\nb\nc"}});
  CHECK(reading.error.starts_with("t.csv:7: "));
}

TEST_CASE("records that straddle the buffer's end come out whole") {
  // 300,000 rows are about 4 MB: some straddle every refill, each at another byte.
  std::string bytes = "id:ID,n\n";
  for (int i = 0; i < 300'000; ++i) {
    bytes += std::to_string(i) + (i % 7 == 0 ? ",\"q\"\"\r\n" : ",u") + std::to_string(i * 3) +
             (i % 7 == 0 ? "\"\r\n" : "\n");
  }
  const Reading reading = read_all(bytes);
  CHECK(reading.error.empty());
  REQUIRE(reading.rows.size() == 300'000);
  bool right = true;
  for (std::size_t i = 0; i < reading.rows.size(); ++i) {
    const std::string text = (i % 7 == 0 ? "q\"\r\n" : "u") + std::to_string(i * 3);
    right = right && reading.rows[i][0] == std::to_string(i) && reading.rows[i][1] == text;
  }
  CHECK(right);
}

TEST_CASE("a record longer than the buffer is read, one beyond the limit is refused") {
  const std::string long_text(3 << 20, 'x');
  CHECK(read_all("id:ID,n\n1,\"" + long_text + "\"\n").rows == Rows{{"1", long_text}});
  const std::string too_long(CsvReader::kMaxRecordBytes + 1, '\n');
  CHECK(read_all("id:ID,n\n1,a\n2,\"" + too_long + "\"\n").error ==
        "t.csv:3: the record that begins here is longer than 16 MiB; is a quote missing?");
}

TEST_CASE("header cells are trimmed, typed, and found by what they are") {
  const TemporaryFolder folder;
  auto reader = CsvReader::open(
      folder.write("t.csv", " w:int64 , :end_id,name,:START_ID,x:y:z\n1,2,3,4,5\n"));
  REQUIRE(reader);
  CHECK(reader->header().columns()[0].text() == "w:INT64");
  CHECK(reader->column_of("START_ID").value() == 3);
  CHECK(reader->column_of("END_ID").value() == 1);
  CHECK(reader->header().columns()[2].type == "STRING");
  CHECK(reader->header().columns()[4].type == "Y:Z");
  CHECK(reader->header().find_property("w") == 0);
  CHECK_FALSE(reader->header().find_property("").has_value());
  CHECK(reader->column_of("ID").error().message.ends_with(
      "t.csv:1: no column ends in :ID; the header is w:INT64, :END_ID, name:STRING, :START_ID, "
      "x:Y:Z"));
}

TEST_CASE("a bad header is refused with the cell") {
  CHECK(read_all("").error == "t.csv: is empty, where a header line was expected");
  CHECK(read_all("id:ID, ,w\n").error == "t.csv:1: header cell 2 is empty");
  CHECK(read_all("id:ID,id2:ID\n").error == "t.csv:1: header cell 2, \"id2:ID\", occurs twice");
  CHECK(read_all("w:INT64,w\n").error == "t.csv:1: header cell 2, \"w\", occurs twice");
  CHECK(read_all(":INT64\n").error.starts_with("t.csv:1: header cell 1, \":INT64\", has neither"));
  CHECK(
      read_all("\xEF\xBB\xBFid:ID\n").error.starts_with("t.csv:1: begins with a byte-order mark"));
}

TEST_CASE("numbers are whole fields, and a bad one names file, line, column and value") {
  const TemporaryFolder folder;
  auto reader = CsvReader::open(folder.write(
      "t.csv", "id:ID,f:FLOAT64,b:BOOL\n-5,2.5,true\n12x,nan,TRUE\n9223372036854775808,,\n"));
  REQUIRE(reader);
  REQUIRE(reader->next().value());
  CHECK(reader->int64(0).value() == -5);
  CHECK(reader->float64(1).value() == 2.5);
  CHECK(reader->boolean(2).value());
  REQUIRE(reader->next().value());
  CHECK(reader->int64(0).error().message ==
        folder.path().string() + "/t.csv:3: column \"id:ID\": \"12x\" is no 64-bit integer");
  CHECK_FALSE(reader->float64(1));
  CHECK_FALSE(reader->boolean(2));
  REQUIRE(reader->next().value());
  CHECK_FALSE(reader->int64(0));
  CHECK_FALSE(reader->float64(1));
  CHECK_FALSE(reader->next().value());
}

TEST_CASE("a moved reader goes on where it was") {
  const TemporaryFolder folder;
  auto opened = CsvReader::open(folder.write("t.csv", "id:ID\n1\n2\n"));
  REQUIRE(opened);
  REQUIRE(opened->next().value());
  CsvReader moved = std::move(*opened);
  CHECK(moved.field(0) == "1");
  REQUIRE(moved.next().value());
  CHECK(moved.field(0) == "2");
  CHECK(moved.line() == 3);
}

TEST_CASE("what cannot be opened or read says so") {
  const TemporaryFolder folder;
  CHECK(CsvReader::open(folder / "absent.csv").error().code == ErrorCode::NotFound);
  CHECK(CsvReader::open(folder.path()).error().message.find("cannot read") == 0);
}

}  // namespace gb
