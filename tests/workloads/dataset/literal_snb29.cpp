// snb29, word for word from other-harnesses §4.3.
#include <algorithm>
#include <string>
#include <utility>

#include "tests/workloads/dataset/literal_generators.h"
#include "tests/workloads/dataset/literal_streams.h"

namespace gb::literal {
namespace {

using Int = std::int64_t;
using Pairs = std::set<std::pair<Int, Int>>;

std::string id(const char* before, Int index) { return before + std::to_string(index); }

Int on_line(Int persons, Int at_300, Int at_3000) {
  if (persons <= 300) return (at_300 * persons * 2 + 300) / 600;
  return at_300 + ((at_3000 - at_300) * (persons - 300) * 2 + 2700) / 5400;
}

}  // namespace

Files snb29(const Snb29Params& params, Int seed) {
  Streams streams{static_cast<std::uint64_t>(seed), {}};
  const Int p = params.persons;
  const Int f = 6 * p / 5;
  const Int posts = 10 * p;
  const Int comments = on_line(p, 4639, 53130);
  const Int messages = posts + comments;
  const Int b = 1262304000000;
  const Int d = 86400000;
  Files files;
  const auto file = [&](const char* name, const char* header) -> std::string& {
    return files[name] = std::string(header) + "\n";
  };
  const auto at = [](const auto& values, Int i) { return values[static_cast<std::size_t>(i)]; };

  std::string& places = file("nodes/Place.csv", "id,name,type");
  for (Int k = 0; k < 6; ++k) places += row(k, id("Continent_", k), "Continent");
  for (Int k = 0; k < 12; ++k) places += row(6 + k, id("Country_", k), "Country");
  for (Int k = 0; k < 48; ++k) places += row(18 + k, id("City_", k), "City");
  std::string& parts = file("rels/Place_IS_PART_OF.csv", "src,dst");
  for (Int k = 0; k < 12; ++k) parts += row(6 + k, k % 6);
  for (Int k = 0; k < 48; ++k) parts += row(18 + k, 6 + k % 12);
  std::string& classes = file("nodes/TagClass.csv", "id,name");
  for (Int k = 0; k < 12; ++k) classes += row(k, id("Class_", k));
  std::string& subclasses = file("rels/TagClass_IS_SUBCLASS_OF.csv", "src,dst");
  for (Int k = 1; k < 12; ++k) subclasses += row(k, (k - 1) / 2);
  std::string& tags = file("nodes/Tag.csv", "id,name");
  std::string& types = file("rels/Tag_HAS_TYPE.csv", "src,dst");
  for (Int k = 0; k < 120; ++k) {
    tags += row(k, id("Tag_", k));
    types += row(k, 1 + k % 11);
  }
  std::string& organisations = file("nodes/Organisation.csv", "id,name,type");
  std::string& located = file("rels/Organisation_IS_LOCATED_IN.csv", "src,dst");
  for (Int k = 0; k < 72; ++k) {
    organisations += k < 24 ? row(k, id("University_", k), "University")
                            : row(k, id("Company_", k - 24), "Company");
    located += row(k, k < 24 ? 18 + 2 * k % 48 : 6 + (k - 24) % 12);
  }

  const auto ip = [](Int i) {
    return "10." + std::to_string(i / 65536 % 256) + "." + std::to_string(i / 256 % 256) + "." +
           std::to_string(i % 256);
  };
  const auto browsers = list("Chrome Firefox Safari Opera");
  const auto languages = list("de en es fr hi zh");
  std::vector<Int> city;
  std::string& persons = file(
      "nodes/Person.csv",
      "id,firstName,lastName,gender,birthday,creationDate,locationIP,browserUsed,languages,emails");
  std::string& homes = file("rels/Person_IS_LOCATED_IN.csv", "src,dst");
  for (Int i = 0; i < p; ++i) {
    const std::string first = at(languages, i % 6);
    const std::string second = at(languages, i / 6 % 6);
    persons += row(i, id("First_", streams[2000].skew(20, 2)), id("Last_", streams[2001].below(20)),
                   streams[2002].below(2) == 0 ? "female" : "male",
                   315532800000 + streams[2003].below(9131) * d, b + streams[2004].below(365) * d,
                   ip(i), streams[2005].pick(browsers),
                   first == second ? first : first + ";" + second, id("u", i) + "@example.org");
    city.push_back(streams[2006].below(48));
    homes += row(i, 18 + city.back());
  }

  /// Pairs from draw() until there are `total`; std::set has them sorted.
  const auto pairs = [](Int total, auto draw, auto acceptable) {
    Pairs accepted;
    while (static_cast<Int>(accepted.size()) < total) {
      const std::pair<Int, Int> pair = draw();
      if (acceptable(accepted, pair)) accepted.insert(pair);
    }
    return accepted;
  };
  const auto drawn = [&](int stream, auto source, auto target) {
    return [&streams, stream, source, target] {
      const Int from = source(streams[stream]);
      return std::pair<Int, Int>{from, target(streams[stream])};
    };
  };
  const auto below = [](Int n) { return [n](Numbers& numbers) { return numbers.below(n); }; };
  const auto skew = [](Int n) { return [n](Numbers& numbers) { return numbers.skew(n, 2); }; };
  const auto any = [](const Pairs&, const auto&) { return true; };
  const auto plain = [&](const char* name, const Pairs& of) {
    std::string& rows = file(name, "src,dst");
    for (const auto& [source, target] : of) rows += row(source, target);
  };
  const auto with = [&](const char* name, const char* property, const Pairs& of, auto value) {
    std::string& rows = file(name, (std::string("src,dst,") + property).c_str());
    for (const auto& pair : of) rows += row(pair.first, pair.second, value(pair));
  };

  with("rels/Person_KNOWS_Person.csv", "creationDate",
       pairs(10 * p, drawn(2010, below(p), skew(p)),
             [](const Pairs& have, const auto& pair) {
               return pair.first != pair.second && !have.contains({pair.second, pair.first});
             }),
       [&](const auto&) {
         const Int days = 365 + streams[2011].below(365);
         return b + days * d + streams[2011].below(86400) * 1000;
       });
  plain("rels/Person_HAS_INTEREST_Tag.csv", pairs(5 * p, drawn(2012, below(p), skew(120)), any));
  with("rels/Person_STUDY_AT_Organisation.csv", "classYear",
       pairs(4 * p / 5, drawn(2013, below(p), below(24)),
             [](const Pairs& have, const auto& pair) {
               return std::none_of(have.begin(), have.end(),
                                   [&](const auto& other) { return other.first == pair.first; });
             }),
       [&](const auto&) { return 1998 + streams[2014].below(24); });
  with("rels/Person_WORK_AT_Organisation.csv", "workFrom",
       pairs(6 * p / 5,
             drawn(2015, below(p), [](Numbers& numbers) { return 24 + numbers.below(48); }), any),
       [&](const auto&) { return 2000 + streams[2016].below(20); });

  std::string& forums = file("nodes/Forum.csv", "id,title,creationDate");
  std::string& moderators = file("rels/Forum_HAS_MODERATOR_Person.csv", "src,dst");
  for (Int i = 0; i < f; ++i) {
    forums += row(i, (i < p ? "Wall of " : "Group ") + std::to_string(i),
                  b + (365 + streams[2021].below(30)) * d);
    moderators += row(i, i < p ? i : streams[2020].below(p));
  }
  plain("rels/Forum_HAS_TAG_Tag.csv", pairs(2 * f, drawn(2022, below(f), skew(120)), any));
  with("rels/Forum_HAS_MEMBER_Person.csv", "joinDate",
       pairs(12 * p, drawn(2023, skew(f), below(p)), any),
       [&](const auto&) { return b + (395 + streams[2024].below(700)) * d; });

  std::string& post_rows = file(
      "nodes/Post.csv", "id,imageFile,creationDate,locationIP,browserUsed,language,content,length");
  std::string& comment_rows =
      file("nodes/Comment.csv", "id,creationDate,locationIP,browserUsed,content,length");
  std::string& creators = file("rels/Message_HAS_CREATOR_Person.csv", "src,dst");
  std::string& message_places = file("rels/Message_IS_LOCATED_IN_Place.csv", "src,dst");
  std::string& replies = file("rels/Comment_REPLY_OF_Message.csv", "src,dst");
  Pairs containers;
  std::vector<Int> created;
  for (Int m = 0; m < messages; ++m) {
    const Int author = streams[2031].below(p);
    creators += row(m, author);
    message_places += row(
        m, streams[2033].below(4) < 3 ? 6 + at(city, author) % 12 : 6 + streams[2033].below(12));
    const std::string browser = streams[2036].pick(browsers);
    if (m < posts) {
      containers.insert({streams[2030].skew(f, 2), m});
      const Int days = 400 + streams[2032].below(900);
      created.push_back(b + days * d + streams[2032].below(86400) * 1000);
      if (streams[2037].below(10) == 0) {
        post_rows +=
            row(m, id("photo", m) + ".jpg", created.back(), ip(author), browser, "", "", 0);
      } else {
        const std::string text = streams.words(4 + streams[2034].below(13), 2035);
        post_rows += row(m, "", created.back(), ip(author), browser, at(languages, author % 6),
                         text, text.size());
      }
    } else {
      const bool coin = streams[2038].below(2) == 0;
      const Int parent =
          coin || m == posts ? streams[2038].below(posts) : posts + streams[2038].below(m - posts);
      created.push_back(at(created, parent) + (60 + streams[2032].below(432000)) * 1000);
      replies += row(m, parent);
      const std::string text = streams.words(4 + streams[2034].below(13), 2035);
      comment_rows += row(m, created.back(), ip(author), browser, text, text.size());
    }
  }
  plain("rels/Forum_CONTAINER_OF_Post.csv", containers);
  plain("rels/Message_HAS_TAG_Tag.csv",
        pairs(on_line(p, 6000, 62000), drawn(2040, below(messages), skew(120)), any));
  with("rels/Person_LIKES_Message.csv", "creationDate",
       pairs(on_line(p, 5742, 57547), drawn(2041, below(p), below(messages)), any),
       [&](const auto& pair) {
         return at(created, pair.second) + (1 + streams[2042].below(864000)) * 1000;
       });
  return files;
}

}  // namespace gb::literal
