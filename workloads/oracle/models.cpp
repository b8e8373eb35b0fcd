#include "workloads/oracle/models.h"

namespace gb {

Result<const GraphModel*> Models::graph() const {
  if (!graph_) {
    Result<GraphModel> read = GraphModel::read(*dataset_);
    if (!read) return tl::unexpected(read.error());
    graph_ = std::move(*read);
  }
  return &*graph_;
}

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
