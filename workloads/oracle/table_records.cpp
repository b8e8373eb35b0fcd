#include "workloads/oracle/table_records.h"

namespace gb {
namespace {

Result<std::size_t> column(const CsvReader& reader, std::string_view name,
                           const std::filesystem::path& file) {
  if (name == "ID" || name == "START_ID" || name == "END_ID") return reader.column_of(name);
  if (const auto found = reader.header().find_property(name)) return *found;
  return fail(ErrorCode::InvalidArgument,
              "{}:1: the workload asks for the property \"{}\", which is no column here",
              file.string(), name);
}

Result<void> for_each_record(const std::vector<std::filesystem::path>& files,
                             const std::vector<std::string_view>& names, const UseRecord& use) {
  for (const std::filesystem::path& file : files) {
    Result<CsvReader> reader = CsvReader::open(file);
    if (!reader) return tl::unexpected(reader.error());
    std::vector<std::size_t> at;
    for (const std::string_view name : names) {
      const Result<std::size_t> found = column(*reader, name, file);
      if (!found) return tl::unexpected(found.error());
      at.push_back(*found);
    }
    for (;;) {
      const Result<bool> more = reader->next();
      if (!more) return tl::unexpected(more.error());
      if (!*more) break;
      if (Result<void> used = use(*reader, at); !used) return used;
    }
  }
  return {};
}

tl::unexpected<Error> lacks(const Dataset& dataset, std::string_view what, std::string_view name) {
  return fail(ErrorCode::InvalidArgument,
              "the workload asks about {}, a {} the dataset {} does not have", name, what,
              dataset.name);
}

template <class T>
Result<void> assign(T& value, const Result<T>& read) {
  if (!read) return tl::unexpected(read.error());
  value = *read;
  return {};
}

}  // namespace

Result<void> for_each_node(const Dataset& dataset, std::string_view label,
                           const std::vector<std::string_view>& names, const UseRecord& use) {
  for (const NodeTable& table : dataset.nodes) {
    if (table.label == label) return for_each_record(table.files, names, use);
  }
  return lacks(dataset, "label", label);
}

Result<void> for_each_edge(const Dataset& dataset, std::string_view type,
                           const std::vector<std::string_view>& names, const UseRecord& use) {
  bool found = false;
  for (const RelTable& table : dataset.rels) {
    if (table.type != type) continue;
    found = true;
    if (Result<void> read = for_each_record(table.files, names, use); !read) return read;
  }
  if (!found) return lacks(dataset, "relationship type", type);
  return {};
}

Result<void> read_into(std::int64_t& value, const CsvReader& reader, std::size_t column) {
  return assign(value, reader.int64(column));
}

Result<void> read_into(double& value, const CsvReader& reader, std::size_t column) {
  return assign(value, reader.float64(column));
}

Result<void> read_into(bool& value, const CsvReader& reader, std::size_t column) {
  return assign(value, reader.boolean(column));
}

}  // namespace gb
