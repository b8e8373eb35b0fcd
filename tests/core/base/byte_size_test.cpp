#include "core/base/byte_size.h"

#include <doctest/doctest.h>

namespace gb {

TEST_CASE("sizes are read with units of 1000 and of 1024") {
  CHECK(parse_byte_size("0") == 0);
  CHECK(parse_byte_size("4096") == 4096);
  CHECK(parse_byte_size("20GiB") == std::int64_t{20} << 30U);
  CHECK(parse_byte_size("1.5 KiB") == 1536);
  CHECK(parse_byte_size("500mb") == 500'000'000);
  CHECK(parse_byte_size("2 TiB") == std::int64_t{2} << 40U);
}

TEST_CASE("what is no size is refused with what is") {
  for (const char* text : {"", "GiB", "-1", "-1GiB", "1e3", "nan", "inf", "20 Gi B", "20gigs",
                           "99999999999TiB", " 1", "1  GiB"}) {
    const auto size = parse_byte_size(text);
    CHECK_MESSAGE(!size, text);
    if (!size) CHECK(size.error().message.find("is no size; write bytes") != std::string::npos);
  }
}

TEST_CASE("sizes are written for a person") {
  CHECK(byte_size_text(0) == "0 B");
  CHECK(byte_size_text(889) == "889 B");
  CHECK(byte_size_text(1536) == "1.5 KiB");
  CHECK(byte_size_text(std::int64_t{20} << 30U) == "20 GiB");
}

}  // namespace gb
