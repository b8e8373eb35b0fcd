#pragma once

#include <doctest/doctest.h>

#include <set>
#include <string>

#include "core/base/random.h"
#include "workloads/catalogue/catalogue.h"
#include "workloads/oracle/social/social_model.h"

namespace gb {

inline SocialModel model_of(const SocialTables& tables) {
  Result<SocialModel> model = SocialModel::from_tables(tables);
  REQUIRE_MESSAGE(model, model.error().message);
  return std::move(*model);
}

/// The example of docs/workloads/social.md.
inline SocialTables social_example() {
  SocialTables s;
  s.persons = {{0, "fa", "lh", 100, 10},
               {1, "fk", "la", 200, 20},
               {2, "fa", "lk", 300, 30},
               {3, "ft", "lw", 400, 40},
               {4, "fa", "la", 500, 50}};
  s.posts = {{5, "aa", 100},      {6, "bb", 40000000},  {7, "cc", 70000000},
             {8, "dd", 40000000}, {9, "ee", 130000000}, {10, "ff", 200}};
  s.forums = {{11, "forum-0"}, {12, "forum-1"}};
  s.knows = {{0, 1, 5}, {1, 0, 6}, {1, 2, 7}, {2, 3, 8}, {3, 0, 9}, {0, 2, 4}, {3, 4, 3}};
  s.has_creator = {{5, 0}, {6, 1}, {7, 0}, {8, 2}, {9, 4}, {10, 3}};
  s.likes = {{0, 8, 11}, {1, 8, 12}, {2, 8, 40000001}, {3, 5, 40000000},
             {4, 5, 13}, {1, 7, 14}, {0, 10, 2}};
  s.has_member = {{11, 0}, {11, 1}, {11, 2}, {12, 3}, {12, 0}};
  s.container_of = {{11, 5}, {11, 6}, {11, 7}, {11, 8}, {12, 9}, {12, 10}};
  return s;
}

/// A network of every awkward shape: reciprocal, one-way and parallel KNOWS, several likes of one
/// post by one person, dates that tie, names that differ by case, posts of nobody and in no forum,
/// empty forums, strangers. The first person writes most. Every tenth is larger than any limit.
inline SocialTables random_social(Seed seed) {
  SplitMix64 random(seed);
  const bool large = seed.value % 10 == 9;
  const auto below = [&](std::uint64_t n) { return static_cast<std::int64_t>(random.below(n)); };
  const auto up_to = [&](std::uint64_t small, std::uint64_t big) {
    return large ? big : random.below(small + 1);
  };
  const auto date = [&] {
    constexpr std::int64_t kDates[] = {10, 20, 31535999, 31536000, 40000000, 157679999};
    return large ? below(60) * 2'000'000 : kDates[random.below(6)];
  };
  SocialTables s;
  std::set<std::int64_t> taken;
  const auto new_id = [&] {
    for (;;) {
      const std::int64_t id = below(4000) - 50;
      if (taken.insert(id).second) return id;
    }
  };
  constexpr const char* kFirst[] = {"Ada", "ada", "Bob", "B\xC3\xA9la"};
  constexpr const char* kLast[] = {"Hopper", "hopper", "Zuse"};
  for (std::uint64_t i = 1 + up_to(5, 29); i > 0; --i) {
    s.persons.push_back(
        {new_id(), kFirst[random.below(4)], kLast[random.below(3)], below(9), date()});
  }
  for (std::uint64_t i = up_to(6, 80); i > 0; --i) {
    constexpr std::size_t kLengths[] = {0, 15, 16, 31, 32, 40};
    std::string content;
    const bool wide = random.below(3) == 0;
    for (std::size_t length = kLengths[random.below(6)]; length > 0; --length) {
      content += wide ? "\xC3\xA9" : "x";
    }
    s.posts.push_back({new_id(), content, date()});
  }
  for (std::uint64_t i = up_to(3, 25); i > 0; --i) {
    s.forums.push_back({new_id(), "forum " + std::to_string(i)});
  }
  const auto person = [&] { return s.persons[random.below(s.persons.size())].id; };
  for (std::uint64_t i = up_to(8, 60); i > 0; --i) {
    const std::int64_t a = person();
    const std::int64_t b = person();
    if (a != b) s.knows.push_back({a, b, date()});
    if (a != b && random.below(4) == 0) s.knows.push_back({b, a, date()});
  }
  for (const SocialTables::Post& post : s.posts) {
    if (random.below(8) != 0) {
      const std::int64_t creator = random.below(3) == 0 ? s.persons.front().id : person();
      s.has_creator.push_back({post.id, creator});
    }
    if (!s.forums.empty() && random.below(8) != 0) {
      s.container_of.push_back({s.forums[random.below(s.forums.size())].id, post.id});
    }
  }
  for (std::uint64_t i = up_to(8, 120); i > 0 && !s.posts.empty(); --i) {
    s.likes.push_back({person(), s.posts[random.below(s.posts.size())].id, date()});
  }
  for (std::uint64_t i = up_to(6, 90); i > 0 && !s.forums.empty(); --i) {
    s.has_member.push_back({s.forums[random.below(s.forums.size())].id, person()});
  }
  return s;
}

inline const std::vector<std::string>& social_workloads() {
  static const std::vector<std::string> kNames = {"lsqb",   "snb-short",  "snb-complex",
                                                  "snb-bi", "snb-update", "snb-mix"};
  return kNames;
}

inline const Workload& social_workload(const std::string& name) {
  static const Catalogue kCatalogue = [] {
    Result<Catalogue> catalogue = Catalogue::built_in();
    REQUIRE_MESSAGE(catalogue, catalogue.error().message);
    return *catalogue;
  }();
  const Result<const Workload*> workload = kCatalogue.find(name);
  REQUIRE(workload);
  return **workload;
}

inline const Query& social_query(const std::string& id) {
  for (const std::string& name : social_workloads()) {
    for (const Query& query : social_workload(name).queries) {
      if (query.id == id) return query;
    }
  }
  REQUIRE_MESSAGE(false, id);
  return social_workload("lsqb").queries.front();
}

}  // namespace gb
