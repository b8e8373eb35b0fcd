#pragma once

#include <span>

#include "workloads/verify/pool_rule.h"

namespace gb {

/// The pools of linkbench (workloads §7.4, with strata and random draws added). Requests go where
/// links are: an object is hot when it is among the eight with the most links; its hot type is its
/// most frequent one, the smallest at ties.
///
/// lb-node (id): hot; linked: other objects with links; alone: objects without.
/// lb-links (src, ltype): hot: a hot object and its hot type; linked: another object and one of its
///   types; none: an object and a type none of its links has.
/// lb-link (src, ltype, dst): hot: the newest link of a hot object's hot type; linked: a link of
///   another object; other-type: a link's ends with type 96, which no generator draws; other-end: a
///   link's source and type with an object they do not lead to.
std::span<const PoolRule> link_pool_rules();

}  // namespace gb
