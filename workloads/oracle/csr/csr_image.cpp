#include "workloads/oracle/csr/csr_image.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "core/base/parallel.h"

namespace gb {
namespace {

constexpr std::size_t kBlockWords = std::size_t{1} << 17U;

std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
  return std::rotl(hash ^ word, 23) * 0x9E3779B97F4A7C15ULL;
}

/// Four chains side by side, for a multiplication takes several cycles; each step is one-to-one.
std::uint64_t block_hash(std::span<const std::uint64_t> words) {
  std::array<std::uint64_t, 4> lanes = {1, 2, 3, words.size()};
  std::size_t i = 0;
  for (; i + 4 <= words.size(); i += 4) {
    for (std::size_t lane = 0; lane < 4; ++lane) lanes[lane] = mixed(lanes[lane], words[i + lane]);
  }
  for (; i < words.size(); ++i) lanes[0] = mixed(lanes[0], words[i]);
  return mixed(mixed(mixed(lanes[0], lanes[1]), lanes[2]), lanes[3]);
}

}  // namespace

std::uint64_t content_hash(std::span<const std::uint64_t> words, unsigned threads) {
  std::vector<std::uint64_t> blocks((words.size() + kBlockWords - 1) / kBlockWords);
  for_each_index(threads, blocks.size(), [&](std::size_t i) {
    const std::size_t first = i * kBlockWords;
    blocks[i] = block_hash(words.subspan(first, std::min(kBlockWords, words.size() - first)));
  });
  return block_hash(blocks);
}

}  // namespace gb
