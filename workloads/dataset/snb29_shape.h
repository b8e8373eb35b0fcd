#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "workloads/dataset/file_list_writer.h"
#include "workloads/dataset/recipe.h"

namespace gb {

/// How many of each there are (other-harnesses §4.3).
struct Snb29Sizes {
  explicit Snb29Sizes(const Snb29Params& params) : persons(params.persons) {}

  std::int64_t persons;

  /// Whether the publication gives the totals of this size.
  bool published() const { return persons == 300 || persons == 3'000; }
  std::int64_t forums() const { return 6 * persons / 5; }
  std::int64_t posts() const { return 10 * persons; }
  std::int64_t comments() const { return total(4'639, 53'130); }
  std::int64_t messages() const { return posts() + comments(); }
  std::int64_t message_tags() const { return total(6'000, 62'000); }
  std::int64_t likes() const { return total(5'742, 57'547); }

 private:
  /// On the straight line through the totals at 300 and 3,000 persons, rounded half up; below 300
  /// on the one from nothing.
  std::int64_t total(std::int64_t at_300, std::int64_t at_3000) const {
    if (persons <= 300) return (at_300 * persons + 150) / 300;
    return at_300 + ((at_3000 - at_300) * (persons - 300) + 1'350) / 2'700;
  }
};

namespace snb29 {

inline constexpr std::int64_t kStartOf2010 = 1'262'304'000'000;  // milliseconds since 1970, UTC
inline constexpr std::int64_t kDay = 86'400'000;
inline constexpr std::int64_t kSecond = 1'000;

inline constexpr std::int64_t kContinents = 6;
inline constexpr std::int64_t kCountries = 12;
inline constexpr std::int64_t kCities = 48;
inline constexpr std::int64_t kTagClasses = 12;
inline constexpr std::int64_t kTags = 120;
inline constexpr std::int64_t kUniversities = 24;
inline constexpr std::int64_t kCompanies = 48;
inline constexpr std::string_view kBrowsers[] = {"Chrome", "Firefox", "Safari", "Opera"};
inline constexpr std::string_view kLanguages[] = {"de", "en", "es", "fr", "hi", "zh"};

// Ids of places: continents, then countries, then cities.
constexpr std::int64_t country_place(std::int64_t country) { return kContinents + country; }
constexpr std::int64_t city_place(std::int64_t city) { return kContinents + kCountries + city; }
constexpr std::int64_t country_of_city(std::int64_t city) { return city % kCountries; }

/// "10.a.b.c", from the person's index in base 256.
std::string ip_of(std::int64_t person);

/// Places, tag classes, tags and organisations: the same at every size.
Result<void> write_static(FileListWriter& out);

}  // namespace snb29
}  // namespace gb
