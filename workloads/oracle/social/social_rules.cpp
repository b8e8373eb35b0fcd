#include "workloads/oracle/social/social_rules.h"

#include "workloads/oracle/social/lsqb.h"
#include "workloads/oracle/social/snb_answers.h"

namespace gb {
namespace {

template <OracleRows (*kAnswer)(const SocialModel&, const Asked&)>
Result<OracleRows> answered(const Asked& asked) {
  const Result<const SocialModel*> model = asked.models.social();
  if (!model) return tl::unexpected(model.error());
  return kAnswer(**model, asked);
}

template <std::int64_t (*kCount)(const SocialModel&)>
OracleRows counted(const SocialModel& model, const Asked&) {
  return one_cell(kCount(model));
}

}  // namespace

const OracleRules& social_rules() {
  constexpr ParameterKind kText = ParameterKind::Text;
  static const OracleRules kRules = {
      {"lsqb-q1", {{}, 1, answered<counted<count_liked_by_creators>>}},
      {"lsqb-q2", {{}, 1, answered<counted<count_posts_of_acquainted>>}},
      {"lsqb-q3", {{}, 1, answered<counted<count_member_posts>>}},
      {"lsqb-q4", {{}, 1, answered<counted<count_post_stars>>}},
      {"lsqb-q5", {{}, 1, answered<counted<count_triangles>>}},
      {"lsqb-q6", {{}, 1, answered<counted<count_forum_triangles>>}},
      {"lsqb-q7", {{}, 1, answered<counted<count_four_cycles>>}},
      {"lsqb-q8", {{}, 1, answered<counted<count_post_pairs>>}},
      {"lsqb-q9", {{}, 1, answered<counted<count_shared_triangles>>}},
      {"snb-is1", {{{"personId"}}, 4, answered<person_profile>}},
      {"snb-is2", {{{"personId"}}, 3, answered<latest_posts>}},
      {"snb-is3", {{{"personId"}}, 4, answered<friendships>}},
      {"snb-is4", {{{"postId"}}, 2, answered<post_content>}},
      {"snb-is5", {{{"postId"}}, 3, answered<post_creator>}},
      {"snb-is6", {{{"postId"}}, 2, answered<post_forum>}},
      {"snb-is7", {{{"postId"}}, 4, answered<post_likers>}},
      {"snb-ic1", {{{"personId"}, {"firstName", kText}}, 2, answered<namesakes_nearby>}},
      {"snb-ic2", {{{"personId"}, {"maxDate"}}, 6, answered<posts_of_friends>}},
      {"snb-ic4", {{{"personId"}, {"minDate"}}, 2, answered<posts_liked_by_friends>}},
      {"snb-ic5", {{{"personId"}}, 3, answered<forums_of_friends>}},
      {"snb-ic9", {{{"personId"}, {"maxDate"}}, 3, answered<posts_nearby>}},
      {"snb-ic13", {{{"person1Id"}, {"person2Id"}}, 1, answered<friendship_distance>}},
      {"snb-bi1", {{}, 3, answered<posts_by_year>}},
      {"snb-bi4", {{}, 3, answered<largest_forums>}},
      {"snb-bi5", {{{"forumId"}}, 2, answered<forum_authors>}},
      {"snb-bi9", {{{"forumId"}}, 3, answered<writing_members>}},
      {"snb-bi18", {{{"personId"}}, 2, answered<possible_friends>}},
  };
  return kRules;
}

}  // namespace gb
