#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "core/data/decimal.h"
#include "workloads/dataset/block_pipeline.h"

namespace gb {

/// Formats the rows of a bare graph straight into a block: "0,Node", "0,1,EDGE", "0,1,EDGE,7". No
/// number is negative.
class EdgeRows {
 public:
  /// rows: at most as many as will be added.
  EdgeRows(RowBlock& block, std::size_t rows) : block_(block) {
    if (block_.room.size() < rows * kRoom) block_.room.resize(rows * kRoom);
    at_ = block_.room.data();
  }
  ~EdgeRows() { block_.size = static_cast<std::size_t>(at_ - block_.room.data()); }
  EdgeRows(const EdgeRows&) = delete;
  EdgeRows& operator=(const EdgeRows&) = delete;

  void node(std::int64_t id) {
    number(id);
    text(",Node\n");
    ++block_.rows;
  }
  void edge(std::int64_t source, std::int64_t target) {
    ends(source, target);
    text(",EDGE\n");
    ++block_.rows;
  }
  void edge(std::int64_t source, std::int64_t target, std::int64_t weight) {
    ends(source, target);
    text(",EDGE,");
    number(weight);
    *at_++ = '\n';
    ++block_.rows;
  }

 private:
  static constexpr std::size_t kRoom = 3 * kDecimalRoom + 8;

  void number(std::int64_t value) { at_ = put_decimal(at_, static_cast<std::uint64_t>(value)); }
  void ends(std::int64_t source, std::int64_t target) {
    number(source);
    *at_++ = ',';
    number(target);
  }
  void text(std::string_view letters) {
    std::memcpy(at_, letters.data(), letters.size());
    at_ += letters.size();
  }

  RowBlock& block_;
  char* at_;
};

/// Rows of one block: some 130 KB, which stay in a core's second-level cache.
inline constexpr std::int64_t kBlockRows = 8192;

}  // namespace gb
