#include <tuple>

#include "workloads/oracle/social/answer_rows.h"
#include "workloads/oracle/social/snb_answers.h"

namespace gb {
namespace {

constexpr std::size_t kLatestPosts = 10;

using End = Relation::End;

/// The ends of edges as a list to sort.
std::vector<End> list_of(std::span<const End> ends) { return {ends.begin(), ends.end()}; }

}  // namespace

OracleRows person_profile(const SocialModel& model, const Asked& asked) {
  const auto found = model.find_person(asked.integer("personId"));
  if (!found) return {};
  const SocialTables::Person& person = model.persons()[*found];
  return {{person.first_name, person.last_name, person.birthday, person.creation_date}};
}

OracleRows latest_posts(const SocialModel& model, const Asked& asked) {
  const auto person = model.find_person(asked.integer("personId"));
  if (!person) return {};
  std::vector<const SocialTables::Post*> posts;
  for (const End& post : model.has_creator().in(*person)) {
    posts.push_back(&model.posts()[post.node]);
  }
  return first_rows(
      std::move(posts), kLatestPosts,
      [](const auto* a, const auto* b) {
        return std::tuple(b->creation_date, b->id) < std::tuple(a->creation_date, a->id);
      },
      [](const auto* post) {
        return OracleRow{post->id, post->content, post->creation_date};
      });
}

OracleRows friendships(const SocialModel& model, const Asked& asked) {
  const auto person = model.find_person(asked.integer("personId"));
  if (!person) return {};
  // One row per edge: who knows somebody that knows him back is named twice.
  std::vector<End> edges = list_of(model.knows().out(*person));
  const auto in = model.knows().in(*person);
  edges.insert(edges.end(), in.begin(), in.end());
  const auto& persons = model.persons();
  return sorted_rows(
      std::move(edges),
      [&](const End& a, const End& b) {
        return std::tuple(b.date, persons[a.node].id) < std::tuple(a.date, persons[b.node].id);
      },
      [&](const End& edge) {
        const SocialTables::Person& other = persons[edge.node];
        return OracleRow{other.id, other.first_name, other.last_name, edge.date};
      });
}

OracleRows post_content(const SocialModel& model, const Asked& asked) {
  const auto found = model.find_post(asked.integer("postId"));
  if (!found) return {};
  const SocialTables::Post& post = model.posts()[*found];
  return {{post.content, post.creation_date}};
}

OracleRows post_creator(const SocialModel& model, const Asked& asked) {
  const auto post = model.find_post(asked.integer("postId"));
  if (!post || model.creator(*post) == SocialModel::kNone) return {};
  const SocialTables::Person& creator = model.persons()[model.creator(*post)];
  return {{creator.id, creator.first_name, creator.last_name}};
}

OracleRows post_forum(const SocialModel& model, const Asked& asked) {
  const auto post = model.find_post(asked.integer("postId"));
  if (!post || model.forum(*post) == SocialModel::kNone) return {};
  const SocialTables::Forum& forum = model.forums()[model.forum(*post)];
  return {{forum.id, forum.title}};
}

OracleRows post_likers(const SocialModel& model, const Asked& asked) {
  const auto post = model.find_post(asked.integer("postId"));
  if (!post) return {};
  const auto& persons = model.persons();
  return sorted_rows(
      list_of(model.likes().in(*post)),
      [&](const End& a, const End& b) {
        return std::tuple(b.date, persons[a.node].id) < std::tuple(a.date, persons[b.node].id);
      },
      [&](const End& like) {
        const SocialTables::Person& liker = persons[like.node];
        return OracleRow{liker.id, liker.first_name, liker.last_name, like.date};
      });
}

}  // namespace gb
