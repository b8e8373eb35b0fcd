#include "workloads/dataset/generator_social.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include "workloads/dataset/sampling.h"

namespace gb {
namespace {

constexpr std::int64_t kDates = 157680000;       // seconds of five years
constexpr std::int64_t kBirthdays = 1104537600;  // seconds from 1970 to 2005
constexpr std::size_t kContent = 32;
constexpr std::int64_t kMaxRows = std::int64_t{1} << 56U;

constexpr std::array<std::string_view, 16> kFirstNames = {
    "Ada",  "Alan",      "Barbara", "Claude", "Donald",   "Edsger",  "Frances", "Grace",
    "John", "Katherine", "Ken",     "Leslie", "Margaret", "Niklaus", "Robin",   "Tony"};
constexpr std::array<std::string_view, 16> kLastNames = {
    "Allen",   "Backus", "Dijkstra", "Hamilton", "Hoare",  "Hopper",  "Kay",      "Knuth",
    "Lamport", "Liskov", "Lovelace", "McCarthy", "Milner", "Shannon", "Thompson", "Wirth"};

/// The parameters with their defaults, and what follows from them.
struct Sizes {
  std::int64_t persons;
  std::int64_t friends;
  std::int64_t posts_per_person;

  explicit Sizes(const SocialParams& params)
      : persons(params.persons == 0 ? 1000 : params.persons),
        friends(params.avg_friends == 0 ? 20 : params.avg_friends),
        posts_per_person(params.posts_per_person == 0 ? 10 : params.posts_per_person) {}

  std::int64_t forums() const { return std::max<std::int64_t>(1, persons / 20); }
  std::int64_t posts() const { return persons * posts_per_person; }
  // Ids are blocks: persons from 0, then posts, then forums.
  std::int64_t post(std::int64_t i) const { return persons + i; }
  std::int64_t forum(std::int64_t i) const { return persons + posts() + i; }
  std::int64_t creator(std::int64_t post_index) const { return post_index / posts_per_person; }
};

Result<void> write_nodes(const Sizes& sizes, SplitMix64& random, DatasetWriter& out) {
  const auto persons = out.nodes("Person", [&](CsvWriter& csv) {
    for (std::int64_t i = 0; i < sizes.persons; ++i) {
      csv.integer(i);
      csv.plain(kFirstNames[random.below(kFirstNames.size())]);
      csv.plain(kLastNames[random.below(kLastNames.size())]);
      csv.integer(below(random, kBirthdays));
      if (!csv.integer(below(random, kDates)).end_row()) return;
    }
  });
  if (!persons) return persons;
  const auto posts = out.nodes("Post", [&](CsvWriter& csv) {
    std::string content;
    for (std::int64_t i = 0; i < sizes.posts(); ++i) {
      random_text(random, kContent, content);
      csv.integer(sizes.post(i)).plain(content);
      csv.integer(below(random, kDates));
      if (!csv.integer(sizes.creator(i)).end_row()) return;
    }
  });
  if (!posts) return posts;
  return out.nodes("Forum", [&](CsvWriter& csv) {
    for (std::int64_t i = 0; i < sizes.forums(); ++i) {
      if (!csv.integer(sizes.forum(i)).plain("forum-" + std::to_string(i)).end_row()) return;
    }
  });
}

/// Directed as stored, not symmetric. A power law of mean other than the one asked for, rescaled:
/// the largest degrees may then exceed its table.
Result<void> write_knows(const Sizes& sizes, SplitMix64& random, DatasetWriter& out) {
  const std::int64_t others = sizes.persons - 1;
  const PowerLawTable degrees(1, std::min(10 * sizes.friends, others), 2, out.stop_check());
  const double rescale = static_cast<double>(sizes.friends) / degrees.mean();
  return out.rels("KNOWS", [&](CsvWriter& csv) {
    DistinctPicker picker(out.stop_check());
    for (std::int64_t from = 0; from < sizes.persons; ++from) {
      const double wanted = std::round(static_cast<double>(degrees.pick(random.unit())) * rescale);
      const auto degree =
          static_cast<std::int64_t>(std::clamp(wanted, 1.0, static_cast<double>(others)));
      for (const std::int64_t to : picker.pick(random, sizes.persons, degree, from)) {
        csv.integer(from).integer(to).plain("KNOWS");
        if (!csv.integer(below(random, kDates)).end_row()) return;
      }
    }
  });
}

Result<void> write_likes(const Sizes& sizes, SplitMix64& random, DatasetWriter& out) {
  return out.rels("LIKES", [&](CsvWriter& csv) {
    DistinctPicker picker(out.stop_check());
    for (std::int64_t i = 0; i < sizes.posts(); ++i) {
      const std::int64_t likes = below(random, 6);
      for (const std::int64_t person :
           picker.pick(random, sizes.persons, likes, DistinctPicker::kNone)) {
        csv.integer(person).integer(sizes.post(i)).plain("LIKES");
        if (!csv.integer(below(random, kDates)).end_row()) return;
      }
    }
  });
}

Result<void> write_members(const Sizes& sizes, SplitMix64& random, DatasetWriter& out) {
  return out.rels("HAS_MEMBER", [&](CsvWriter& csv) {
    DistinctPicker picker(out.stop_check());
    for (std::int64_t i = 0; i < sizes.persons; ++i) {
      const std::int64_t forums = std::min(sizes.forums(), 1 + below(random, 3));
      for (const std::int64_t forum :
           picker.pick(random, sizes.forums(), forums, DistinctPicker::kNone)) {
        if (!csv.integer(sizes.forum(forum)).integer(i).plain("HAS_MEMBER").end_row()) return;
      }
    }
  });
}

}  // namespace

Result<void> check(const SocialParams& params) {
  const Sizes sizes(params);
  if (sizes.persons < 5 || sizes.persons > kMaxRows) {
    return fail(
        ErrorCode::InvalidArgument,
        "social: persons must be from 5 to {} (a post may be liked by five), or 0 for 1000, "
        "and is {}",
        kMaxRows, params.persons);
  }
  if (sizes.friends < 1 || sizes.friends > kMaxRows) {
    return fail(ErrorCode::InvalidArgument,
                "social: avg-friends must be from 1 to {}, or 0 for 20, and is {}", kMaxRows,
                params.avg_friends);
  }
  if (sizes.posts_per_person < 1 || sizes.posts_per_person > kMaxRows / sizes.persons) {
    return fail(ErrorCode::InvalidArgument,
                "social: posts-per-person must be from 1 to {}, or 0 for 10, and is {}",
                kMaxRows / sizes.persons, params.posts_per_person);
  }
  return {};
}

Dataset describe(const SocialParams& params) {
  const Sizes sizes(params);
  const Property creation_date = {"creationDate", PropertyType::Int64};
  Dataset dataset;
  dataset.scale_text = fmt::format("p{}", sizes.persons);
  dataset.name = "social-" + dataset.scale_text;
  dataset.kind = "synthetic";
  dataset.generator = "social";
  dataset.generator_version = 1;
  dataset.params = {{"persons", std::to_string(sizes.persons)},
                    {"avgFriends", std::to_string(sizes.friends)},
                    {"postsPerPerson", std::to_string(sizes.posts_per_person)},
                    {"forums", std::to_string(sizes.forums())}};
  dataset.nodes = {
      {"Forum", {"Forum"}, "id", {{"title", PropertyType::String}}, {}},
      {"Person",
       {"Person"},
       "id",
       {{"firstName", PropertyType::String},
        {"lastName", PropertyType::String},
        {"birthday", PropertyType::Int64},
        creation_date},
       {}},
      {"Post",
       {"Post"},
       "id",
       {{"content", PropertyType::String}, creation_date, {"creatorId", PropertyType::Int64}},
       {}}};
  dataset.rels = {{"CONTAINER_OF", "Forum", "Post", {}, {}},
                  {"HAS_CREATOR", "Post", "Person", {}, {}},
                  {"HAS_MEMBER", "Forum", "Person", {}, {}},
                  {"KNOWS", "Person", "Person", {creation_date}, {}},
                  {"LIKES", "Person", "Post", {creation_date}, {}}};
  dataset.node_count = sizes.persons + sizes.posts() + sizes.forums();
  return dataset;
}

Result<void> generate(const SocialParams& params, SplitMix64& random, DatasetWriter& out) {
  const Sizes sizes(params);
  if (auto nodes = write_nodes(sizes, random, out); !nodes) return nodes;
  if (auto knows = write_knows(sizes, random, out); !knows) return knows;
  const auto creators = out.rels("HAS_CREATOR", [&](CsvWriter& csv) {
    for (std::int64_t i = 0; i < sizes.posts(); ++i) {
      csv.integer(sizes.post(i)).integer(sizes.creator(i)).plain("HAS_CREATOR");
      if (!csv.end_row()) return;
    }
  });
  if (!creators) return creators;
  if (auto likes = write_likes(sizes, random, out); !likes) return likes;
  if (auto members = write_members(sizes, random, out); !members) return members;
  return out.rels("CONTAINER_OF", [&](CsvWriter& csv) {
    for (std::int64_t i = 0; i < sizes.posts(); ++i) {
      csv.integer(sizes.forum(below(random, sizes.forums())));
      if (!csv.integer(sizes.post(i)).plain("CONTAINER_OF").end_row()) return;
    }
  });
}

}  // namespace gb
