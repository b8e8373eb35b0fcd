#include "adapters/sqlite/sql_text.h"

#include <doctest/doctest.h>

using namespace gb;

namespace {

std::string rewritten(std::string_view text) {
  return rewrite_sql(text, {"a", "b", "long_name2"}).value().text;
}

std::string refusal(std::string_view text) {
  const Result<SqlText> result = rewrite_sql(text, {"a", "b"});
  REQUIRE_FALSE(result.has_value());
  CHECK(result.error().code == ErrorCode::InvalidArgument);
  return result.error().message;
}

}  // namespace

TEST_CASE("a parameter becomes the placeholder of its index, as often as it is named") {
  CHECK(rewritten("SELECT $b, $a, $b") == "SELECT ?2, ?1, ?2");
  CHECK(rewritten("x=$long_name2+1") == "x=?3+1");
  CHECK(rewritten("($a)") == "(?1)");
  CHECK(rewrite_sql("SELECT $b, $a, $b", {"a", "b"}).value().used ==
        std::vector<std::size_t>{0, 1});
  CHECK(rewrite_sql("SELECT $b", {"a", "b"}).value().used == std::vector<std::size_t>{1});
  CHECK(rewrite_sql("SELECT 1", {"a", "b"}).value().used.empty());
}

TEST_CASE("literals, quoted identifiers and comments are left as they are") {
  for (const char* text :
       {"'$a'", "'it''s $a'", "\"$a\"", "\"x\"\"$a\"", "`$a`", "[$a]", "-- $a", "/* $a */",
        "/*/ $a */", "/* -- */", "'-- $'", "x$a", "\xC3\xA9$a", "''"}) {
    CAPTURE(text);
    CHECK(rewritten(text) == text);
  }
  CHECK(rewritten("-- $a\n$a") == "-- $a\n?1");
  CHECK(rewritten("/* ' */ $a") == "/* ' */ ?1");
  CHECK(rewritten("'a' || $a || '$b'") == "'a' || ?1 || '$b'");
  CHECK(rewritten("'/*' || $a || '*/'") == "'/*' || ?1 || '*/'");
}

TEST_CASE("a dollar sign without a name, and a name nobody listed, are refused") {
  CHECK(refusal("SELECT $").find("offset 7") != std::string::npos);
  CHECK(refusal("SELECT $1").find("offset 7") != std::string::npos);
  CHECK(refusal("SELECT $$a$$").find("`$`") != std::string::npos);
  CHECK(refusal("SELECT $c").find("$c, which is none of [a, b]") != std::string::npos);
  CHECK(refusal("SELECT $A").find("$A") != std::string::npos);
}

TEST_CASE("what is opened and never closed is refused") {
  for (const char* text : {"'abc", "'it''s", "\"x", "`x", "[x", "/* x", "/*/"}) {
    CAPTURE(text);
    CHECK(refusal(text).find("no closing") != std::string::npos);
  }
}

TEST_CASE("the alias suffix is taken off the name, and only bool is one") {
  CHECK(parse_alias("found::bool").value().name == "found");
  CHECK(parse_alias("found::bool").value().boolean);
  CHECK(parse_alias("n").value().name == "n");
  CHECK_FALSE(parse_alias("n").value().boolean);
  CHECK(parse_alias("n::int").error().message.find("int") != std::string::npos);
  CHECK_FALSE(parse_alias("n::").has_value());
}
