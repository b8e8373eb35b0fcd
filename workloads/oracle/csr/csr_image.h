#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace gb {

/// The beginning of a Csr's memory. Behind it, without gaps: ids, out_starts, in_starts, out_heads,
/// in_tails.
struct CsrHeader {
  static constexpr std::array<char, 8> kMagic = {'g', 'b', ' ', 'c', 's', 'r', '\n', '\0'};
  static constexpr std::uint32_t kVersion = 1;
  static constexpr std::uint32_t kByteOrder =
      0x01020304;  // read otherwise by a machine of the other kind

  std::array<char, 8> magic = kMagic;
  std::uint32_t version = kVersion;
  std::uint32_t byte_order = kByteOrder;
  std::array<char, 80> dataset_checksum{};  // zeros behind it
  std::uint64_t nodes = 0;
  std::uint64_t edges = 0;
  std::uint64_t content = 0;  // content_hash of all behind the header
  std::uint64_t unused = 0;
};
static_assert(sizeof(CsrHeader) == 128);

/// The arrays of an image, over memory that is of the caller's. Words: uint64, const or not.
template <class Words>
struct CsrArrays {
  CsrArrays(Words* body, std::uint64_t nodes, std::uint64_t edges)
      : ids(body, nodes),
        out_starts(body + nodes, nodes + 1),
        in_starts(body + 2 * nodes + 1, nodes + 1),
        neighbours(body + 3 * nodes + 2, edges) {}

  /// 64-bit words that nodes and edges take.
  static std::uint64_t words(std::uint64_t nodes, std::uint64_t edges) {
    return 3 * nodes + 2 + edges;
  }

  std::span<Words> ids;  // as unsigned
  std::span<Words> out_starts;
  std::span<Words> in_starts;
  std::span<Words> neighbours;  // out_heads, then in_tails, two in a word
};

/// Tells damaged from whole: any changed byte changes it, and a deliberate forgery is not its
/// concern. The same for any number of threads.
std::uint64_t content_hash(std::span<const std::uint64_t> words, unsigned threads);

}  // namespace gb
