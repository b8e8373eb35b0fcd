// friends and collab, word for word from other-harnesses §2.4 and §3.
#include <algorithm>
#include <random>
#include <string>
#include <utility>

#include "tests/workloads/dataset/literal_generators.h"
#include "tests/workloads/dataset/literal_streams.h"

namespace gb::literal {
namespace {

using Int = std::int64_t;
using Pairs = std::set<std::pair<Int, Int>>;

std::string id(const char* letter, Int index) { return letter + std::to_string(index); }

/// The degrees of §2.4, repaired to their total.
std::vector<Int> repaired(std::vector<Int> degrees, const std::vector<Int>& lower,
                          const std::vector<Int>& upper, Int total) {
  Int sum = 0;
  for (const Int degree : degrees) sum += degree;
  while (sum != total) {
    for (std::size_t i = 0; i < degrees.size(); ++i) {
      if (sum < total && degrees[i] < upper[i]) {
        ++degrees[i];
        ++sum;
      } else if (sum > total && degrees[i] > lower[i]) {
        --degrees[i];
        --sum;
      }
      if (sum == total) break;
    }
  }
  return degrees;
}

}  // namespace

Files friends(const FriendsParams& params, Int seed) {
  std::mt19937 engine(static_cast<std::uint32_t>(seed));
  const auto name = [](Int number) { return "Person " + std::to_string(number); };
  Files files;
  files["people-header.csv"] = "name:ID\n";
  files["knows-header.csv"] = ":START_ID,:END_ID\n";
  files["nodes/Person.csv"] = "id:ID,name:STRING\n";
  files["rels/KNOWS.csv"] = ":START_ID,:END_ID,:TYPE\n";
  for (Int i = 1; i <= params.people; ++i) {
    files["people.csv"] += name(i) + "\n";
    files["nodes/Person.csv"] += row(i, name(i));
  }
  for (Int i = 1; i <= params.people; ++i) {
    for (Int j = 0; j < params.friends; ++j) {
      Int other = i;
      while (other == i)
        other = static_cast<Int>(engine() % static_cast<std::uint64_t>(params.people)) + 1;
      files["friends.txt"] += "(" + name(i) + ")-[:KNOWS]->(" + name(other) + ")\n";
      files["knows.csv"] += name(i) + "," + name(other) + "\n";
      files["rels/KNOWS.csv"] += row(i, other, "KNOWS");
    }
  }
  for (int i = 0; i < 1000; ++i) {
    files["starts.txt"] +=
        name(static_cast<Int>(engine() % static_cast<std::uint64_t>(params.people)) + 1) + "\n";
  }
  return files;
}

Files collab(const CollabParams& params, Int seed) {
  Streams streams{static_cast<std::uint64_t>(seed), {}};
  const auto scaled = [&](Int base) { return (base * params.ppm + 500000) / 1000000; };
  const Int orgs = scaled(1000);
  const Int persons = scaled(100000);
  const Int repos = scaled(20000);
  const Int topics = scaled(500);
  const Int issues = scaled(250000);
  const Int comments = scaled(750000);
  const auto countries = list("AU BR CA DE ES FR GB IN JP NG US VN");
  const Int e = 1577836800000;
  Files files;

  const auto single = [&](const std::string& type, int stream, Int sources, Int targets,
                          const char* from, const char* to) {
    std::vector<Int> drawn;
    std::string& rows = files["rels/" + type + ".csv"] = "src,dst\n";
    for (Int i = 0; i < sources; ++i) {
      drawn.push_back(streams[stream].skew(targets, 2));
      rows += row(id(from, i), id(to, drawn.back()));
    }
    return drawn;
  };
  single("MEMBER_OF", 101, persons, orgs, "p", "o");
  single("OWNED_BY", 102, repos, orgs, "r", "o");
  const auto repo_of = single("IN_REPO", 103, issues, repos, "i", "r");
  single("OPENED_BY", 104, issues, persons, "i", "p");
  const auto issue_of = single("ON", 105, comments, issues, "c", "i");
  single("WRITTEN_BY", 106, comments, persons, "c", "p");

  const auto multiple = [&](const std::string& type, const char* from, const char* to,
                            const std::vector<Int>& degrees, auto draw, auto acceptable,
                            auto wrap) {
    Pairs pairs;
    for (Int i = 0; i < static_cast<Int>(degrees.size()); ++i) {
      for (Int had = 0; had < degrees[static_cast<std::size_t>(i)]; ++had) {
        const auto fits = [&](Int v) { return !pairs.contains({i, v}) && acceptable(pairs, i, v); };
        Int value = 0;
        bool found = false;
        for (int attempt = 0; attempt < 64 && !found; ++attempt) {
          value = draw(i);
          found = fits(value);
        }
        while (!fits(value)) value = (value + 1) % wrap(i);
        pairs.insert({i, value});
      }
    }
    std::string& rows = files["rels/" + type + ".csv"] = "src,dst\n";
    for (const auto& [source, target] : pairs) rows += row(id(from, source), id(to, target));
  };
  const auto any = [](const Pairs&, Int, Int) { return true; };
  const auto degrees_of = [&](Int sources, Int low, auto high, Int total, auto draw) {
    std::vector<Int> degrees, lower, upper;
    for (Int i = 0; i < sources; ++i) {
      degrees.push_back(draw(i));
      lower.push_back(low);
      upper.push_back(high(i));
    }
    return repaired(degrees, lower, upper, total);
  };
  const Int most = std::min<Int>(84, (persons - 1) / 2);
  multiple(
      "FOLLOWS", "p", "p",
      degrees_of(
          persons, 1, [&](Int) { return most; }, scaled(1519400),
          [&](Int) { return std::min(1 + streams[110].skew(84, 5), most); }),
      [&](Int) { return streams[111].skew(persons, 2); },
      [](const Pairs& pairs, Int i, Int v) {
        return v != i && !pairs.contains({v, i});
      },
      [&](Int) { return persons; });
  multiple(
      "DEPENDS_ON", "r", "r",
      degrees_of(
          repos, 0, [](Int i) { return std::min<Int>(i, 20); }, scaled(93039),
          [&](Int i) { return std::min(i, streams[112].skew(20, 3)); }),
      [&](Int i) { return streams[113].skew(i, 2); }, any, [](Int i) { return i; });
  multiple(
      "TAGGED", "i", "t",
      degrees_of(
          issues, 1, [](Int) { return 3; }, scaled(500000),
          [&](Int) { return 1 + streams[114].below(3); }),
      [&](Int) { return streams[115].skew(topics, 2); }, any, [&](Int) { return topics; });
  const Int assignees[] = {0, 0, 0, 1, 1, 1, 2, 3};
  multiple(
      "ASSIGNED_TO", "i", "p",
      degrees_of(
          issues, 0, [](Int) { return 3; }, scaled(250000),
          [&](Int) { return assignees[streams[116].below(8)]; }),
      [&](Int) { return streams[117].skew(persons, 2); }, any, [&](Int) { return persons; });

  std::string& org_rows = files["nodes/Org.csv"] = "id,name,country,founded\n";
  for (Int i = 0; i < orgs; ++i) {
    org_rows +=
        row(id("o", i), id("Org ", i), streams[10].pick(countries), 1970 + streams[11].below(50));
  }
  std::string& person_rows = files["nodes/Person.csv"] =
      "id,login,name,country,reputation,joined\n";
  for (Int i = 0; i < persons; ++i) {
    person_rows += row(id("p", i), id("user", i), id("Person ", i), streams[20].pick(countries),
                       streams[21].skew(10000, 3), e - streams[22].below(315360000) * 1000);
  }
  const auto languages = list("cpp go java kotlin python rust typescript zig");
  std::string& repo_rows = files["nodes/Repo.csv"] = "id,name,language,stars,archived,created\n";
  for (Int i = 0; i < repos; ++i) {
    repo_rows +=
        row(id("r", i), id("repo-", i), languages[static_cast<std::size_t>(streams[30].skew(8, 2))],
            streams[31].skew(50000, 4), streams[32].below(20) == 0 ? "true" : "false",
            e - streams[33].below(157680000) * 1000);
  }
  std::string& topic_rows = files["nodes/Topic.csv"] = "id,name\n";
  for (Int i = 0; i < topics; ++i) topic_rows += row(id("t", i), id("topic-", i));
  const auto priorities = list("low medium high critical");
  std::vector<Int> created;
  std::map<Int, Int> numbers;
  std::string& issue_rows = files["nodes/Issue.csv"] =
      "id,number,title,state,priority,repo_id,created\n";
  for (Int i = 0; i < issues; ++i) {
    const Int repo = repo_of[static_cast<std::size_t>(i)];
    created.push_back(e + streams[54].below(94608000) * 1000);
    issue_rows += row(id("i", i), ++numbers[repo], streams.words(3 + streams[50].below(6), 51),
                      streams[52].below(10) < 3 ? "open" : "closed",
                      priorities[static_cast<std::size_t>(streams[53].skew(4, 2))], id("r", repo),
                      created.back());
  }
  std::string& comment_rows = files["nodes/Comment.csv"] = "id,body,score,created\n";
  for (Int i = 0; i < comments; ++i) {
    const Int of = created[static_cast<std::size_t>(issue_of[static_cast<std::size_t>(i)])];
    comment_rows += row(id("c", i), streams.words(4 + streams[60].below(13), 61),
                        streams[63].skew(100, 4), of + (1 + streams[62].below(2592000)) * 1000);
  }
  return files;
}

}  // namespace gb::literal
