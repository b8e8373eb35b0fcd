#pragma once

#include <cstdint>
#include <string>

#include "workloads/dataset/dataset_writer.h"

namespace gb {

/// The description shared by the generators of one label Node and one type EDGE: grid, er, uniform,
/// powerlaw, rmat, urand. `scale` makes the name, "<generator>-<scale>".
Dataset describe_bare_graph(const std::string& generator, const std::string& scale);

/// nodes/Node.csv with the ids 0 to count - 1.
Result<void> write_bare_nodes(DatasetWriter& out, std::int64_t count);

}  // namespace gb
