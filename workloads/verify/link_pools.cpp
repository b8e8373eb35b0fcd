#include "workloads/verify/link_pools.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace gb {
namespace {

using Link = LinkModel::Link;

constexpr std::size_t kHot = 8;
constexpr std::int64_t kNoSuchType = 96;  // the generator draws 1 to 10, our own writes 97 to 99
constexpr std::int64_t kLargestType = 10;

/// Objects by what they have to offer.
struct Ranks {
  std::vector<std::int64_t> hot;  // most links first, smaller id at ties
  std::vector<std::int64_t> linked;
  std::vector<std::int64_t> alone;
};

void shuffle(std::vector<std::int64_t>& ids, SplitMix64& random) {
  for (std::size_t i = 0; i + 1 < ids.size(); ++i) {
    std::swap(ids[i], ids[i + random.below(ids.size() - i)]);
  }
}

/// Hot ones by rank, the others shuffled.
Ranks rank(const LinkModel& model, SplitMix64& random) {
  Ranks ranks;
  std::vector<std::pair<std::size_t, std::int64_t>> by_links;
  for (const LinkModel::Object& object : model.objects()) {
    by_links.emplace_back(model.links(object.id).size(), object.id);
  }
  std::sort(by_links.begin(), by_links.end(), [](const auto& a, const auto& b) {
    return std::tie(b.first, a.second) < std::tie(a.first, b.second);
  });
  for (const auto& [links, id] : by_links) {
    if (links == 0) {
      ranks.alone.push_back(id);
    } else if (ranks.hot.size() < kHot) {
      ranks.hot.push_back(id);
    } else {
      ranks.linked.push_back(id);
    }
  }
  shuffle(ranks.linked, random);
  shuffle(ranks.alone, random);
  return ranks;
}

std::int64_t hot_type(std::span<const Link> links) {
  std::map<std::int64_t, std::size_t> count;
  for (const Link& link : links) ++count[link.ltype];
  const auto hottest = std::max_element(
      count.begin(), count.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return hottest->first;
}

const Link& any(std::span<const Link> links, SplitMix64& random) {
  return links[random.below(links.size())];
}

Stratum of_ids(const std::vector<std::int64_t>& ids, const char* name) {
  Stratum stratum;
  for (const std::int64_t id : ids) {
    if (stratum.size() < kPoolSize) stratum.push_back({{id}, name});
  }
  return stratum;
}

std::vector<Stratum> node_strata(const LinkModel& model, SplitMix64 random) {
  const Ranks ranks = rank(model, random);
  return {of_ids(ranks.hot, "hot"), of_ids(ranks.linked, "linked"), of_ids(ranks.alone, "alone")};
}

/// Hot objects, then the others, as many as a pool may hold.
std::vector<std::int64_t> sources(const Ranks& ranks) {
  std::vector<std::int64_t> ids = ranks.hot;
  ids.insert(ids.end(), ranks.linked.begin(), ranks.linked.end());
  if (ids.size() > kPoolSize) ids.resize(kPoolSize);
  return ids;
}

std::vector<Stratum> links_strata(const LinkModel& model, SplitMix64 random) {
  const Ranks ranks = rank(model, random);
  std::array<Stratum, 3> strata;
  for (const std::int64_t id : ranks.hot) {
    strata[0].push_back({{id, hot_type(model.links(id))}, "hot"});
  }
  for (const std::int64_t id : ranks.linked) {
    if (strata[1].size() == kPoolSize) break;
    strata[1].push_back({{id, any(model.links(id), random).ltype}, "linked"});
  }
  for (const std::int64_t id : sources(ranks)) {
    const auto type = static_cast<std::int64_t>(1 + random.below(kLargestType));
    if (model.links(id, type).empty()) strata[2].push_back({{id, type}, "none"});
  }
  return {strata.begin(), strata.end()};
}

std::vector<Stratum> link_strata(const LinkModel& model, SplitMix64 random) {
  const Ranks ranks = rank(model, random);
  std::array<Stratum, 4> strata;
  for (const std::int64_t id : ranks.hot) {
    const Link& newest = model.links(id, hot_type(model.links(id))).front();
    strata[0].push_back({{id, newest.ltype, newest.dst}, "hot"});
  }
  for (const std::int64_t id : ranks.linked) {
    if (strata[1].size() == kPoolSize) break;
    const Link& link = any(model.links(id), random);
    strata[1].push_back({{id, link.ltype, link.dst}, "linked"});
  }
  const auto objects = model.objects().size();
  for (const std::int64_t id : sources(ranks)) {
    const Link& link = any(model.links(id), random);
    strata[2].push_back({{id, kNoSuchType, link.dst}, "other-type"});
    const std::int64_t other = model.objects()[random.below(objects)].id;
    const auto links = model.links(id, link.ltype);
    const bool leads_there = std::any_of(links.begin(), links.end(),
                                         [&](const Link& each) { return each.dst == other; });
    if (!leads_there) strata[3].push_back({{id, link.ltype, other}, "other-end"});
  }
  return {strata.begin(), strata.end()};
}

template <std::vector<Stratum> (*kStrata)(const LinkModel&, SplitMix64)>
Result<std::vector<Stratum>> on_links(const Models& models, SplitMix64 random) {
  const Result<const LinkModel*> links = models.links();
  if (!links) return tl::unexpected(links.error());
  return kStrata(**links, random);
}

}  // namespace

std::span<const PoolRule> link_pool_rules() {
  static const std::array<PoolRule, 3> kRules = {
      {{"lb-node", {"id"}, on_links<node_strata>},
       {"lb-links", {"src", "ltype"}, on_links<links_strata>},
       {"lb-link", {"src", "ltype", "dst"}, on_links<link_strata>}}};
  return kRules;
}

}  // namespace gb
