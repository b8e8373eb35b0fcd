#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace gb {

/// A directed multigraph in compressed form, both ways: the heads of the edges that leave node v,
/// ascending, and the tails of those that reach it, likewise. Immutable; copies share the memory.
/// It is one piece, header and all, so that it is a file as it stands (csr_cache.h).
class Csr {
 public:
  using Index = std::uint32_t;
  struct Edge {
    Index src = 0;
    Index dst = 0;
  };

  /// ids: of the nodes, by index. parts: the edges, in any order and division; the result is the
  /// same for all, and for any number of threads. dataset_checksum: what the image will be known
  /// by, at most 80 bytes; may be empty. More than 2^32 - 2 nodes: ResourceExhausted. Throws
  /// std::bad_alloc.
  static Result<Csr> build(std::span<const std::int64_t> ids,
                           const std::vector<std::vector<Edge>>& parts,
                           std::string_view dataset_checksum, unsigned threads);

  /// From what `image` returned, at an address divisible by 8 and kept alive by `storage`. DataLoss
  /// when it is no image, of another version, of another dataset, or damaged; the message says
  /// which.
  static Result<Csr> of_image(std::string_view image, std::string_view dataset_checksum,
                              std::shared_ptr<const void> storage, unsigned threads);
  std::string_view image() const { return image_; }

  Index node_count() const { return static_cast<Index>(ids_.size()); }
  std::uint64_t edge_count() const { return out_heads_.size(); }
  std::span<const std::int64_t> ids() const { return ids_; }
  std::span<const Index> out(Index node) const {
    return {out_heads_.data() + out_starts_[node], out_heads_.data() + out_starts_[node + 1]};
  }
  std::span<const Index> in(Index node) const {
    return {in_tails_.data() + in_starts_[node], in_tails_.data() + in_starts_[node + 1]};
  }

 private:
  Csr() = default;

  std::shared_ptr<const void> storage_;
  std::string_view image_;
  std::span<const std::int64_t> ids_;
  std::span<const std::uint64_t> out_starts_, in_starts_;
  std::span<const Index> out_heads_, in_tails_;
};

}  // namespace gb
