#include "workloads/verify/social_pools.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

#include "workloads/oracle/social/acquaintance.h"
#include "workloads/verify/person_strata.h"

namespace gb {
namespace {

using Index = SocialModel::Index;
using Persons = std::vector<Index>;
using Strata = std::vector<Stratum>;

constexpr std::size_t kSources = 48;    // persons a pool of pairs or names starts from
constexpr std::size_t kSamePairs = 8;   // which cost an engine nothing
constexpr std::size_t kLastLikes = 20;  // the limit of the query that asks by them

/// Hubs, middle and low by turns.
Persons mixed(const PersonBands& bands, std::size_t size) {
  Persons persons;
  for (std::size_t i = 0; i < kPoolSize; ++i) {
    for (const Persons* band : {&bands.hubs, &bands.middle, &bands.low}) {
      if (i < band->size() && persons.size() < size) persons.push_back((*band)[i]);
    }
  }
  return persons;
}

Stratum of_persons(const SocialModel& model, const Persons& persons, const char* name) {
  Stratum draws;
  for (const Index person : persons) draws.push_back({{model.persons()[person].id}, name});
  return draws;
}

Strata person_strata(const SocialModel& model, SplitMix64& random) {
  const auto is_empty = [&](Index person) {
    return model.has_creator().in(person).empty() || model.friends(person).empty();
  };
  Persons empty;
  for (Index person = 0; person < model.persons().size(); ++person) {
    if (is_empty(person)) empty.push_back(person);
  }
  const PersonBands bands =
      person_bands(model, random, [&](Index person) { return !is_empty(person); });
  return {of_persons(model, sample_of(std::move(empty), random), "empty"),
          of_persons(model, bands.hubs, "hub"), of_persons(model, bands.middle, "middle"),
          of_persons(model, bands.low, "low")};
}

/// A rank below `size`: of its early quarter, the half between or the late quarter.
std::size_t rank_in(std::size_t size, std::size_t from_quarter, std::size_t to_quarter,
                    SplitMix64& random) {
  const std::size_t first = size * from_quarter / 4;
  const std::size_t last = std::max(first + 1, size * to_quarter / 4);
  return first + random.below(last - first);
}

std::vector<std::int64_t> dates_of_friends_posts(const SocialModel& model, Index person) {
  std::vector<std::int64_t> dates;
  for (const SocialModel::Friend& other : model.friends(person)) {
    for (const Relation::End& post : model.has_creator().in(other.person)) {
      dates.push_back(model.posts()[post.node].creation_date);
    }
  }
  std::sort(dates.begin(), dates.end());
  return dates;
}

std::vector<std::int64_t> dates_of_friends_likes(const SocialModel& model, Index person) {
  std::vector<std::int64_t> dates;
  for (const SocialModel::Friend& other : model.friends(person)) {
    for (const Relation::End& like : model.likes().out(other.person)) dates.push_back(like.date);
  }
  std::sort(dates.begin(), dates.end());
  return dates;
}

/// Where a date may cut the things of a person's friends, whose dates are given ascending.
struct Cut {
  const char* name;
  std::int64_t (*date)(const std::vector<std::int64_t>& dates, SplitMix64& random);
};

constexpr std::array<Cut, 4> kMaxCuts = {
    {{"early", [](const auto& d, auto& random) { return d[rank_in(d.size(), 0, 1, random)]; }},
     {"middle", [](const auto& d, auto& random) { return d[rank_in(d.size(), 1, 3, random)]; }},
     {"late", [](const auto& d, auto& random) { return d[rank_in(d.size(), 3, 4, random)]; }},
     {"before-all", [](const auto& d, auto&) { return d.front(); }}}};

constexpr std::array<Cut, 4> kMinCuts = {
    {{"early", [](const auto& d, auto& random) { return d[rank_in(d.size(), 0, 1, random)]; }},
     {"middle", [](const auto& d, auto& random) { return d[rank_in(d.size(), 1, 3, random)]; }},
     {"last",
      [](const auto& d, auto& random) {
        return d[d.size() - 1 - random.below(std::min(d.size(), kLastLikes))];
      }},
     {"after-all", [](const auto& d, auto&) { return d.back() + 1; }}}};

using DatesOf = std::vector<std::int64_t> (*)(const SocialModel& model, Index person);

template <DatesOf kDatesOf, const std::array<Cut, 4>& kCuts>
Strata date_strata(const SocialModel& model, SplitMix64& random) {
  Strata strata(kCuts.size() + 1);
  Persons empty;
  const PersonBands bands = person_bands(model, random, [&](Index person) {
    const bool is_empty = kDatesOf(model, person).empty();
    if (is_empty) empty.push_back(person);
    return !is_empty;
  });
  const Persons persons = mixed(bands, kSources);
  std::set<std::pair<Index, std::int64_t>> used;
  for (std::size_t i = 0; i < kCuts.size(); ++i) {
    for (const Index person : persons) {
      const std::int64_t date = kCuts[i].date(kDatesOf(model, person), random);
      if (!used.emplace(person, date).second) continue;
      strata[i].push_back({{model.persons()[person].id, date}, kCuts[i].name});
    }
  }
  for (const Index person : sample_of(std::move(empty), random)) {
    strata.back().push_back(
        {{model.persons()[person].id, model.persons()[person].creation_date}, "empty"});
  }
  return strata;
}

Strata post_strata(const SocialModel& model, SplitMix64& random) {
  std::vector<Index> unliked;
  std::vector<Index> liked;
  for (Index post = 0; post < model.posts().size(); ++post) {
    (model.likes().in(post).empty() ? unliked : liked).push_back(post);
  }
  std::stable_sort(liked.begin(), liked.end(), [&](Index a, Index b) {
    return model.likes().in(a).size() > model.likes().in(b).size();
  });
  const auto cut = liked.begin() + static_cast<std::ptrdiff_t>((liked.size() + 19) / 20);
  const auto of_posts = [&](const std::vector<Index>& posts, const char* name) {
    Stratum draws;
    for (const Index post : posts) draws.push_back({{model.posts()[post].id}, name});
    return draws;
  };
  return {of_posts(sample_of({liked.begin(), cut}, random), "popular"),
          of_posts(sample_of({cut, liked.end()}, random), "liked"),
          of_posts(sample_of(std::move(unliked), random), "unliked")};
}

Strata forum_strata(const SocialModel& model, SplitMix64& random) {
  std::vector<Index> empty;
  std::vector<Index> others;
  const auto posts_in = [&](Index forum) { return model.container_of().out(forum).size(); };
  for (Index forum = 0; forum < model.forums().size(); ++forum) {
    const bool is_empty = posts_in(forum) == 0 || model.has_member().out(forum).empty();
    (is_empty ? empty : others).push_back(forum);
  }
  std::stable_sort(others.begin(), others.end(),
                   [&](Index a, Index b) { return posts_in(a) > posts_in(b); });
  const auto half = others.begin() + static_cast<std::ptrdiff_t>((others.size() + 1) / 2);
  const auto of_forums = [&](const std::vector<Index>& forums, const char* name) {
    Stratum draws;
    for (const Index forum : forums) draws.push_back({{model.forums()[forum].id}, name});
    return draws;
  };
  return {of_forums(sample_of({others.begin(), half}, random), "large"),
          of_forums(sample_of({half, others.end()}, random), "small"),
          of_forums(sample_of(std::move(empty), random), "empty")};
}

Strata pair_strata(const SocialModel& model, SplitMix64& random) {
  constexpr std::array<const char*, 5> kNames = {"distance-1", "distance-2", "far", "unconnected",
                                                 "same"};
  Strata strata(kNames.size());
  const auto add = [&](std::size_t kind, Index from, Index to) {
    strata[kind].push_back({{model.persons()[from].id, model.persons()[to].id}, kNames[kind]});
  };
  const PersonBands bands = person_bands(model, random, [](Index) { return true; });
  for (const Index from : mixed(bands, kSources)) {
    std::array<Persons, 4> kinds;  // by kNames
    std::vector<bool> met(model.persons().size(), false);
    met[from] = true;
    for (const Acquaintance& other : acquaintances(model, from)) {
      met[other.person] = true;
      kinds[static_cast<std::size_t>(std::min<std::int64_t>(other.hops, 3)) - 1].push_back(
          other.person);
    }
    for (Index other = 0; other < model.persons().size(); ++other) {
      if (!met[other]) kinds[3].push_back(other);
    }
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
      if (kinds[kind].empty()) continue;
      add(kind, from, kinds[kind][random.below(kinds[kind].size())]);
    }
    if (strata.back().size() < kSamePairs) add(4, from, from);
  }
  return strata;
}

/// The name with upper for lower case and lower for upper, made longer until nobody has it.
std::string unknown_name(std::string name, const std::set<std::string>& given) {
  for (char& c : name) {
    const bool lower = c >= 'a' && c <= 'z';
    const bool upper = c >= 'A' && c <= 'Z';
    if (lower || upper) c = static_cast<char>(c ^ 0x20);
  }
  while (name.empty() || given.contains(name)) name += '-';
  return name;
}

Strata name_strata(const SocialModel& model, SplitMix64& random) {
  constexpr std::array<const char*, 5> kNames = {"near", "far", "beyond", "own", "unknown"};
  const auto& persons = model.persons();
  std::set<std::string> given;
  for (const SocialTables::Person& person : persons) given.insert(person.first_name);
  Strata strata(kNames.size());
  const PersonBands bands =
      person_bands(model, random, [&](Index person) { return !model.friends(person).empty(); });
  for (const Index person : mixed(bands, kSources)) {
    std::set<std::string> near;
    std::set<std::string> nearby;
    for (const Acquaintance& other : acquaintances(model, person, 3)) {
      nearby.insert(persons[other.person].first_name);
      if (other.hops == 1) near.insert(persons[other.person].first_name);
    }
    std::vector<std::string> far;
    std::set_difference(nearby.begin(), nearby.end(), near.begin(), near.end(),
                        std::back_inserter(far));
    std::vector<std::string> beyond;
    std::set_difference(given.begin(), given.end(), nearby.begin(), nearby.end(),
                        std::back_inserter(beyond));
    std::set<std::string> used;
    const auto add = [&](std::size_t kind, const std::string& name) {
      if (!used.insert(name).second) return;
      strata[kind].push_back({{persons[person].id, name}, kNames[kind]});
    };
    const auto add_one = [&](std::size_t kind, const auto& names) {
      if (names.empty()) return;
      const auto at = static_cast<std::ptrdiff_t>(random.below(names.size()));
      add(kind, *std::next(names.begin(), at));
    };
    add_one(0, near);
    add_one(1, far);
    add_one(2, beyond);
    add(3, persons[person].first_name);
    add(4, unknown_name(persons[person].first_name, given));
  }
  return strata;
}

template <Strata (*kStrata)(const SocialModel&, SplitMix64&)>
Result<Strata> on_social(const Models& models, SplitMix64 random) {
  const Result<const SocialModel*> model = models.social();
  if (!model) return tl::unexpected(model.error());
  return kStrata(**model, random);
}

}  // namespace

std::span<const PoolRule> social_pool_rules() {
  static const std::array<PoolRule, 7> kRules = {
      {{"person-id", {"personId"}, on_social<person_strata>},
       {"person-max-date",
        {"personId", "maxDate"},
        on_social<date_strata<dates_of_friends_posts, kMaxCuts>>},
       {"person-min-date",
        {"personId", "minDate"},
        on_social<date_strata<dates_of_friends_likes, kMinCuts>>},
       {"post-id", {"postId"}, on_social<post_strata>},
       {"forum-id", {"forumId"}, on_social<forum_strata>},
       {"person-pair", {"person1Id", "person2Id"}, on_social<pair_strata>},
       {"person-name", {"personId", "firstName"}, on_social<name_strata>}}};
  return kRules;
}

}  // namespace gb
