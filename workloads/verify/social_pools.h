#pragma once

#include <span>

#include "workloads/verify/pool_rule.h"

namespace gb {

/// The pools of the social family. Nearly all ask about persons by how many friends they have: hub,
/// the upper twentieth (the most befriended of all first); middle and low, the halves of the rest.
///
/// person-id (personId): empty: wrote no post or has no friend; hub, middle, low.
/// person-max-date (personId, maxDate): a hub, middle or low person; the date is exactly that of a
///   friend's post, which must then not be in the answer. Of those posts by date, one from the
///   early quarter, the late quarter or the half between; before-all: the earliest, so that no
///   friend's post is left. empty: no friend wrote any.
/// person-min-date (personId, minDate): likewise by a friend's like, which must be in the answer:
///   early, middle, last: one of the twenty latest, so that no limit hides the boundary; after-all:
///   a second later than the latest. empty: no friend likes any.
/// post-id (postId): popular: likes of the upper twentieth; liked; unliked.
/// forum-id (forumId): empty: no post or no member; large and small: the halves by posts.
/// person-pair (person1Id, person2Id): distance-1, distance-2, far, unconnected, same. Sources are
/// of
///   every band.
/// person-name (personId, firstName): near: a friend's; far: only of somebody two or three hops
///   away; beyond: a name that is given, but to nobody within three hops; own: the person's own;
///   unknown: a given name in other letters, upper for lower and lower for upper.
std::span<const PoolRule> social_pool_rules();

}  // namespace gb
