#include "workloads/oracle/link/link_rules.h"

#include <algorithm>

namespace gb {
namespace {

Result<OracleRows> get_node(const Asked& q) {
  const auto model = q.models.links();
  if (!model) return tl::unexpected(model.error());
  const LinkModel::Object* object = (*model)->find(q.integer("id"));
  if (object == nullptr) return OracleRows{};
  return OracleRows{{object->otype, object->version, object->time, object->payload}};
}

Result<OracleRows> get_link(const Asked& q) {
  const auto model = q.models.links();
  if (!model) return tl::unexpected(model.error());
  const auto links = (*model)->links(q.integer("src"), q.integer("ltype"));
  const auto found = std::count_if(links.begin(), links.end(), [&](const LinkModel::Link& link) {
    return link.dst == q.integer("dst");
  });
  return one_cell(static_cast<std::int64_t>(found));
}

Result<OracleRows> get_links(const Asked& q) {
  const auto model = q.models.links();
  if (!model) return tl::unexpected(model.error());
  OracleRows rows;
  for (const LinkModel::Link& link : (*model)->links(q.integer("src"), q.integer("ltype"))) {
    if (rows.size() == kLinkListLimit) break;
    rows.push_back({link.dst, link.time, link.payload});
  }
  return rows;
}

Result<OracleRows> count_link(const Asked& q) {
  const auto model = q.models.links();
  if (!model) return tl::unexpected(model.error());
  const auto links = (*model)->links(q.integer("src"), q.integer("ltype"));
  return one_cell(static_cast<std::int64_t>(links.size()));
}

}  // namespace

const OracleRules& link_rules() {
  static const OracleRules kRules = {
      {"lb-get-node", {{{"id"}}, 4, get_node}},
      {"lb-get-link", {{{"src"}, {"ltype"}, {"dst"}}, 1, get_link}},
      {"lb-get-links", {{{"src"}, {"ltype"}}, 3, get_links}},
      {"lb-count-link", {{{"src"}, {"ltype"}}, 1, count_link}},
  };
  return kRules;
}

}  // namespace gb
