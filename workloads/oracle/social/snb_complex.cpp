#include <map>
#include <set>
#include <tuple>

#include "workloads/oracle/social/acquaintance.h"
#include "workloads/oracle/social/answer_rows.h"
#include "workloads/oracle/social/snb_answers.h"

namespace gb {
namespace {

constexpr std::size_t kLimit = 20;

using Index = SocialModel::Index;

struct Written {
  const SocialTables::Person* creator = nullptr;
  const SocialTables::Post* post = nullptr;
};

/// The posts of acquaintances up to `hops` away, before the day asked for.
std::vector<Written> written_nearby(const SocialModel& model, const Asked& asked,
                                    std::int64_t hops) {
  std::vector<Written> posts;
  const auto person = model.find_person(asked.integer("personId"));
  if (!person) return posts;
  const std::int64_t max_date = asked.integer("maxDate");
  for (const Acquaintance& other : acquaintances(model, *person, hops)) {
    for (const Relation::End& end : model.has_creator().in(other.person)) {
      const SocialTables::Post& post = model.posts()[end.node];
      if (post.creation_date >= max_date) continue;
      posts.push_back({&model.persons()[other.person], &post});
    }
  }
  return posts;
}

bool is_later(const Written& a, const Written& b) {
  return std::tuple(b.post->creation_date, a.post->id) <
         std::tuple(a.post->creation_date, b.post->id);
}

}  // namespace

OracleRows namesakes_nearby(const SocialModel& model, const Asked& asked) {
  const auto person = model.find_person(asked.integer("personId"));
  if (!person) return {};
  std::vector<const SocialTables::Person*> found;
  for (const Acquaintance& other : acquaintances(model, *person, 3)) {
    const SocialTables::Person& each = model.persons()[other.person];
    if (each.first_name == asked.text("firstName")) found.push_back(&each);
  }
  return first_rows(
      std::move(found), kLimit,
      [](const auto* a, const auto* b) {
        return std::tie(a->last_name, a->id) < std::tie(b->last_name, b->id);
      },
      [](const auto* each) {
        return OracleRow{each->id, each->last_name};
      });
}

OracleRows posts_of_friends(const SocialModel& model, const Asked& asked) {
  return first_rows(written_nearby(model, asked, 1), kLimit, is_later, [](const Written& w) {
    return OracleRow{w.creator->id, w.creator->first_name, w.creator->last_name,
                     w.post->id,    w.post->content,       w.post->creation_date};
  });
}

OracleRows posts_liked_by_friends(const SocialModel& model, const Asked& asked) {
  const auto person = model.find_person(asked.integer("personId"));
  if (!person) return {};
  std::set<Index> distinct;
  for (const SocialModel::Friend& other : model.friends(*person)) {
    for (const Relation::End& like : model.likes().out(other.person)) {
      if (like.date >= asked.integer("minDate")) distinct.insert(like.node);
    }
  }
  const auto& posts = model.posts();
  return first_rows(
      std::vector<Index>(distinct.begin(), distinct.end()), kLimit,
      [&](Index a, Index b) { return posts[a].id < posts[b].id; },
      [&](Index post) {
        return OracleRow{posts[post].id, posts[post].content};
      });
}

OracleRows forums_of_friends(const SocialModel& model, const Asked& asked) {
  const auto person = model.find_person(asked.integer("personId"));
  if (!person) return {};
  std::map<Index, std::set<Index>> friends_in;
  for (const SocialModel::Friend& other : model.friends(*person)) {
    for (const Relation::End& forum : model.has_member().in(other.person)) {
      friends_in[forum.node].insert(other.person);
    }
  }
  struct Found {
    const SocialTables::Forum* forum;
    std::int64_t friends;
  };
  std::vector<Found> found;
  for (const auto& [forum, members] : friends_in) {
    found.push_back({&model.forums()[forum], static_cast<std::int64_t>(members.size())});
  }
  return first_rows(
      std::move(found), kLimit,
      [](const Found& a, const Found& b) {
        return std::tuple(b.friends, a.forum->id) < std::tuple(a.friends, b.forum->id);
      },
      [](const Found& each) {
        return OracleRow{each.forum->id, each.forum->title, each.friends};
      });
}

OracleRows posts_nearby(const SocialModel& model, const Asked& asked) {
  return first_rows(written_nearby(model, asked, 2), kLimit, is_later, [](const Written& w) {
    return OracleRow{w.creator->id, w.post->id, w.post->creation_date};
  });
}

OracleRows friendship_distance(const SocialModel& model, const Asked& asked) {
  const auto from = model.find_person(asked.integer("person1Id"));
  const auto to = model.find_person(asked.integer("person2Id"));
  if (!from || !to) return {};
  for (const Acquaintance& other : acquaintances(model, *from)) {
    if (other.person == *to) return one_cell(other.hops);
  }
  return {};  // nobody is an acquaintance of himself
}

}  // namespace gb
