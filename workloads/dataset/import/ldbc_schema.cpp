#include "workloads/dataset/import/ldbc_schema.h"

#include <algorithm>

namespace gb {
namespace {

// The second names are those of the generator's first, Hadoop-based line.
const std::vector<LdbcNodeEntity> kNodeEntities = {
    {"dynamic",
     "Person",
     'P',
     ":ID,id:int,creationDate:datetime,firstName:string,lastName:string,gender:string,"
     "birthday:date,locationIP:string,browserUsed:string,language:string,email:string",
     {{"creationDate"},
      {"firstName"},
      {"lastName"},
      {"gender"},
      {"birthday"},
      {"locationIP"},
      {"browserUsed"},
      {"language"},
      {"email", "emails"}},
     LdbcLabel::None,
     {{"IS_LOCATED_IN",
       'L',
       {{"LocationCityId", "place"}},
       false,
       {{{"Person_isLocatedIn_City", "Person_isLocatedIn_Place"},
         "IS_LOCATED_IN",
         'P',
         {"PersonId"},
         'L',
         {"CityId"}}}}}},
    {"dynamic",
     "Post",
     'M',
     ":ID,id:int,creationDate:datetime,imageFile:string,locationIP:string,browserUsed:string,"
     "language:string,content:string,length:int,:LABEL",
     {{"creationDate"},
      {"imageFile"},
      {"locationIP"},
      {"browserUsed"},
      {"language"},
      {"content"},
      {"length"}},
     LdbcLabel::Message,
     {{"HAS_CREATOR",
       'P',
       {{"CreatorPersonId", "creator"}},
       false,
       {{{"Post_hasCreator_Person"}, "HAS_CREATOR", 'M', {"PostId"}, 'P', {"PersonId"}}}},
      {"CONTAINER_OF",
       'F',
       {{"ContainerForumId", "Forum.id"}},
       true,
       {{{"Forum_containerOf_Post"}, "CONTAINER_OF", 'F', {"ForumId"}, 'M', {"PostId"}}}},
      {"IS_LOCATED_IN",
       'L',
       {{"LocationCountryId", "place"}},
       false,
       {{{"Post_isLocatedIn_Country", "Post_isLocatedIn_Place"},
         "IS_LOCATED_IN",
         'M',
         {"PostId"},
         'L',
         {"CountryId"}}}}}},
    {"dynamic",
     "Comment",
     'M',
     ":ID,id:int,creationDate:datetime,locationIP:string,browserUsed:string,content:string,"
     "length:int,:LABEL",
     {{"creationDate"}, {"locationIP"}, {"browserUsed"}, {"content"}, {"length"}},
     LdbcLabel::Message,
     {{"HAS_CREATOR",
       'P',
       {{"CreatorPersonId", "creator"}},
       false,
       {{{"Comment_hasCreator_Person"}, "HAS_CREATOR", 'M', {"CommentId"}, 'P', {"PersonId"}}}},
      {"IS_LOCATED_IN",
       'L',
       {{"LocationCountryId", "place"}},
       false,
       {{{"Comment_isLocatedIn_Country", "Comment_isLocatedIn_Place"},
         "IS_LOCATED_IN",
         'M',
         {"CommentId"},
         'L',
         {"CountryId"}}}},
      {"REPLY_OF",
       'M',
       {{"ParentPostId", "replyOfPost"}, {"ParentCommentId", "replyOfComment"}},
       false,
       {{{"Comment_replyOf_Post"}, "REPLY_OF", 'M', {"CommentId"}, 'M', {"PostId"}},
        {{"Comment_replyOf_Comment"}, "REPLY_OF", 'M', {"Comment1Id"}, 'M', {"Comment2Id"}}}}}},
    {"dynamic",
     "Forum",
     'F',
     ":ID,id:int,creationDate:datetime,title:string",
     {{"creationDate"}, {"title"}},
     LdbcLabel::None,
     {{"HAS_MODERATOR",
       'P',
       {{"ModeratorPersonId", "moderator"}},
       false,
       {{{"Forum_hasModerator_Person"}, "HAS_MODERATOR", 'F', {"ForumId"}, 'P', {"PersonId"}}}}}},
    {"static",
     "Place",
     'L',
     ":ID,id:int,name:string,url:string,:LABEL",
     {{"name"}, {"url"}},
     LdbcLabel::TypeColumn,
     {{"IS_PART_OF",
       'L',
       {{"PartOfPlaceId", "isPartOf"}},
       false,
       {{{"Place_isPartOf_Place"}, "IS_PART_OF", 'L', {"Place1Id"}, 'L', {"Place2Id"}}}}}},
    {"static",
     "Organisation",
     'O',
     ":ID,id:int,name:string,url:string,:LABEL",
     {{"name"}, {"url"}},
     LdbcLabel::TypeColumn,
     {{"IS_PART_OF",
       'L',
       {{"LocationPlaceId", "place"}},
       false,
       {{{"Organisation_isLocatedIn_Place"},
         "IS_PART_OF",
         'O',
         {"OrganisationId"},
         'L',
         {"PlaceId"}}}}}},
    {"static",
     "Tag",
     'T',
     ":ID,id:int,name:string,url:string",
     {{"name"}, {"url"}},
     LdbcLabel::None,
     {{"HAS_TYPE",
       'C',
       {{"TypeTagClassId", "hasType"}},
       false,
       {{{"Tag_hasType_TagClass"}, "HAS_TYPE", 'T', {"TagId"}, 'C', {"TagClassId"}}}}}},
    {"static",
     "TagClass",
     'C',
     ":ID,id:int,name:string,url:string",
     {{"name"}, {"url"}},
     LdbcLabel::None,
     {{"IS_SUBCLASS_OF",
       'C',
       {{"SubclassOfTagClassId", "isSubclassOf"}},
       false,
       {{{"TagClass_isSubclassOf_TagClass"},
         "IS_SUBCLASS_OF",
         'C',
         {"TagClass1Id"},
         'C',
         {"TagClass2Id"}}}}}},
};

const std::vector<LdbcEdgeEntity> kEdgeEntities = {
    {{"Person_knows_Person"}, "KNOWS", 'P', {"Person1Id"}, 'P', {"Person2Id"}, {"creationDate"}},
    {{"Person_hasInterest_Tag"}, "HAS_INTEREST", 'P', {"PersonId"}, 'T', {"TagId"}},
    {{"Person_likes_Post"}, "LIKES", 'P', {"PersonId"}, 'M', {"PostId"}, {"creationDate"}},
    {{"Person_likes_Comment"}, "LIKES", 'P', {"PersonId"}, 'M', {"CommentId"}, {"creationDate"}},
    {{"Person_studyAt_University", "Person_studyAt_Organisation"},
     "STUDY_AT",
     'P',
     {"PersonId"},
     'O',
     {"UniversityId"},
     {"classYear"}},
    {{"Person_workAt_Company", "Person_workAt_Organisation"},
     "WORK_AT",
     'P',
     {"PersonId"},
     'O',
     {"CompanyId"},
     {"workFrom"}},
    {{"Forum_hasMember_Person"},
     "HAS_MEMBER",
     'F',
     {"ForumId"},
     'P',
     {"PersonId"},
     {"creationDate", "joinDate"}},
    {{"Post_hasTag_Tag"}, "HAS_TAG", 'M', {"PostId"}, 'T', {"TagId"}},
    {{"Comment_hasTag_Tag"}, "HAS_TAG", 'M', {"CommentId"}, 'T', {"TagId"}},
    {{"Forum_hasTag_Tag"}, "HAS_TAG", 'F', {"ForumId"}, 'T', {"TagId"}},
};

PropertyType type_of(std::string_view text) {
  if (text == "int") return PropertyType::Int64;
  if (text == "datetime") return PropertyType::Datetime;
  return text == "date" ? PropertyType::Date : PropertyType::String;
}

/// The properties of a header such as ":ID,id:int,:LABEL".
std::vector<Property> properties_of(std::string_view header) {
  std::vector<Property> out;
  while (!header.empty()) {
    const std::string_view cell = header.substr(0, header.find(','));
    header.remove_prefix(std::min(cell.size() + 1, header.size()));
    const std::size_t colon = cell.find(':');
    if (colon == 0) continue;
    out.push_back({std::string(cell.substr(0, colon)), type_of(cell.substr(colon + 1))});
  }
  return out;
}

}  // namespace

const std::vector<LdbcNodeEntity>& ldbc_node_entities() { return kNodeEntities; }
const std::vector<LdbcEdgeEntity>& ldbc_edge_entities() { return kEdgeEntities; }

std::vector<NodeTable> ldbc_node_tables() {
  std::vector<NodeTable> out;
  for (const LdbcNodeEntity& entity : kNodeEntities) {
    NodeTable table;
    table.label = entity.entity;
    table.labels = {table.label};
    if (entity.label == LdbcLabel::Message) table.labels.emplace_back("Message");
    if (table.label == "Place") table.labels = {"Place", "City", "Country", "Continent"};
    if (table.label == "Organisation") table.labels = {"Organisation", "Company", "University"};
    table.id_column = "";
    table.properties = properties_of(entity.header);
    out.push_back(std::move(table));
  }
  return out;
}

std::vector<LdbcTable> ldbc_rel_tables() {
  const auto table = [](const char* type, const char* start, const char* end,
                        const std::string& property = {}) {
    LdbcTable out{":START_ID,:END_ID", {type, start, end, properties_of(property), {}}};
    if (!property.empty()) out.header += "," + property;
    return out;
  };
  return {table("KNOWS", "Person", "Person", "creationDate:datetime"),
          table("HAS_INTEREST", "Person", "Tag"),
          table("LIKES", "Person", "Message", "creationDate:datetime"),
          table("STUDY_AT", "Person", "Organisation", "classYear:int"),
          table("WORK_AT", "Person", "Organisation", "workFrom:int"),
          table("HAS_MEMBER", "Forum", "Person", "joinDate:datetime"),
          table("HAS_MODERATOR", "Forum", "Person"),
          table("HAS_TAG", "", "Tag"),
          table("HAS_CREATOR", "Message", "Person"),
          table("CONTAINER_OF", "Forum", "Post"),
          table("REPLY_OF", "Comment", "Message"),
          table("IS_LOCATED_IN", "", "Place"),
          table("IS_PART_OF", "", "Place"),
          table("HAS_TYPE", "Tag", "TagClass"),
          table("IS_SUBCLASS_OF", "TagClass", "TagClass")};
}

}  // namespace gb
