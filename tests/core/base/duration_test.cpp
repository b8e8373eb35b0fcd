#include "core/base/duration.h"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <utility>

#include "core/base/random.h"

using gb::Nanos;

TEST_CASE("durations are written exactly, in the published notation") {
  const std::array<std::pair<std::int64_t, const char*>, 16> lines{{{0, "0s"},
                                                                    {1, "1ns"},
                                                                    {999, "999ns"},
                                                                    {1000, "1µs"},
                                                                    {154541, "154.541µs"},
                                                                    {264500, "264.5µs"},
                                                                    {999999, "999.999µs"},
                                                                    {1000000, "1ms"},
                                                                    {6218702, "6.218702ms"},
                                                                    {250000000, "250ms"},
                                                                    {45486089500, "45.4860895s"},
                                                                    {58853392459, "58.853392459s"},
                                                                    {60000000000, "1m0s"},
                                                                    {168217891000, "2m48.217891s"},
                                                                    {3661000000000, "1h1m1s"},
                                                                    {-1500, "-1.5µs"}}};
  for (const auto& [nanos, text] : lines) CHECK(gb::format_duration(Nanos(nanos)) == text);
}

TEST_CASE("what is written is read back as the same duration") {
  gb::SplitMix64 random(gb::Seed{3});
  int differences = 0;
  for (int i = 0; i < 20'000; ++i) {
    // Up to three months: beyond 2^53 ns a double no longer holds every nanosecond.
    const Nanos span(static_cast<std::int64_t>(random.below(1ULL << (1 + random.below(53)))));
    const auto back = gb::parse_duration(gb::format_duration(span));
    if (!back || *back != span) ++differences;
  }
  CHECK(differences == 0);
}

TEST_CASE("durations are read with their units, whole or in parts") {
  CHECK(*gb::parse_duration("2s") == Nanos(2'000'000'000));
  CHECK(*gb::parse_duration("500ms") == Nanos(500'000'000));
  CHECK(*gb::parse_duration("1m30s") == Nanos(90'000'000'000));
  CHECK(*gb::parse_duration("250us") == Nanos(250'000));
  CHECK(*gb::parse_duration("250µs") == Nanos(250'000));
  CHECK(*gb::parse_duration("1.5s") == Nanos(1'500'000'000));
  CHECK(*gb::parse_duration("10ns") == Nanos(10));
  CHECK(*gb::parse_duration("0s") == Nanos(0));
}

TEST_CASE("a duration without a unit, below zero, out of range or of other text is refused") {
  for (const char* text : {"", "2", "s", "2x", "-1s", "2s ", " 2s", "1e400s", "nans", "infs", "1s2",
                           "300000000h", "2seconds", "1..5s"}) {
    CAPTURE(text);
    const auto span = gb::parse_duration(text);
    REQUIRE(!span);
    CHECK(span.error().code == gb::ErrorCode::InvalidArgument);
    CHECK(span.error().message.find("write for example 500ms") != std::string::npos);
  }
}

TEST_CASE("wall times are RFC 3339 in UTC with trailing zeros dropped") {
  const auto time = gb::parse_rfc3339("2026-08-19T15:12:25.115597Z");
  REQUIRE(time);
  CHECK(gb::format_rfc3339(*time) == "2026-08-19T15:12:25.115597Z");
  CHECK(gb::format_compact_utc(*time) == "20260819T151225Z");
  CHECK(gb::format_rfc3339(gb::WallTime{}) == "1970-01-01T00:00:00Z");
  CHECK(gb::format_rfc3339(gb::WallTime(Nanos(-1))) == "1969-12-31T23:59:59.999999999Z");
  CHECK(gb::format_rfc3339(*gb::parse_rfc3339("2024-02-29T23:59:59.100Z")) ==
        "2024-02-29T23:59:59.1Z");
}

TEST_CASE("an offset is taken into account and a tenth digit cut off") {
  CHECK(*gb::parse_rfc3339("2026-08-19T17:12:25+02:00") ==
        *gb::parse_rfc3339("2026-08-19T15:12:25Z"));
  CHECK(*gb::parse_rfc3339("2026-08-19t10:42:25-04:30") ==
        *gb::parse_rfc3339("2026-08-19T15:12:25z"));
  CHECK(*gb::parse_rfc3339("2026-08-19T15:12:25.1234567899Z") ==
        *gb::parse_rfc3339("2026-08-19T15:12:25.123456789Z"));
}

TEST_CASE("a time that does not exist or cannot be held is refused") {
  for (const char* text :
       {"", "2026-08-19", "2026-02-30T00:00:00Z", "2026-13-01T00:00:00Z", "2026-01-01T24:00:00Z",
        "2026-01-01T00:60:00Z", "2026-01-01T00:00:00", "2026-01-01T00:00:00.Z",
        "2026-01-01T00:00:00+2:00", "2026-01-01T00:00:00Zx", "2026-01-01 00:00:00Z",
        "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "-026-01-01T00:00:00Z"}) {
    CAPTURE(text);
    CHECK(!gb::parse_rfc3339(text));
  }
}
