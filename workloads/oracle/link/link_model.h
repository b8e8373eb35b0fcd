#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/data/dataset.h"

namespace gb {

/// Objects and the typed links between them (workloads §13), by id.
class LinkModel {
 public:
  struct Object {
    std::int64_t id = 0;
    std::int64_t otype = 0;
    std::int64_t version = 0;
    std::int64_t time = 0;
    std::string payload;
  };
  struct Link {
    std::int64_t src = 0;
    std::int64_t dst = 0;
    std::int64_t ltype = 0;
    std::int64_t time = 0;
    std::string payload;
  };

  /// From the canonical CSV: label Obj, type LINK. InvalidArgument naming what is missing or wrong.
  static Result<LinkModel> read(const Dataset& dataset);
  LinkModel(std::vector<Object> objects, std::vector<Link> links);

  const Object* find(std::int64_t id) const;  // null when there is none
  /// In file order.
  const std::vector<Object>& objects() const { return objects_; }
  /// The links of that type leaving src, newest first, by payload at equal times.
  std::span<const Link> links(std::int64_t src, std::int64_t ltype) const;
  /// All links leaving src, grouped by type, each group in the order above.
  std::span<const Link> links(std::int64_t src) const;

 private:
  std::vector<Object> objects_;
  std::map<std::int64_t, std::size_t> by_id_;
  std::vector<Link> links_;  // by (src, ltype, time descending, payload)
};

}  // namespace gb
