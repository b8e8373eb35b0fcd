#include "tests/workloads/social/social_definitions.h"

#include <algorithm>
#include <tuple>

namespace gb {
namespace {

using Edge = SocialTables::Edge;
using Rows = std::vector<std::vector<Value>>;
using Ids = std::set<std::int64_t>;

struct Step {
  const std::vector<Edge>* edges;
  std::string from;
  std::string to;
  bool either_way = false;
};

std::int64_t match(const std::vector<Step>& steps, std::size_t at,
                   std::map<std::string, std::int64_t>& bound, std::set<const Edge*>& used) {
  if (at == steps.size()) return 1;
  const Step& step = steps[at];
  std::int64_t matches = 0;
  const auto try_ends = [&](const Edge& edge, std::int64_t src, std::int64_t dst) {
    if (bound.contains(step.from) && bound[step.from] != src) return;
    if (bound.contains(step.to) && bound[step.to] != dst) return;
    const auto before = bound;
    bound[step.from] = src;
    bound[step.to] = dst;
    used.insert(&edge);
    matches += match(steps, at + 1, bound, used);
    used.erase(&edge);
    bound = before;
  };
  for (const Edge& edge : *step.edges) {
    if (used.contains(&edge)) continue;
    try_ends(edge, edge.src, edge.dst);
    if (step.either_way) try_ends(edge, edge.dst, edge.src);
  }
  return matches;
}

Ids friends_of(const SocialTables& t, std::int64_t person) {
  Ids friends;
  for (const Edge& edge : t.knows) {
    if (edge.src == person) friends.insert(edge.dst);
    if (edge.dst == person) friends.insert(edge.src);
  }
  return friends;
}

/// Whoever a walk of at most `hops` friendships ends at, but not the person himself.
Ids within_hops(const SocialTables& t, std::int64_t person, std::size_t hops) {
  Ids all{person};
  for (std::size_t i = 0; i < hops; ++i) {
    for (const std::int64_t each : Ids(all)) all.merge(friends_of(t, each));
  }
  all.erase(person);
  return all;
}

bool wrote(const SocialTables& t, std::int64_t person, std::int64_t post) {
  return std::any_of(t.has_creator.begin(), t.has_creator.end(),
                     [&](const Edge& e) { return e.src == post && e.dst == person; });
}

bool joined(const std::vector<Edge>& edges, std::int64_t src, std::int64_t dst) {
  return std::any_of(edges.begin(), edges.end(),
                     [&](const Edge& e) { return e.src == src && e.dst == dst; });
}

const SocialTables::Person& person_of(const SocialTables& t, std::int64_t id) {
  return *std::find_if(t.persons.begin(), t.persons.end(), [&](auto& p) { return p.id == id; });
}

/// A row with what it is sorted by: numbers ascending, then texts, then a last number.
struct Sorted {
  std::vector<std::int64_t> first;
  std::string text;
  std::int64_t last = 0;
  std::vector<Value> row;
};

Rows ordered(std::vector<Sorted> found, std::size_t limit) {
  std::sort(found.begin(), found.end(), [](const Sorted& a, const Sorted& b) {
    return std::tie(a.first, a.text, a.last) < std::tie(b.first, b.text, b.last);
  });
  Rows rows;
  for (Sorted& each : found) {
    if (rows.size() < limit) rows.push_back(std::move(each.row));
  }
  return rows;
}

constexpr std::size_t kAll = 1'000'000;

Rows short_read(const SocialTables& t, const std::string& query, std::int64_t id) {
  std::vector<Sorted> rows;
  if (query == "snb-is1") {
    for (const auto& p : t.persons) {
      if (p.id == id)
        rows.push_back({{}, "", 0, {p.first_name, p.last_name, p.birthday, p.creation_date}});
    }
  } else if (query == "snb-is2") {
    for (const auto& m : t.posts) {
      if (!wrote(t, id, m.id)) continue;
      rows.push_back({{-m.creation_date, -m.id}, "", 0, {m.id, m.content, m.creation_date}});
    }
    return ordered(rows, 10);
  } else if (query == "snb-is3") {
    for (const Edge& e : t.knows) {
      if (e.src != id && e.dst != id) continue;
      const auto& f = person_of(t, e.src == id ? e.dst : e.src);
      rows.push_back(
          {{-e.creation_date, f.id}, "", 0, {f.id, f.first_name, f.last_name, e.creation_date}});
    }
  } else if (query == "snb-is4") {
    for (const auto& m : t.posts) {
      if (m.id == id) rows.push_back({{}, "", 0, {m.content, m.creation_date}});
    }
  } else if (query == "snb-is5") {
    for (const auto& p : t.persons) {
      if (wrote(t, p.id, id)) rows.push_back({{}, "", 0, {p.id, p.first_name, p.last_name}});
    }
  } else if (query == "snb-is6") {
    for (const auto& f : t.forums) {
      if (joined(t.container_of, f.id, id)) rows.push_back({{}, "", 0, {f.id, f.title}});
    }
  } else {
    for (const Edge& e : t.likes) {
      if (e.dst != id) continue;
      const auto& p = person_of(t, e.src);
      rows.push_back(
          {{-e.creation_date, p.id}, "", 0, {p.id, p.first_name, p.last_name, e.creation_date}});
    }
  }
  return ordered(rows, kAll);
}

Rows distance_row(const SocialTables& t, std::int64_t a, std::int64_t b) {
  for (std::size_t hops = 1; hops <= t.persons.size(); ++hops) {
    if (within_hops(t, a, hops).contains(b)) return {{static_cast<std::int64_t>(hops)}};
  }
  return {};
}

Rows complex_read(const SocialTables& t, const std::string& query,
                  const std::map<std::string, Value>& params) {
  const auto number = [&](const char* name) { return std::get<std::int64_t>(params.at(name).is); };
  if (query == "snb-ic13") return distance_row(t, number("person1Id"), number("person2Id"));
  const std::int64_t id = number("personId");
  const Ids friends = friends_of(t, id);
  std::vector<Sorted> rows;
  if (query == "snb-ic1") {
    for (const std::int64_t each : within_hops(t, id, 3)) {
      const auto& p = person_of(t, each);
      if (p.first_name != std::get<std::string>(params.at("firstName").is)) continue;
      rows.push_back({{}, p.last_name, p.id, {p.id, p.last_name}});
    }
  } else if (query == "snb-ic2" || query == "snb-ic9") {
    const bool near = query == "snb-ic2";
    for (const std::int64_t each : near ? friends : within_hops(t, id, 2)) {
      const auto& p = person_of(t, each);
      for (const auto& m : t.posts) {
        if (!wrote(t, each, m.id) || m.creation_date >= number("maxDate")) continue;
        std::vector<Value> row{p.id, p.first_name, p.last_name, m.id, m.content, m.creation_date};
        if (!near) row = {p.id, m.id, m.creation_date};
        rows.push_back({{-m.creation_date, m.id}, "", 0, row});
      }
    }
  } else if (query == "snb-ic4") {
    for (const auto& m : t.posts) {
      const bool liked = std::any_of(t.likes.begin(), t.likes.end(), [&](const Edge& e) {
        return e.dst == m.id && friends.contains(e.src) && e.creation_date >= number("minDate");
      });
      if (liked) rows.push_back({{m.id}, "", 0, {m.id, m.content}});
    }
  } else {
    for (const auto& f : t.forums) {
      const std::int64_t members = std::count_if(friends.begin(), friends.end(), [&](auto each) {
        return joined(t.has_member, f.id, each);
      });
      if (members > 0) rows.push_back({{-members, f.id}, "", 0, {f.id, f.title, members}});
    }
  }
  return ordered(rows, 20);
}

std::int64_t characters(const std::string& text) {
  return std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; });
}

Rows intelligence(const SocialTables& t, const std::string& query,
                  const std::map<std::string, Value>& params) {
  const auto number = [&](const char* name) { return std::get<std::int64_t>(params.at(name).is); };
  std::vector<Sorted> rows;
  if (query == "snb-bi1") {
    for (std::int64_t year = 0; year < 6; ++year) {
      for (std::int64_t bucket = 0; bucket < 3; ++bucket) {
        const std::int64_t posts = std::count_if(t.posts.begin(), t.posts.end(), [&](auto& m) {
          const std::int64_t n = characters(m.content);
          const bool in_year =
              year * 31536000 <= m.creation_date && m.creation_date < (year + 1) * 31536000;
          return in_year && bucket == (n >= 16) + (n >= 32);
        });
        if (posts > 0) rows.push_back({{year, bucket}, "", 0, {year, bucket, posts}});
      }
    }
    return ordered(rows, kAll);
  }
  if (query == "snb-bi4") {
    for (const auto& f : t.forums) {
      const std::int64_t members = std::count_if(t.has_member.begin(), t.has_member.end(),
                                                 [&](const Edge& e) { return e.src == f.id; });
      if (members > 0) rows.push_back({{-members, f.id}, "", 0, {f.id, f.title, members}});
    }
    return ordered(rows, 20);
  }
  for (const auto& p : t.persons) {
    if (query == "snb-bi18") {
      const Ids friends = friends_of(t, number("personId"));
      if (p.id == number("personId") || friends.contains(p.id)) continue;
      const std::int64_t mutual = std::count_if(friends.begin(), friends.end(), [&](auto each) {
        return friends_of(t, each).contains(p.id);
      });
      if (mutual > 0) rows.push_back({{-mutual, p.id}, "", 0, {p.id, mutual}});
      continue;
    }
    const bool anywhere = query == "snb-bi9";
    if (anywhere && !joined(t.has_member, number("forumId"), p.id)) continue;
    const std::int64_t posts = std::count_if(t.posts.begin(), t.posts.end(), [&](auto& m) {
      return wrote(t, p.id, m.id) && (anywhere || joined(t.container_of, number("forumId"), m.id));
    });
    std::vector<Value> row{p.id, posts};
    if (anywhere) row = {p.id, p.first_name, posts};
    if (posts > 0) rows.push_back({{-posts, p.id}, "", 0, row});
  }
  return ordered(rows, 20);
}

}  // namespace

std::int64_t enumerate_matches(const SocialTables& t, const std::string& query) {
  const std::vector<Step> triangle = {
      {&t.knows, "a", "b", true}, {&t.knows, "b", "c", true}, {&t.knows, "c", "a", true}};
  std::vector<Step> steps;
  if (query == "lsqb-q1") {
    steps = {{&t.container_of, "f", "m"}, {&t.has_creator, "m", "p"}, {&t.likes, "p", "n"}};
  } else if (query == "lsqb-q2") {
    steps = {{&t.has_creator, "m", "p"}, {&t.knows, "p", "q"}, {&t.likes, "r", "m"}};
  } else if (query == "lsqb-q3") {
    steps = {{&t.has_member, "f", "p"}, {&t.has_creator, "m", "p"}, {&t.container_of, "f", "m"}};
  } else if (query == "lsqb-q4") {
    steps = {{&t.has_creator, "m", "p"},
             {&t.knows, "p", "q"},
             {&t.knows, "q", "r"},
             {&t.likes, "l", "m"},
             {&t.container_of, "f", "m"}};
  } else if (query == "lsqb-q5") {
    steps = triangle;
  } else if (query == "lsqb-q6") {
    steps = triangle;
    for (const std::string each : {"a", "b", "c"}) {
      steps.push_back({&t.has_creator, "post of " + each, each});
      steps.push_back({&t.container_of, "f", "post of " + each});
    }
  } else if (query == "lsqb-q7") {
    steps = {{&t.knows, "a", "b", true},
             {&t.knows, "b", "c", true},
             {&t.knows, "c", "d", true},
             {&t.knows, "d", "a", true}};
  } else if (query == "lsqb-q8") {
    steps = {{&t.container_of, "f", "m"},
             {&t.has_creator, "m", "p"},
             {&t.has_creator, "n", "p"},
             {&t.container_of, "f", "n"}};
  } else {
    steps = triangle;
    for (const std::string each : {"a", "b", "c"}) {
      steps.push_back({&t.has_member, "f", each});
      steps.push_back({&t.likes, each, "m"});
    }
  }
  std::map<std::string, std::int64_t> bound;
  std::set<const Edge*> used;
  return match(steps, 0, bound, used);
}

Rows rows_by_definition(const SocialTables& t, const std::string& query,
                        const std::map<std::string, Value>& params) {
  if (query.starts_with("snb-is")) {
    return short_read(t, query, std::get<std::int64_t>(params.begin()->second.is));
  }
  return query.starts_with("snb-ic") ? complex_read(t, query, params)
                                     : intelligence(t, query, params);
}

}  // namespace gb
