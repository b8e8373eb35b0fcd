#pragma once

#include <cstdint>

#include "workloads/oracle/social/social_model.h"

namespace gb {

/// How often each pattern of the lsqb family matches (workloads §11): assignments of nodes and
/// edges, two edges of one pattern never being the same stored edge. By sums over indexes, never by
/// enumeration. Counts stay below 2^63.

std::int64_t count_liked_by_creators(const SocialModel& model);    // q1: forum, post, creator, like
std::int64_t count_posts_of_acquainted(const SocialModel& model);  // q2: liked, creator knows one
std::int64_t count_member_posts(const SocialModel& model);  // q3: creator a member of the forum
std::int64_t count_post_stars(const SocialModel& model);  // q4: like, forum, two hops from creator
std::int64_t count_triangles(const SocialModel& model);   // q5: each in six orders
std::int64_t count_forum_triangles(const SocialModel& model);  // q6: a post of each, in one forum
std::int64_t count_four_cycles(const SocialModel& model);      // q7: nodes may coincide
std::int64_t count_post_pairs(const SocialModel& model);       // q8: two by one person in one forum
std::int64_t count_shared_triangles(const SocialModel& model);  // q9: a forum and a like in common

}  // namespace gb
