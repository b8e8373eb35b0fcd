#include "workloads/oracle/models.h"

namespace gb {
namespace {

/// Reads a model when it is first asked for.
template <class Model>
Result<const Model*> kept(const std::optional<Dataset>& dataset, std::optional<Model>& model) {
  if (!model) {
    if (!dataset) {
      return fail(ErrorCode::Internal, "this graph was made in memory, for other questions");
    }
    Result<Model> read = Model::read(*dataset);
    if (!read) return tl::unexpected(read.error());
    model = std::move(*read);
  }
  return &*model;
}

}  // namespace

Result<const GraphModel*> Models::graph() const { return kept(dataset_, graph_); }
Result<const LinkModel*> Models::links() const { return kept(dataset_, links_); }
Result<const SocialModel*> Models::social() const { return kept(dataset_, social_); }
Result<const FinanceModel*> Models::finance() const { return kept(dataset_, finance_); }

Result<const EdgeWeights*> Models::weights() const {
  if (!weights_) {
    const Result<const GraphModel*> graph = this->graph();
    if (!graph) return tl::unexpected(graph.error());
    Result<EdgeWeights> read =
        dataset_ ? EdgeWeights::read(*dataset_, **graph) : EdgeWeights::ones(**graph);
    if (!read) return tl::unexpected(read.error());
    weights_ = std::move(*read);
  }
  return &*weights_;
}

}  // namespace gb
