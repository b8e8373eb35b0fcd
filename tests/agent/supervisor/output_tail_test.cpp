#include "agent/supervisor/output_tail.h"

#include <doctest/doctest.h>

TEST_CASE("of much output the last part is kept") {
  gb::OutputTail tail(8);
  for (int i = 0; i < 1000; ++i) tail.append("abc");
  tail.append("12345");
  CHECK(tail.text() == "abc12345");
  CHECK(tail.total_bytes() == 3005);
  tail.append("a piece longer than the capacity");
  CHECK(tail.text() == "capacity");
}

TEST_CASE("last words fit into a message: one line, valid UTF-8, no control characters") {
  CHECK(gb::last_words("") == "");
  CHECK(gb::last_words("one\ntwo\r\n\n") == "one | two");
  CHECK(gb::last_words("tab\there\x1b[31m") == "tab here [31m");
  CHECK(gb::last_words("caf\xc3\xa9 \xff \xc3") == "caf\xc3\xa9 ? ?");
  CHECK(gb::last_words("\xed\xa0\x80") == "???");  // a surrogate is no character
  CHECK(gb::last_words("\xe2\x82\xac\xe2\x82\xac", 4) == "\xe2\x82\xac");  // not cut in half
}
