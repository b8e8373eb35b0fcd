#include "workloads/oracle/social/lsqb.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace gb {
namespace {

using Index = SocialModel::Index;

std::int64_t count_of(std::span<const Relation::End> ends) {
  return static_cast<std::int64_t>(ends.size());
}

/// How often each of some things occurs, by index.
using Counts = std::vector<std::pair<Index, std::int64_t>>;

Counts counted(std::vector<Index> things) {
  std::sort(things.begin(), things.end());
  Counts counts;
  for (const Index thing : things) {
    if (counts.empty() || counts.back().first != thing) counts.emplace_back(thing, 0);
    ++counts.back().second;
  }
  return counts;
}

/// Per person the forums of his posts: k(p, f).
std::vector<Counts> forums_of_posts(const SocialModel& model) {
  std::vector<std::vector<Index>> forums(model.persons().size());
  for (Index post = 0; post < model.posts().size(); ++post) {
    const Index creator = model.creator(post);
    const Index forum = model.forum(post);
    if (creator != SocialModel::kNone && forum != SocialModel::kNone) {
      forums[creator].push_back(forum);
    }
  }
  std::vector<Counts> counts;
  for (std::vector<Index>& each : forums) counts.push_back(counted(std::move(each)));
  return counts;
}

/// Per person what `ends_of(person)` leads to.
template <class EndsOf>
std::vector<Counts> counted_ends(const SocialModel& model, const EndsOf& ends_of) {
  std::vector<Counts> counts;
  for (Index person = 0; person < model.persons().size(); ++person) {
    std::vector<Index> things;
    for (const Relation::End& end : ends_of(person)) things.push_back(end.node);
    counts.push_back(counted(std::move(things)));
  }
  return counts;
}

/// The sum over what all three have in common of the product of their counts.
std::int64_t common(const Counts& a, const Counts& b, const Counts& c) {
  std::int64_t sum = 0;
  auto in_b = b.begin();
  auto in_c = c.begin();
  for (const auto& [thing, count] : a) {
    while (in_b != b.end() && in_b->first < thing) ++in_b;
    while (in_c != c.end() && in_c->first < thing) ++in_c;
    if (in_b == b.end() || in_c == c.end()) break;
    if (in_b->first == thing && in_c->first == thing) sum += count * in_b->second * in_c->second;
  }
  return sum;
}

/// Calls use(a, b, c, matches) for each three persons pairwise acquainted, a < b < c. matches: how
/// many choices of three edges join them.
template <class Use>
void for_each_triangle(const SocialModel& model, const Use& use) {
  std::vector<std::int64_t> edges_to_a(model.persons().size(), 0);
  for (Index a = 0; a < model.persons().size(); ++a) {
    for (const auto& [person, edges] : model.friends(a)) edges_to_a[person] = edges;
    for (const auto& [b, ab] : model.friends(a)) {
      if (b < a) continue;
      for (const auto& [c, bc] : model.friends(b)) {
        if (c > b && edges_to_a[c] > 0) use(a, b, c, ab * bc * edges_to_a[c]);
      }
    }
    for (const auto& [person, edges] : model.friends(a)) edges_to_a[person] = 0;
  }
}

/// Four-cycles a-b-c-d-a with a != c and b != d.
std::int64_t simple_four_cycles(const SocialModel& model) {
  struct Paths {
    std::int64_t sum = 0;      // of m(a,b) m(b,c) over b
    std::int64_t squares = 0;  // of its squares
  };
  std::vector<Paths> paths(model.persons().size());
  std::vector<Index> reached;
  std::int64_t matches = 0;
  for (Index a = 0; a < model.persons().size(); ++a) {
    for (const auto& [b, ab] : model.friends(a)) {
      for (const auto& [c, bc] : model.friends(b)) {
        if (c == a) continue;
        if (paths[c].sum == 0) reached.push_back(c);
        paths[c].sum += ab * bc;
        paths[c].squares += ab * bc * ab * bc;
      }
    }
    for (const Index c : reached) {
      matches += paths[c].sum * paths[c].sum - paths[c].squares;
      paths[c] = {};
    }
    reached.clear();
  }
  return matches;
}

}  // namespace

std::int64_t count_liked_by_creators(const SocialModel& model) {
  std::int64_t matches = 0;
  for (Index post = 0; post < model.posts().size(); ++post) {
    const Index creator = model.creator(post);
    if (creator == SocialModel::kNone || model.forum(post) == SocialModel::kNone) continue;
    matches += count_of(model.likes().out(creator));
  }
  return matches;
}

std::int64_t count_posts_of_acquainted(const SocialModel& model) {
  std::int64_t matches = 0;
  for (Index post = 0; post < model.posts().size(); ++post) {
    const Index creator = model.creator(post);
    if (creator == SocialModel::kNone) continue;
    matches += count_of(model.knows().out(creator)) * count_of(model.likes().in(post));
  }
  return matches;
}

std::int64_t count_member_posts(const SocialModel& model) {
  std::int64_t matches = 0;
  for (Index forum = 0; forum < model.forums().size(); ++forum) {
    std::vector<std::int64_t> memberships(model.persons().size(), 0);
    for (const Relation::End& member : model.has_member().out(forum)) ++memberships[member.node];
    for (const Relation::End& post : model.container_of().out(forum)) {
      const Index creator = model.creator(post.node);
      if (creator != SocialModel::kNone) matches += memberships[creator];
    }
  }
  return matches;
}

std::int64_t count_post_stars(const SocialModel& model) {
  std::int64_t matches = 0;
  for (Index post = 0; post < model.posts().size(); ++post) {
    const Index creator = model.creator(post);
    if (creator == SocialModel::kNone || model.forum(post) == SocialModel::kNone) continue;
    std::int64_t two_hops = 0;
    for (const Relation::End& other : model.knows().out(creator)) {
      two_hops += count_of(model.knows().out(other.node));
    }
    matches += two_hops * count_of(model.likes().in(post));
  }
  return matches;
}

std::int64_t count_triangles(const SocialModel& model) {
  std::int64_t matches = 0;
  for_each_triangle(model, [&](Index, Index, Index, std::int64_t edges) { matches += edges; });
  return 6 * matches;
}

std::int64_t count_forum_triangles(const SocialModel& model) {
  const std::vector<Counts> posts_in = forums_of_posts(model);
  std::int64_t matches = 0;
  for_each_triangle(model, [&](Index a, Index b, Index c, std::int64_t edges) {
    matches += edges * common(posts_in[a], posts_in[b], posts_in[c]);
  });
  return 6 * matches;
}

std::int64_t count_four_cycles(const SocialModel& model) {
  // Beside the simple ones: two pairs of parallel edges that meet in one person (counted from that
  // person as a or as b), and four edges between the same two.
  std::int64_t fold = 0;
  std::int64_t quad = 0;
  for (Index a = 0; a < model.persons().size(); ++a) {
    std::int64_t sum = 0;
    std::int64_t squares = 0;
    for (const auto& [b, edges] : model.friends(a)) {
      const std::int64_t pairs = edges * (edges - 1);
      sum += pairs;
      squares += pairs * pairs;
      quad += pairs * (edges - 2) * (edges - 3);  // of both (a, b) and (b, a)
    }
    fold += 2 * (sum * sum - squares);
  }
  return simple_four_cycles(model) + fold + quad;
}

std::int64_t count_post_pairs(const SocialModel& model) {
  std::int64_t matches = 0;
  for (const Counts& forums : forums_of_posts(model)) {
    for (const auto& [forum, posts] : forums) matches += posts * (posts - 1);
  }
  return matches;
}

std::int64_t count_shared_triangles(const SocialModel& model) {
  const std::vector<Counts> forums =
      counted_ends(model, [&](Index person) { return model.has_member().in(person); });
  const std::vector<Counts> liked =
      counted_ends(model, [&](Index person) { return model.likes().out(person); });
  std::int64_t matches = 0;
  for_each_triangle(model, [&](Index a, Index b, Index c, std::int64_t edges) {
    const std::int64_t in_common = common(forums[a], forums[b], forums[c]);
    if (in_common > 0) matches += edges * in_common * common(liked[a], liked[b], liked[c]);
  });
  return 6 * matches;
}

}  // namespace gb
