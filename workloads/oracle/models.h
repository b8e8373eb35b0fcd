#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "core/base/error.h"
#include "core/data/dataset.h"
#include "workloads/oracle/finance/finance_model.h"
#include "workloads/oracle/graph_model.h"
#include "workloads/oracle/kernels/edge_weights.h"
#include "workloads/oracle/link/link_model.h"
#include "workloads/oracle/social/social_model.h"

namespace gb {

/// What oracles and parameter rules know of a dataset: a model per family of workloads, each read
/// from the canonical CSV when it is first asked for and kept. One thread; a pointer given out
/// lives as long as this.
class Models {
 public:
  explicit Models(Dataset dataset) : dataset_(std::move(dataset)) {}
  /// A graph made in memory, for tests and for what has no files. Other models are refused.
  explicit Models(GraphModel graph) : graph_(std::move(graph)) {}
  explicit Models(LinkModel links) : links_(std::move(links)) {}
  explicit Models(FinanceModel finance) : finance_(std::move(finance)) {}
  Models(GraphModel graph, EdgeWeights weights)
      : graph_(std::move(graph)), weights_(std::move(weights)) {}
  explicit Models(SocialModel social) : social_(std::move(social)) {}

  /// Labels and types merged (workloads §6). Errors as GraphModel::read.
  Result<const GraphModel*> graph() const;
  /// Objects and links of linkbench. Errors as LinkModel::read.
  Result<const LinkModel*> links() const;
  /// Accounts and transfers of fb-read and fb-write. Errors as FinanceModel::read.
  Result<const FinanceModel*> finance() const;
  /// Of that graph's edges; 1 each where there are none. Errors as EdgeWeights::read.
  Result<const EdgeWeights*> weights() const;
  /// The social schema of lsqb and snb. Errors as SocialModel::read.
  Result<const SocialModel*> social() const;

 private:
  std::optional<Dataset> dataset_;
  mutable std::optional<GraphModel> graph_;
  mutable std::optional<LinkModel> links_;
  mutable std::optional<FinanceModel> finance_;
  mutable std::optional<EdgeWeights> weights_;
  mutable std::optional<SocialModel> social_;
};

}  // namespace gb
