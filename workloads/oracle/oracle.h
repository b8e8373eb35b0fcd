#pragma once

#include <string_view>

#include "core/base/error.h"
#include "core/data/row_set.h"
#include "core/data/statement.h"
#include "workloads/catalogue/catalogue.h"
#include "workloads/oracle/models.h"

namespace gb {

/// Computes right answers from the canonical CSV by straight-line code of ours, never by an engine.
/// One thread at a time; the models outlive it.
class Oracle {
 public:
  explicit Oracle(const Models& models) : models_(models) {}

  /// Whether there is an oracle of that name (`Query::oracle`).
  static bool knows(std::string_view oracle);

  /// Whether the query's answers are known: it brings them along, or an oracle has its name.
  static bool answers(const Query& query);

  /// The answer to `query` for `params`, columns named as `query.columns`. Internal for a query no
  /// oracle knows, or a parameter that cannot be asked (micro-point-miss of an id that exists, a
  /// binding whose answer was not brought along).
  Result<Answer> answer(const Query& query, const Params& params) const;

 private:
  const Models& models_;
};

}  // namespace gb
