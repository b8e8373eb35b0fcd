#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/data/dataset.h"

namespace gb {

/// The social schema as its rows (workloads §9): what the canonical CSV holds, and what a test
/// writes down by hand. Dates are seconds.
struct SocialTables {
  struct Person {
    std::int64_t id = 0;
    std::string first_name;
    std::string last_name;
    std::int64_t birthday = 0;
    std::int64_t creation_date = 0;
  };
  struct Post {
    std::int64_t id = 0;
    std::string content;
    std::int64_t creation_date = 0;
  };
  struct Forum {
    std::int64_t id = 0;
    std::string title;
  };
  /// An edge by the ids of its ends.
  struct Edge {
    std::int64_t src = 0;
    std::int64_t dst = 0;
    std::int64_t creation_date = 0;  // of KNOWS and LIKES; the others have none
  };

  std::vector<Person> persons;
  std::vector<Post> posts;
  std::vector<Forum> forums;
  std::vector<Edge> knows;         // person to person, as stored
  std::vector<Edge> has_creator;   // post to person
  std::vector<Edge> likes;         // person to post
  std::vector<Edge> has_member;    // forum to person
  std::vector<Edge> container_of;  // forum to post
};

/// From the canonical CSV. InvalidArgument naming what is missing when the dataset has no such
/// label, type or property, and naming file and line for a field that is no number.
Result<SocialTables> read_social_tables(const Dataset& dataset);

}  // namespace gb
