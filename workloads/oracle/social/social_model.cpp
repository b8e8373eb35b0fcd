#include "workloads/oracle/social/social_model.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace gb {
namespace {

using Index = SocialModel::Index;
using Places = std::unordered_map<std::int64_t, Index>;

template <class Row>
Result<Places> places_of(const std::vector<Row>& rows, std::string_view label) {
  Places places;
  places.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!places.emplace(rows[i].id, static_cast<Index>(i)).second) {
      return fail(ErrorCode::InvalidArgument, "two nodes {} have the id {}", label, rows[i].id);
    }
  }
  return places;
}

/// A label and where its ids are.
struct Ends {
  std::string_view label;
  const Places& at;
};

Result<Relation> relate(std::string_view type, const Ends& from, const Ends& to,
                        const std::vector<SocialTables::Edge>& edges) {
  std::vector<Relation::Edge> indexed;
  indexed.reserve(edges.size());
  for (const SocialTables::Edge& edge : edges) {
    const auto src = from.at.find(edge.src);
    const auto dst = to.at.find(edge.dst);
    if (src == from.at.end() || dst == to.at.end()) {
      const bool src_missing = src == from.at.end();
      return fail(ErrorCode::InvalidArgument,
                  "a {} edge leads from {} to {}, but no {} has the id {}", type, edge.src,
                  edge.dst, src_missing ? from.label : to.label, src_missing ? edge.src : edge.dst);
    }
    indexed.push_back({src->second, dst->second, edge.creation_date});
  }
  return Relation(from.at.size(), to.at.size(), indexed);
}

}  // namespace

Result<SocialModel> SocialModel::read(const Dataset& dataset) {
  Result<SocialTables> tables = read_social_tables(dataset);
  if (!tables) return tl::unexpected(tables.error());
  return from_tables(std::move(*tables));
}

Result<SocialModel> SocialModel::from_tables(SocialTables tables) {
  SocialModel model;
  model.tables_ = std::move(tables);
  if (Result<void> linked = model.link(); !linked) return tl::unexpected(linked.error());
  for (Index person = 0; person < model.persons().size(); ++person) {
    for (const Relation::End& other : model.knows_.out(person)) {
      if (other.node != person) continue;
      return fail(ErrorCode::InvalidArgument, "the person {} KNOWS himself",
                  model.persons()[person].id);
    }
  }
  for (Index post = 0; post < model.posts().size(); ++post) {
    if (model.has_creator_.out(post).size() > 1 || model.container_of_.in(post).size() > 1) {
      return fail(ErrorCode::InvalidArgument,
                  "the post {} has more than one creator or is in more than one forum",
                  model.posts()[post].id);
    }
  }
  model.befriend();
  return model;
}

Result<void> SocialModel::link() {
  const auto place = [](auto& to, auto made) -> Result<void> {
    if (!made) return tl::unexpected(made.error());
    to = std::move(*made);
    return {};
  };
  Result<void> done = place(person_at_, places_of(tables_.persons, "Person"));
  if (done) done = place(post_at_, places_of(tables_.posts, "Post"));
  if (done) done = place(forum_at_, places_of(tables_.forums, "Forum"));
  const Ends person{"Person", person_at_};
  const Ends post{"Post", post_at_};
  const Ends forum{"Forum", forum_at_};
  if (done) done = place(knows_, relate("KNOWS", person, person, tables_.knows));
  if (done) done = place(has_creator_, relate("HAS_CREATOR", post, person, tables_.has_creator));
  if (done) done = place(likes_, relate("LIKES", person, post, tables_.likes));
  if (done) done = place(has_member_, relate("HAS_MEMBER", forum, person, tables_.has_member));
  if (done) done = place(container_of_, relate("CONTAINER_OF", forum, post, tables_.container_of));
  // As relations they are asked; as lists they are only memory.
  tables_.knows = tables_.has_creator = tables_.likes = {};
  tables_.has_member = tables_.container_of = {};
  return done;
}

void SocialModel::befriend() {
  first_friend_.push_back(0);
  std::vector<Index> others;
  for (Index person = 0; person < persons().size(); ++person) {
    others.clear();
    for (const Relation::End& end : knows_.out(person)) others.push_back(end.node);
    for (const Relation::End& end : knows_.in(person)) others.push_back(end.node);
    std::sort(others.begin(), others.end());
    const std::size_t first = friends_.size();
    for (const Index other : others) {
      if (friends_.size() == first || friends_.back().person != other)
        friends_.push_back({other, 0});
      ++friends_.back().edges;
    }
    first_friend_.push_back(friends_.size());
  }
}

}  // namespace gb
