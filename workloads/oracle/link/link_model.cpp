#include "workloads/oracle/link/link_model.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "workloads/oracle/table_records.h"

namespace gb {
namespace {

using Link = LinkModel::Link;

bool is_before(const Link& a, const Link& b) {
  return std::tie(a.src, a.ltype, b.time, a.payload, a.dst) <
         std::tie(b.src, b.ltype, a.time, b.payload, b.dst);
}

}  // namespace

LinkModel::LinkModel(std::vector<Object> objects, std::vector<Link> links)
    : objects_(std::move(objects)), links_(std::move(links)) {
  for (std::size_t i = 0; i < objects_.size(); ++i) by_id_.emplace(objects_[i].id, i);
  std::sort(links_.begin(), links_.end(), is_before);
}

Result<LinkModel> LinkModel::read(const Dataset& dataset) {
  std::vector<Object> objects;
  Result<void> read =
      for_each_node(dataset, "Obj", {"ID", "otype", "version", "time", "payload"},
                    [&](const CsvReader& reader, const std::vector<std::size_t>& at) {
                      Object& object = objects.emplace_back();
                      object.payload = reader.field(at[4]);
                      Result<void> field = read_into(object.id, reader, at[0]);
                      if (field) field = read_into(object.otype, reader, at[1]);
                      if (field) field = read_into(object.version, reader, at[2]);
                      if (field) field = read_into(object.time, reader, at[3]);
                      return field;
                    });
  if (!read) return tl::unexpected(read.error());
  std::vector<Link> links;
  read = for_each_edge(dataset, "LINK", {"START_ID", "END_ID", "ltype", "time", "payload"},
                       [&](const CsvReader& reader, const std::vector<std::size_t>& at) {
                         Link& link = links.emplace_back();
                         link.payload = reader.field(at[4]);
                         Result<void> field = read_into(link.src, reader, at[0]);
                         if (field) field = read_into(link.dst, reader, at[1]);
                         if (field) field = read_into(link.ltype, reader, at[2]);
                         if (field) field = read_into(link.time, reader, at[3]);
                         return field;
                       });
  if (!read) return tl::unexpected(read.error());
  return LinkModel(std::move(objects), std::move(links));
}

const LinkModel::Object* LinkModel::find(std::int64_t id) const {
  const auto found = by_id_.find(id);
  return found == by_id_.end() ? nullptr : &objects_[found->second];
}

std::span<const Link> LinkModel::links(std::int64_t src, std::int64_t ltype) const {
  const std::span<const Link> all = links(src);
  const auto [begin, end] =
      std::equal_range(all.begin(), all.end(), Link{src, 0, ltype, 0, {}},
                       [](const Link& a, const Link& b) { return a.ltype < b.ltype; });
  return {begin, end};
}

std::span<const Link> LinkModel::links(std::int64_t src) const {
  const auto [begin, end] =
      std::equal_range(links_.begin(), links_.end(), Link{src, 0, 0, 0, {}},
                       [](const Link& a, const Link& b) { return a.src < b.src; });
  return {begin, end};
}

}  // namespace gb
