#pragma once

#include "core/base/error.h"
#include "workloads/oracle/oracle_rule.h"
#include "workloads/oracle/social/social_model.h"

namespace gb {

/// The answers of the snb family (workloads §12): complete, sorted, cut to their limit. An id that
/// nobody has finds nothing.

OracleRows person_profile(const SocialModel& model, const Asked& asked);  // is1
OracleRows latest_posts(const SocialModel& model, const Asked& asked);    // is2
OracleRows friendships(const SocialModel& model, const Asked& asked);     // is3
OracleRows post_content(const SocialModel& model, const Asked& asked);    // is4
OracleRows post_creator(const SocialModel& model, const Asked& asked);    // is5
OracleRows post_forum(const SocialModel& model, const Asked& asked);      // is6
OracleRows post_likers(const SocialModel& model, const Asked& asked);     // is7

OracleRows namesakes_nearby(const SocialModel& model, const Asked& asked);        // ic1
OracleRows posts_of_friends(const SocialModel& model, const Asked& asked);        // ic2
OracleRows posts_liked_by_friends(const SocialModel& model, const Asked& asked);  // ic4
OracleRows forums_of_friends(const SocialModel& model, const Asked& asked);       // ic5
OracleRows posts_nearby(const SocialModel& model, const Asked& asked);            // ic9
OracleRows friendship_distance(const SocialModel& model, const Asked& asked);     // ic13

OracleRows posts_by_year(const SocialModel& model, const Asked& asked);     // bi1
OracleRows largest_forums(const SocialModel& model, const Asked& asked);    // bi4
OracleRows forum_authors(const SocialModel& model, const Asked& asked);     // bi5
OracleRows writing_members(const SocialModel& model, const Asked& asked);   // bi9
OracleRows possible_friends(const SocialModel& model, const Asked& asked);  // bi18

}  // namespace gb
