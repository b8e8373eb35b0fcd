#include "workloads/dataset/snb29_people.h"

#include <string>

#include "workloads/dataset/snb29_pairs.h"
#include "workloads/dataset/stream.h"

namespace gb::snb29 {
namespace {

constexpr std::int64_t kStartOf1980 = 315'532'800'000;

std::string languages_of(std::int64_t person) {
  const std::string_view first = kLanguages[person % 6];
  const std::string_view second = kLanguages[person / 6 % 6];
  return first == second ? std::string(first) : fmt::format("{};{}", first, second);
}

Result<void> write_person_nodes(const Snb29Sizes& sizes, std::int64_t seed, FileListWriter& out) {
  constexpr std::string_view kHeader =
      "id,firstName,lastName,gender,birthday,creationDate,locationIP,browserUsed,languages,emails";
  return out.write("nodes/Person.csv", kHeader, [&](CsvWriter& csv) {
    Stream first_name(seed, 2000);
    Stream last_name(seed, 2001);
    Stream gender(seed, 2002);
    Stream birthday(seed, 2003);
    Stream created(seed, 2004);
    Stream browser(seed, 2005);
    for (std::int64_t i = 0; i < sizes.persons; ++i) {
      csv.integer(i).plain(fmt::format("First_{}", first_name.skew(20, 2)));
      csv.plain(fmt::format("Last_{}", last_name.below(20)));
      csv.plain(gender.below(2) == 0 ? "female" : "male");
      csv.integer(kStartOf1980 + birthday.below(9'131) * kDay);
      csv.integer(kStartOf2010 + created.below(365) * kDay);
      csv.plain(ip_of(i)).plain(kBrowsers[browser.below(4)]).plain(languages_of(i));
      if (!csv.plain(fmt::format("u{}@example.org", i)).end_row()) return;
    }
  });
}

Pair pair_of(std::int64_t source, std::int64_t target) {
  return {static_cast<std::uint32_t>(source), static_cast<std::uint32_t>(target)};
}

Result<void> write_knows(const Snb29Sizes& sizes, std::int64_t seed, FileListWriter& out) {
  Stream ends(seed, 2010);
  const auto pairs = draw_pairs(10 * sizes.persons, Repeats::EitherWay, out.stop_check(), [&] {
    const std::int64_t source = ends.below(sizes.persons);
    return pair_of(source, ends.skew(sizes.persons, 2));
  });
  Stream created(seed, 2011);
  return write_pairs("rels/Person_KNOWS_Person.csv", "creationDate", pairs, out, [&](const Pair&) {
    const std::int64_t day = kStartOf2010 + (365 + created.below(365)) * kDay;
    return day + created.below(86'400) * kSecond;
  });
}

Result<void> write_studies_and_work(const Snb29Sizes& sizes, std::int64_t seed,
                                    FileListWriter& out) {
  Stream study_ends(seed, 2013);
  const auto studies =
      draw_pairs(4 * sizes.persons / 5, Repeats::OnePerSource, out.stop_check(), [&] {
        const std::int64_t source = study_ends.below(sizes.persons);
        return pair_of(source, study_ends.below(kUniversities));
      });
  Stream class_year(seed, 2014);
  const auto done = write_pairs("rels/Person_STUDY_AT_Organisation.csv", "classYear", studies, out,
                                [&](const Pair&) { return 1998 + class_year.below(24); });
  if (!done) return done;
  Stream work_ends(seed, 2015);
  const auto work = draw_pairs(6 * sizes.persons / 5, Repeats::SamePair, out.stop_check(), [&] {
    const std::int64_t source = work_ends.below(sizes.persons);
    return pair_of(source, kUniversities + work_ends.below(kCompanies));
  });
  Stream work_from(seed, 2016);
  return write_pairs("rels/Person_WORK_AT_Organisation.csv", "workFrom", work, out,
                     [&](const Pair&) { return 2000 + work_from.below(20); });
}

Result<void> write_forum_nodes(const Snb29Sizes& sizes, std::int64_t seed, FileListWriter& out) {
  const auto nodes = out.write("nodes/Forum.csv", "id,title,creationDate", [&](CsvWriter& csv) {
    Stream created(seed, 2021);
    for (std::int64_t f = 0; f < sizes.forums(); ++f) {
      csv.integer(f).plain(fmt::format("{} {}", f < sizes.persons ? "Wall of" : "Group", f));
      if (!csv.integer(kStartOf2010 + (365 + created.below(30)) * kDay).end_row()) return;
    }
  });
  if (!nodes) return nodes;
  return out.write("rels/Forum_HAS_MODERATOR_Person.csv", "src,dst", [&](CsvWriter& csv) {
    Stream moderator(seed, 2020);
    for (std::int64_t f = 0; f < sizes.forums(); ++f) {
      csv.integer(f).integer(f < sizes.persons ? f : moderator.below(sizes.persons));
      if (!csv.end_row()) return;
    }
  });
}

}  // namespace

std::vector<std::uint8_t> draw_cities(const Snb29Sizes& sizes, std::int64_t seed) {
  Stream city(seed, 2006);
  std::vector<std::uint8_t> cities(static_cast<std::size_t>(sizes.persons));
  for (std::uint8_t& of : cities) of = static_cast<std::uint8_t>(city.below(kCities));
  return cities;
}

Result<void> write_persons(const Snb29Sizes& sizes, std::int64_t seed,
                           const std::vector<std::uint8_t>& cities, FileListWriter& out) {
  if (auto done = write_person_nodes(sizes, seed, out); !done) return done;
  const auto located = out.write("rels/Person_IS_LOCATED_IN.csv", "src,dst", [&](CsvWriter& csv) {
    for (std::size_t i = 0; i < cities.size(); ++i) {
      csv.integer(static_cast<std::int64_t>(i)).integer(city_place(cities[i]));
      if (!csv.end_row()) return;
    }
  });
  if (!located) return located;
  if (auto done = write_knows(sizes, seed, out); !done) return done;
  Stream interests(seed, 2012);
  const auto interested = draw_pairs(5 * sizes.persons, Repeats::SamePair, out.stop_check(), [&] {
    const std::int64_t source = interests.below(sizes.persons);
    return pair_of(source, interests.skew(kTags, 2));
  });
  if (auto done = write_pairs("rels/Person_HAS_INTEREST_Tag.csv", interested, out); !done) {
    return done;
  }
  return write_studies_and_work(sizes, seed, out);
}

Result<void> write_forums(const Snb29Sizes& sizes, std::int64_t seed, FileListWriter& out) {
  if (auto done = write_forum_nodes(sizes, seed, out); !done) return done;
  Stream tag_ends(seed, 2022);
  const auto tags = draw_pairs(2 * sizes.forums(), Repeats::SamePair, out.stop_check(), [&] {
    const std::int64_t source = tag_ends.below(sizes.forums());
    return pair_of(source, tag_ends.skew(kTags, 2));
  });
  if (auto done = write_pairs("rels/Forum_HAS_TAG_Tag.csv", tags, out); !done) return done;
  Stream member_ends(seed, 2023);
  const auto members = draw_pairs(12 * sizes.persons, Repeats::SamePair, out.stop_check(), [&] {
    const std::int64_t source = member_ends.skew(sizes.forums(), 2);
    return pair_of(source, member_ends.below(sizes.persons));
  });
  Stream joined(seed, 2024);
  return write_pairs("rels/Forum_HAS_MEMBER_Person.csv", "joinDate", members, out,
                     [&](const Pair&) { return kStartOf2010 + (395 + joined.below(700)) * kDay; });
}

}  // namespace gb::snb29
