#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/base/error.h"
#include "core/data/dataset.h"
#include "workloads/oracle/social/relation.h"
#include "workloads/oracle/social/social_tables.h"

namespace gb {

/// The social schema, typed and looked up by index (workloads §9, §12.1). Immutable once made.
class SocialModel {
 public:
  using Index = Relation::Index;
  static constexpr Index kNone = std::numeric_limits<Index>::max();

  /// A person joined to another by `edges` KNOWS edges, of either direction.
  struct Friend {
    Index person = 0;
    std::int64_t edges = 0;
  };

  /// From the canonical CSV; errors as read_social_tables and from_tables.
  static Result<SocialModel> read(const Dataset& dataset);
  /// InvalidArgument, naming the id, for: two nodes of a label with one id, an edge whose end does
  /// not exist, a person who KNOWS himself, a post of two creators or in two forums. The questions'
  /// definitions hold for none of these.
  static Result<SocialModel> from_tables(SocialTables tables);

  const std::vector<SocialTables::Person>& persons() const { return tables_.persons; }
  const std::vector<SocialTables::Post>& posts() const { return tables_.posts; }
  const std::vector<SocialTables::Forum>& forums() const { return tables_.forums; }

  std::optional<Index> find_person(std::int64_t id) const { return find(person_at_, id); }
  std::optional<Index> find_post(std::int64_t id) const { return find(post_at_, id); }
  std::optional<Index> find_forum(std::int64_t id) const { return find(forum_at_, id); }

  const Relation& knows() const { return knows_; }                // person to person
  const Relation& has_creator() const { return has_creator_; }    // post to person
  const Relation& likes() const { return likes_; }                // person to post
  const Relation& has_member() const { return has_member_; }      // forum to person
  const Relation& container_of() const { return container_of_; }  // forum to post

  /// Distinct, by index.
  std::span<const Friend> friends(Index person) const {
    return std::span(friends_).subspan(first_friend_[person],
                                       first_friend_[person + 1] - first_friend_[person]);
  }
  Index creator(Index post) const { return only(has_creator_.out(post)); }  // kNone: nobody
  Index forum(Index post) const { return only(container_of_.in(post)); }    // kNone: in none

 private:
  using Places = std::unordered_map<std::int64_t, Index>;

  static std::optional<Index> find(const Places& places, std::int64_t id) {
    const auto found = places.find(id);
    return found == places.end() ? std::nullopt : std::optional(found->second);
  }
  static Index only(std::span<const Relation::End> ends) {
    return ends.empty() ? kNone : ends.front().node;
  }
  Result<void> link();
  void befriend();

  SocialTables tables_;  // the nodes; its edges are in the relations
  Places person_at_;
  Places post_at_;
  Places forum_at_;
  Relation knows_;
  Relation has_creator_;
  Relation likes_;
  Relation has_member_;
  Relation container_of_;
  std::vector<std::size_t> first_friend_;
  std::vector<Friend> friends_;
};

}  // namespace gb
