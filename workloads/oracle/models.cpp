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

}  // namespace gb
