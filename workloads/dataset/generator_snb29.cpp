#include "workloads/dataset/generator_snb29.h"

#include <algorithm>
#include <string>

#include "workloads/dataset/snb29_messages.h"
#include "workloads/dataset/snb29_people.h"
#include "workloads/dataset/snb29_shape.h"

namespace gb {
namespace {

constexpr PropertyType kText = PropertyType::String;
constexpr PropertyType kInteger = PropertyType::Int64;
constexpr std::int64_t kMostPersons = 10'000'000;

/// The files in the order of the checksum.
constexpr std::string_view kFiles[] = {"nodes/Place.csv",
                                       "rels/Place_IS_PART_OF.csv",
                                       "nodes/TagClass.csv",
                                       "rels/TagClass_IS_SUBCLASS_OF.csv",
                                       "nodes/Tag.csv",
                                       "rels/Tag_HAS_TYPE.csv",
                                       "nodes/Organisation.csv",
                                       "rels/Organisation_IS_LOCATED_IN.csv",
                                       "nodes/Person.csv",
                                       "rels/Person_IS_LOCATED_IN.csv",
                                       "rels/Person_KNOWS_Person.csv",
                                       "rels/Person_HAS_INTEREST_Tag.csv",
                                       "rels/Person_STUDY_AT_Organisation.csv",
                                       "rels/Person_WORK_AT_Organisation.csv",
                                       "nodes/Forum.csv",
                                       "rels/Forum_HAS_MODERATOR_Person.csv",
                                       "rels/Forum_HAS_TAG_Tag.csv",
                                       "rels/Forum_HAS_MEMBER_Person.csv",
                                       "nodes/Post.csv",
                                       "nodes/Comment.csv",
                                       "rels/Forum_CONTAINER_OF_Post.csv",
                                       "rels/Message_HAS_CREATOR_Person.csv",
                                       "rels/Message_IS_LOCATED_IN_Place.csv",
                                       "rels/Comment_REPLY_OF_Message.csv",
                                       "rels/Message_HAS_TAG_Tag.csv",
                                       "rels/Person_LIKES_Message.csv"};

std::vector<NodeTable> node_tables() {
  const Property created = {"creationDate", kInteger};
  const Property ip = {"locationIP", kText};
  const Property browser = {"browserUsed", kText};
  const Property content = {"content", kText};
  const Property length = {"length", kInteger};
  const Property name = {"name", kText};
  const Property type = {"type", kText};
  return {
      {"Comment", {"Comment", "Message"}, "id", {created, ip, browser, content, length}, {}},
      {"Forum", {"Forum"}, "id", {{"title", kText}, created}, {}},
      {"Organisation", {"Organisation", "Company", "University"}, "id", {name, type}, {}},
      {"Person",
       {"Person"},
       "id",
       {{"firstName", kText},
        {"lastName", kText},
        {"gender", kText},
        {"birthday", kInteger},
        created,
        ip,
        browser,
        {"languages", PropertyType::StringList},
        {"emails", PropertyType::StringList}},
       {}},
      {"Place", {"Place", "City", "Country", "Continent"}, "id", {name, type}, {}},
      {"Post",
       {"Post", "Message"},
       "id",
       {{"imageFile", kText}, created, ip, browser, {"language", kText}, content, length},
       {}},
      {"Tag", {"Tag"}, "id", {name}, {}},
      {"TagClass", {"TagClass"}, "id", {name}, {}},
  };
}

/// In the order of their keys in a manifest.
std::vector<RelTable> rel_tables() {
  const auto file = [](std::string_view name) {
    return std::vector<std::filesystem::path>{fmt::format("rels/{}.csv", name)};
  };
  const Property created = {"creationDate", kInteger};
  return {
      {"CONTAINER_OF", "Forum", "Post", {}, file("Forum_CONTAINER_OF_Post")},
      {"HAS_TAG", "Forum", "Tag", {}, file("Forum_HAS_TAG_Tag")},
      {"HAS_CREATOR", "Message", "Person", {}, file("Message_HAS_CREATOR_Person")},
      {"HAS_INTEREST", "Person", "Tag", {}, file("Person_HAS_INTEREST_Tag")},
      {"HAS_MEMBER", "Forum", "Person", {{"joinDate", kInteger}}, file("Forum_HAS_MEMBER_Person")},
      {"HAS_MODERATOR", "Forum", "Person", {}, file("Forum_HAS_MODERATOR_Person")},
      {"HAS_TYPE", "Tag", "TagClass", {}, file("Tag_HAS_TYPE")},
      {"IS_PART_OF", "Place", "Place", {}, file("Place_IS_PART_OF")},
      {"IS_SUBCLASS_OF", "TagClass", "TagClass", {}, file("TagClass_IS_SUBCLASS_OF")},
      {"KNOWS", "Person", "Person", {created}, file("Person_KNOWS_Person")},
      {"LIKES", "Person", "Message", {created}, file("Person_LIKES_Message")},
      {"HAS_TAG", "Message", "Tag", {}, file("Message_HAS_TAG_Tag")},
      {"IS_LOCATED_IN", "Message", "Place", {}, file("Message_IS_LOCATED_IN_Place")},
      {"IS_LOCATED_IN", "Organisation", "Place", {}, file("Organisation_IS_LOCATED_IN")},
      {"IS_LOCATED_IN", "Person", "Place", {}, file("Person_IS_LOCATED_IN")},
      {"REPLY_OF", "Comment", "Message", {}, file("Comment_REPLY_OF_Message")},
      {"STUDY_AT",
       "Person",
       "Organisation",
       {{"classYear", kInteger}},
       file("Person_STUDY_AT_Organisation")},
      {"WORK_AT",
       "Person",
       "Organisation",
       {{"workFrom", kInteger}},
       file("Person_WORK_AT_Organisation")},
  };
}

}  // namespace

Result<void> check(const Snb29Params& params) {
  if (params.persons >= 50 && params.persons <= kMostPersons) return {};
  return fail(ErrorCode::InvalidArgument,
              "snb29: persons must be from 50 to {} (fewer cannot know ten others each), and is {}",
              kMostPersons, params.persons);
}

Dataset describe(const Snb29Params& params) {
  const Snb29Sizes sizes(params);
  Dataset dataset;
  dataset.scale_text =
      fmt::format("p{}{}", sizes.persons, sizes.published() ? "" : "-interpolated");
  dataset.name = "snb29-" + dataset.scale_text;
  dataset.kind = "synthetic";
  dataset.generator = "snb29";
  dataset.generator_version = 1;
  dataset.params = {{"persons", std::to_string(sizes.persons)}};
  dataset.nodes = node_tables();
  for (NodeTable& table : dataset.nodes) table.files = {"nodes/" + table.label + ".csv"};
  dataset.rels = rel_tables();
  for (const std::string_view file : kFiles) {
    dataset.listed_files.push_back({std::string(file), 0, 0, {}});
  }
  dataset.node_count = snb29::kContinents + snb29::kCountries + snb29::kCities +
                       snb29::kTagClasses + snb29::kTags + snb29::kUniversities +
                       snb29::kCompanies + sizes.persons + sizes.forums() + sizes.messages();
  return dataset;
}

Result<void> generate(const Snb29Params& params, std::int64_t seed, FileListWriter& out) {
  const Snb29Sizes sizes(params);
  const auto cities = snb29::draw_cities(sizes, seed);
  Result<void> done = snb29::write_static(out);
  if (done) done = snb29::write_persons(sizes, seed, cities, out);
  if (done) done = snb29::write_forums(sizes, seed, out);
  if (done) done = snb29::write_messages(sizes, seed, cities, out);
  return done;
}

}  // namespace gb
