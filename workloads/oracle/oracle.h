#pragma once

#include <string_view>

#include "core/base/error.h"
#include "core/data/row_set.h"
#include "core/data/statement.h"
#include "workloads/catalogue/catalogue.h"
#include "workloads/oracle/graph_model.h"

namespace gb {

/// Computes right answers from the canonical CSV by straight-line code of ours, never by an engine.
/// Any thread; the graph outlives it.
class Oracle {
 public:
  explicit Oracle(const GraphModel& graph) : graph_(graph) {}

  /// Whether there is an oracle of that name (`Query::oracle`).
  static bool knows(std::string_view oracle);

  /// The answer to `query` for `params`, columns named as `query.columns`. Internal for a query no
  /// oracle knows, or a parameter that cannot be asked (micro-point-miss of an id that exists).
  Result<Answer> answer(const Query& query, const Params& params) const;

 private:
  const GraphModel& graph_;
};

}  // namespace gb
