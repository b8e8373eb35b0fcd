#pragma once

#include <cstdint>

#include "core/base/error.h"
#include "workloads/oracle/models.h"
#include "workloads/oracle/oracle_rule.h"

namespace gb {

/// The oracles of whole-graph kernels (workloads §15.1), named like the kernels: bfs, sssp,
/// pagerank, wcc, cdlp, lcc, tc, bc. A row per node, the smallest id first; unreached nodes are
/// left out.
const OracleRules& kernel_rules();

/// What a traversal from that node has to look at: the edges that leave the nodes it reaches,
/// parallel ones each. TEPS is this by seconds. InvalidArgument when no node has the id.
Result<std::int64_t> edge_work(const Models& models, std::int64_t source);

}  // namespace gb
