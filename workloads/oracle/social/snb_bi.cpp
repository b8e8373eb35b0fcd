#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "workloads/oracle/social/answer_rows.h"
#include "workloads/oracle/social/snb_answers.h"

namespace gb {
namespace {

constexpr std::size_t kLimit = 20;
constexpr std::int64_t kYearSeconds = 31'536'000;  // of 365 days

using Index = SocialModel::Index;

std::int64_t year_of(std::int64_t date) {
  const std::int64_t year = date / kYearSeconds;
  return date % kYearSeconds < 0 ? year - 1 : year;  // rounds down
}

/// Characters, not bytes: UTF-8 continues a character by bytes of the form 10xxxxxx.
std::int64_t length_bucket(std::string_view content) {
  const auto length = std::count_if(content.begin(), content.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  });
  if (length < 16) return 0;
  return length < 32 ? 1 : 2;
}

struct Counted {
  std::int64_t id = 0;
  std::int64_t count = 0;
  Index index = 0;
};

/// The largest counts first, equal ones by id.
bool counts_more(const Counted& a, const Counted& b) {
  return std::tuple(b.count, a.id) < std::tuple(a.count, b.id);
}

OracleRow id_and_count(const Counted& each) { return {each.id, each.count}; }

}  // namespace

OracleRows posts_by_year(const SocialModel& model, const Asked&) {
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> posts;
  for (const SocialTables::Post& post : model.posts()) {
    ++posts[{year_of(post.creation_date), length_bucket(post.content)}];
  }
  OracleRows rows;
  for (const auto& [group, count] : posts) rows.push_back({group.first, group.second, count});
  return rows;
}

OracleRows largest_forums(const SocialModel& model, const Asked&) {
  std::vector<Counted> found;
  for (Index forum = 0; forum < model.forums().size(); ++forum) {
    const auto members = static_cast<std::int64_t>(model.has_member().out(forum).size());
    if (members > 0) found.push_back({model.forums()[forum].id, members, forum});
  }
  return first_rows(std::move(found), kLimit, counts_more, [&](const Counted& each) {
    return OracleRow{each.id, model.forums()[each.index].title, each.count};
  });
}

OracleRows forum_authors(const SocialModel& model, const Asked& asked) {
  const auto forum = model.find_forum(asked.integer("forumId"));
  if (!forum) return {};
  std::map<Index, std::int64_t> posts;
  for (const Relation::End& post : model.container_of().out(*forum)) {
    const Index creator = model.creator(post.node);
    if (creator != SocialModel::kNone) ++posts[creator];
  }
  std::vector<Counted> found;
  for (const auto& [creator, count] : posts) {
    found.push_back({model.persons()[creator].id, count, creator});
  }
  return first_rows(std::move(found), kLimit, counts_more, id_and_count);
}

OracleRows writing_members(const SocialModel& model, const Asked& asked) {
  const auto forum = model.find_forum(asked.integer("forumId"));
  if (!forum) return {};
  std::set<Index> members;
  for (const Relation::End& member : model.has_member().out(*forum)) members.insert(member.node);
  std::vector<Counted> found;
  for (const Index member : members) {
    const auto posts = static_cast<std::int64_t>(model.has_creator().in(member).size());
    if (posts > 0) found.push_back({model.persons()[member].id, posts, member});
  }
  return first_rows(std::move(found), kLimit, counts_more, [&](const Counted& each) {
    return OracleRow{each.id, model.persons()[each.index].first_name, each.count};
  });
}

OracleRows possible_friends(const SocialModel& model, const Asked& asked) {
  const auto person = model.find_person(asked.integer("personId"));
  if (!person) return {};
  std::set<Index> known{*person};
  for (const SocialModel::Friend& other : model.friends(*person)) known.insert(other.person);
  std::map<Index, std::int64_t> mutual_friends;
  for (const SocialModel::Friend& other : model.friends(*person)) {
    for (const SocialModel::Friend& further : model.friends(other.person)) {
      if (!known.contains(further.person)) ++mutual_friends[further.person];
    }
  }
  std::vector<Counted> found;
  for (const auto& [candidate, count] : mutual_friends) {
    found.push_back({model.persons()[candidate].id, count, candidate});
  }
  return first_rows(std::move(found), kLimit, counts_more, id_and_count);
}

}  // namespace gb
