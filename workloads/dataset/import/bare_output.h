#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/error.h"
#include "workloads/dataset/import/import_job.h"

namespace gb {

enum class WeightType { None, Int64, Float64 };

/// The fields of one line of an edge list.
struct EdgeRow {
  std::int64_t start = 0;
  std::int64_t end = 0;
  std::int64_t integer_weight = 0;  // of WeightType::Int64
  double weight = 0;                // of WeightType::Float64
};

/// nodes/Node.csv and rels/EDGE.csv, as the generators of bare graphs have them, with the property
/// w for a weight.
class BareOutput {
 public:
  static Result<BareOutput> create(ImportJob& job, WeightType weights);

  Result<void> node(std::int64_t id);
  /// mirrored: the edge in the other direction as well, unless it is a loop.
  Result<void> edge(const EdgeRow& row, bool mirrored);

 private:
  BareOutput(OutputTable& nodes, OutputTable& edges, WeightType weights)
      : nodes_(&nodes), edges_(&edges), weights_(weights) {}

  OutputTable* nodes_;
  OutputTable* edges_;
  WeightType weights_;
};

/// Whether a file that holds each edge once is to become both directions.
bool mirrors(Mirroring mirroring, bool format_does);

/// The weight's text into the row; false when it is none: not a number, not finite, or an integer
/// beyond 64 bits. type: what the text needs at least, raised when this one needs more.
bool read_weight(std::string_view text, EdgeRow& row, WeightType& type);

/// The next field of a line whose fields stand between spaces, tabs, commas or semicolons, taken
/// off its front; empty at its end.
std::string_view take_field(std::string_view& line);

}  // namespace gb
