#include "workloads/oracle/social/social_tables.h"

#include <string_view>

#include "workloads/oracle/table_records.h"

namespace gb {
namespace {

Result<void> read_edges(const Dataset& dataset, std::string_view type, bool dated,
                        std::vector<SocialTables::Edge>& edges) {
  std::vector<std::string_view> names = {"START_ID", "END_ID"};
  if (dated) names.emplace_back("creationDate");
  return for_each_edge(dataset, type, names,
                       [&](const CsvReader& reader, const std::vector<std::size_t>& at) {
                         SocialTables::Edge& edge = edges.emplace_back();
                         Result<void> read = read_into(edge.src, reader, at[0]);
                         if (read) read = read_into(edge.dst, reader, at[1]);
                         if (read && dated) read = read_into(edge.creation_date, reader, at[2]);
                         return read;
                       });
}

Result<void> read_persons(const Dataset& dataset, std::vector<SocialTables::Person>& persons) {
  return for_each_node(dataset, "Person",
                       {"ID", "firstName", "lastName", "birthday", "creationDate"},
                       [&](const CsvReader& reader, const std::vector<std::size_t>& at) {
                         SocialTables::Person& person = persons.emplace_back();
                         person.first_name = reader.field(at[1]);
                         person.last_name = reader.field(at[2]);
                         Result<void> read = read_into(person.id, reader, at[0]);
                         if (read) read = read_into(person.birthday, reader, at[3]);
                         if (read) read = read_into(person.creation_date, reader, at[4]);
                         return read;
                       });
}

Result<void> read_posts(const Dataset& dataset, std::vector<SocialTables::Post>& posts) {
  return for_each_node(dataset, "Post", {"ID", "content", "creationDate"},
                       [&](const CsvReader& reader, const std::vector<std::size_t>& at) {
                         SocialTables::Post& post = posts.emplace_back();
                         post.content = reader.field(at[1]);
                         Result<void> read = read_into(post.id, reader, at[0]);
                         if (read) read = read_into(post.creation_date, reader, at[2]);
                         return read;
                       });
}

Result<void> read_forums(const Dataset& dataset, std::vector<SocialTables::Forum>& forums) {
  return for_each_node(dataset, "Forum", {"ID", "title"},
                       [&](const CsvReader& reader, const std::vector<std::size_t>& at) {
                         SocialTables::Forum& forum = forums.emplace_back();
                         forum.title = reader.field(at[1]);
                         return read_into(forum.id, reader, at[0]);
                       });
}

}  // namespace

Result<SocialTables> read_social_tables(const Dataset& dataset) {
  SocialTables tables;
  Result<void> read = read_persons(dataset, tables.persons);
  if (read) read = read_posts(dataset, tables.posts);
  if (read) read = read_forums(dataset, tables.forums);
  if (read) read = read_edges(dataset, "KNOWS", true, tables.knows);
  if (read) read = read_edges(dataset, "HAS_CREATOR", false, tables.has_creator);
  if (read) read = read_edges(dataset, "LIKES", true, tables.likes);
  if (read) read = read_edges(dataset, "HAS_MEMBER", false, tables.has_member);
  if (read) read = read_edges(dataset, "CONTAINER_OF", false, tables.container_of);
  if (!read) return tl::unexpected(read.error());
  return tables;
}

}  // namespace gb
