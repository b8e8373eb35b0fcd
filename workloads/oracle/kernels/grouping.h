#pragma once

#include <cstdint>
#include <vector>

#include "workloads/oracle/graph_model.h"
#include "workloads/oracle/kernels/team.h"

namespace gb {

/// For each node the smallest id among all that edges join it to, ignoring direction. By Afforest
/// (Sutton, Ben-Nun, Barak 2018): two edges of every node find most of the largest component, whose
/// other edges need no look.
std::vector<std::int64_t> components(const GraphModel& graph, Team& team);

/// Community detection by label propagation, in synchronous rounds (workloads §15.1): labels begin
/// as ids; then every node takes the label most frequent over the bag of both adjacencies, the
/// smallest on ties, where parallel edges count each and a loop twice. A node without edges keeps
/// its own.
std::vector<std::int64_t> communities(const GraphModel& graph, int rounds, Team& team);

}  // namespace gb
