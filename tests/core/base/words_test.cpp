#include <doctest/doctest.h>

#include <set>
#include <string>
#include <type_traits>

#include "core/base/error.h"
#include "core/base/id.h"
#include "core/base/secret.h"
#include "core/base/sha256.h"

TEST_CASE("an id may be part of a path, an SQL value or a label: nothing else is one") {
  for (const char* text :
       {"laptop", "0198a3b2-7c1d-7e55-8f00-1234567890ab", "a", "sf1", "a.b_c-d"}) {
    CAPTURE(text);
    CHECK(gb::RunId::parse(text).value().text() == text);
  }
  using namespace std::string_literals;
  for (const std::string& text : {""s,
                                  "."s,
                                  ".."s,
                                  "../x"s,
                                  "a/b"s,
                                  "/etc/passwd"s,
                                  "a\\b"s,
                                  "-rf"s,
                                  ".hidden"s,
                                  "_x"s,
                                  "A"s,
                                  "a b"s,
                                  "a\nb"s,
                                  "a\0b"s,
                                  "a'b"s,
                                  "a\"b"s,
                                  "a;b"s,
                                  "a%2f"s,
                                  "~"s,
                                  "$HOME"s,
                                  "\xc3\xa9"s,
                                  "..%c0%af"s,
                                  std::string(65, 'a')}) {
    CAPTURE(text);
    const auto id = gb::RunId::parse(text);
    REQUIRE(!id);
    CHECK(id.error().code == gb::ErrorCode::InvalidArgument);
  }
  CHECK(gb::is_identifier(std::string(64, 'a')));
}

TEST_CASE("fresh ids are version 7, distinct, and sort by the time they were made") {
  std::set<std::string> seen;
  std::string before;
  for (int i = 0; i < 1000; ++i) {
    const std::string id = gb::new_uuid_v7();
    REQUIRE(id.size() == 36);
    CHECK(id[14] == '7');
    CHECK(std::string("89ab").find(id[19]) != std::string::npos);
    CHECK(gb::is_identifier(id));
    CHECK(id.substr(0, 13) >= before);  // 48 bits of milliseconds
    before = id.substr(0, 13);
    seen.insert(id);
  }
  CHECK(seen.size() == 1000);
}

TEST_CASE("ids of different kinds do not mix") {
  static_assert(!std::is_convertible_v<gb::CellId, gb::RunId>);
  static_assert(!std::is_constructible_v<gb::RunId, gb::CellId>);
  static_assert(!std::is_constructible_v<gb::RunId, std::string>);
  const auto one = gb::RunId::trusted("a");
  const auto two = gb::RunId::trusted("b");
  CHECK(one < two);
  CHECK(fmt::format("run={}", one) == "run=a");
}

TEST_CASE("SHA-256 gives the published digests, at once and in pieces") {
  CHECK(gb::sha256_hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(gb::sha256_hex("abc") ==
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  gb::Sha256 million;
  for (int i = 0; i < 1000; ++i) million.update(std::string(1000, 'a'));
  CHECK(million.finish() == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("a secret has no way into a log line and matches only itself") {
  static_assert(!fmt::is_formattable<gb::Secret>::value);
  static_assert(!std::is_convertible_v<gb::Secret, std::string>);
  const gb::Secret secret("correct horse");
  CHECK(secret.matches(gb::Secret("correct horse")));
  CHECK(!secret.matches(gb::Secret("correct hors")));
  CHECK(!secret.matches(gb::Secret("correct horse ")));
  CHECK(!secret.matches(gb::Secret("Correct horse")));
  CHECK(!secret.matches(gb::Secret()));
  CHECK(!gb::Secret().matches(secret));
  CHECK(gb::Secret().matches(gb::Secret()));
  CHECK(!gb::Secret("abab").matches(gb::Secret("ab")));
}

TEST_CASE("an error passed on says the outer step first and keeps its code") {
  const gb::Result<int> inner = gb::fail(gb::ErrorCode::ResourceExhausted, "disk {}", "full");
  const gb::Result<int> outer = gb::within("load grid into sqlite", inner.error());
  CHECK(outer.error().message == "load grid into sqlite: disk full");
  CHECK(outer.error().code == gb::ErrorCode::ResourceExhausted);
  CHECK(gb::name_of(outer.error().code) == "resource exhausted");
}
