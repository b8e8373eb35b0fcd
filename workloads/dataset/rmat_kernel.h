#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace gb {

/// Draws the edges of a recursive matrix, any of them at any time (datasets §9.5): edge e uses
/// draws e * scale to e * scale + scale - 1.
class RmatKernel {
 public:
  /// state: of the stream before edge 0. initiator: not negative.
  RmatKernel(std::uint64_t state, unsigned scale, const std::array<double, 4>& initiator);

  /// Edges first to first + count - 1 as source << scale | target.
  void draw(std::uint64_t first, std::size_t count, std::uint64_t* ids) const;

  /// One edge at a time, for processors without wide multiplication; `draw` chooses.
  void draw_narrow(std::uint64_t first, std::size_t count, std::uint64_t* ids) const;

 private:
  std::uint64_t state_;
  unsigned scale_;
  // One below the first draw of 53 bits at which the target's bit, the source's bit, and both, are
  // set.
  std::uint64_t below_target_;
  std::uint64_t below_source_;
  std::uint64_t below_both_;
};

}  // namespace gb
