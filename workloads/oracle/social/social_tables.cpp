#include "workloads/oracle/social/social_tables.h"

#include <filesystem>
#include <initializer_list>
#include <string_view>

#include "core/data/csv_reader.h"

namespace gb {
namespace {

/// A column by its property's name or, structural, by its type: "ID", "START_ID", "END_ID".
Result<std::size_t> column(const CsvReader& reader, std::string_view name,
                           const std::filesystem::path& file) {
  const bool structural = name == "ID" || name == "START_ID" || name == "END_ID";
  if (structural) return reader.column_of(name);
  if (const auto found = reader.header().find_property(name)) return *found;
  return fail(ErrorCode::InvalidArgument,
              "{}:1: the social questions ask for the property \"{}\", which is no column here",
              file.string(), name);
}

/// Calls use(reader, columns) for every record of the files. What it returns is what was wrong.
template <class Use>
Result<void> read_files(const std::vector<std::filesystem::path>& files,
                        std::initializer_list<std::string_view> names, const Use& use) {
  for (const std::filesystem::path& file : files) {
    Result<CsvReader> reader = CsvReader::open(file);
    if (!reader) return tl::unexpected(reader.error());
    std::vector<std::size_t> columns;
    for (const std::string_view name : names) {
      const Result<std::size_t> found = column(*reader, name, file);
      if (!found) return tl::unexpected(found.error());
      columns.push_back(*found);
    }
    for (;;) {
      const Result<bool> more = reader->next();
      if (!more) return tl::unexpected(more.error());
      if (!*more) break;
      if (Result<void> used = use(*reader, columns); !used) return used;
    }
  }
  return {};
}

/// Reads the number into `value`.
Result<void> read_number(const CsvReader& reader, std::size_t column, std::int64_t& value) {
  const Result<std::int64_t> read = reader.int64(column);
  if (!read) return tl::unexpected(read.error());
  value = *read;
  return {};
}

Result<const NodeTable*> nodes_of(const Dataset& dataset, std::string_view label) {
  for (const NodeTable& table : dataset.nodes) {
    if (table.label == label) return &table;
  }
  return fail(ErrorCode::InvalidArgument,
              "the social questions ask about {}, a label the dataset {} does not have", label,
              dataset.name);
}

Result<void> read_edges(const Dataset& dataset, std::string_view type, bool dated,
                        std::vector<SocialTables::Edge>& edges) {
  const auto use = [&](const CsvReader& reader, const std::vector<std::size_t>& at) {
    SocialTables::Edge& edge = edges.emplace_back();
    Result<void> read = read_number(reader, at[0], edge.src);
    if (read) read = read_number(reader, at[1], edge.dst);
    if (read && dated) read = read_number(reader, at[2], edge.creation_date);
    return read;
  };
  bool found = false;
  for (const RelTable& table : dataset.rels) {
    if (table.type != type) continue;
    found = true;
    const Result<void> read =
        dated ? read_files(table.files, {"START_ID", "END_ID", "creationDate"}, use)
              : read_files(table.files, {"START_ID", "END_ID"}, use);
    if (!read) return read;
  }
  if (found) return {};
  return fail(ErrorCode::InvalidArgument,
              "the social questions ask about {}, a relationship type the dataset {} does not have",
              type, dataset.name);
}

Result<void> read_persons(const Dataset& dataset, std::vector<SocialTables::Person>& persons) {
  const Result<const NodeTable*> table = nodes_of(dataset, "Person");
  if (!table) return tl::unexpected(table.error());
  return read_files((*table)->files, {"ID", "firstName", "lastName", "birthday", "creationDate"},
                    [&](const CsvReader& reader, const std::vector<std::size_t>& at) {
                      SocialTables::Person& person = persons.emplace_back();
                      person.first_name = reader.field(at[1]);
                      person.last_name = reader.field(at[2]);
                      Result<void> read = read_number(reader, at[0], person.id);
                      if (read) read = read_number(reader, at[3], person.birthday);
                      if (read) read = read_number(reader, at[4], person.creation_date);
                      return read;
                    });
}

Result<void> read_posts(const Dataset& dataset, std::vector<SocialTables::Post>& posts) {
  const Result<const NodeTable*> table = nodes_of(dataset, "Post");
  if (!table) return tl::unexpected(table.error());
  return read_files((*table)->files, {"ID", "content", "creationDate"},
                    [&](const CsvReader& reader, const std::vector<std::size_t>& at) {
                      SocialTables::Post& post = posts.emplace_back();
                      post.content = reader.field(at[1]);
                      Result<void> read = read_number(reader, at[0], post.id);
                      if (read) read = read_number(reader, at[2], post.creation_date);
                      return read;
                    });
}

Result<void> read_forums(const Dataset& dataset, std::vector<SocialTables::Forum>& forums) {
  const Result<const NodeTable*> table = nodes_of(dataset, "Forum");
  if (!table) return tl::unexpected(table.error());
  return read_files((*table)->files, {"ID", "title"},
                    [&](const CsvReader& reader, const std::vector<std::size_t>& at) {
                      SocialTables::Forum& forum = forums.emplace_back();
                      forum.title = reader.field(at[1]);
                      return read_number(reader, at[0], forum.id);
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
