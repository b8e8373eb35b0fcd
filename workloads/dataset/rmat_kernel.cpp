#include "workloads/dataset/rmat_kernel.h"

#include <cmath>
#include <cstring>

#include "workloads/dataset/weight_draws.h"

namespace gb {
namespace {

/// A unit number is k * 2^-53 for an integer k, so `unit < limit` is `k < ceil(limit * 2^53)`;
/// scaling by a power of two is exact.
std::uint64_t one_below(double limit) {
  return static_cast<std::uint64_t>(std::ceil(limit * 0x1.0p53)) - 1;
}

struct Limits {
  std::uint64_t target;
  std::uint64_t source;
  std::uint64_t both;
};

/// The next bit of both ends. For any width of Word: no branch, no comparison, for `limit - k` has
/// its sign bit exactly when k is above. Of the limits, which ascend, an odd number is passed where
/// the target's bit is set.
template <class Word>
inline __attribute__((always_inline)) void draw_bit(Word& state, Word& source, Word& target,
                                                    const Limits& limits) {
  state += kStep;
  Word z = state;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  const Word k = (z ^ (z >> 31)) >> 11;
  const Word past_source = limits.source - k;
  const Word odd = (limits.target - k) ^ past_source ^ (limits.both - k);
  source = (source << 1) | (past_source >> 63);
  target = (target << 1) | (odd >> 63);
}

#if defined(__x86_64__)
using Lanes = std::uint64_t __attribute__((vector_size(64)));
constexpr std::size_t kLanes = sizeof(Lanes) / sizeof(std::uint64_t);

/// count: a multiple of kLanes.
__attribute__((target("avx512f,avx512dq"))) void draw_wide(std::uint64_t state, std::size_t count,
                                                           unsigned scale, const Limits& limits,
                                                           std::uint64_t* ids) {
  const std::uint64_t step = kStep * scale;
  Lanes states = {state,
                  state + step,
                  state + 2 * step,
                  state + 3 * step,
                  state + 4 * step,
                  state + 5 * step,
                  state + 6 * step,
                  state + 7 * step};
  for (std::size_t i = 0; i < count; i += kLanes) {
    Lanes at = states;
    Lanes source = {};
    Lanes target = {};
    for (unsigned bit = 0; bit < scale; ++bit) draw_bit(at, source, target, limits);
    const Lanes packed = (source << scale) | target;
    std::memcpy(ids + i, &packed, sizeof(packed));
    states += kLanes * step;
  }
}

bool has_wide() {
  static const bool has = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq");
  return has;
}
#endif

}  // namespace

RmatKernel::RmatKernel(std::uint64_t state, unsigned scale, const std::array<double, 4>& initiator)
    : state_(state), scale_(scale) {
  const double t1 = initiator[0];
  const double t2 = t1 + initiator[1];
  const double t3 = t2 + initiator[2];
  below_target_ = one_below(t1);
  below_source_ = one_below(t2);
  below_both_ = one_below(t3);
}

void RmatKernel::draw_narrow(std::uint64_t first, std::size_t count, std::uint64_t* ids) const {
  const Limits limits{below_target_, below_source_, below_both_};
  std::uint64_t state = state_ + first * scale_ * kStep;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t source = 0;
    std::uint64_t target = 0;
    for (unsigned bit = 0; bit < scale_; ++bit) draw_bit(state, source, target, limits);
    ids[i] = source << scale_ | target;
  }
}

void RmatKernel::draw(std::uint64_t first, std::size_t count, std::uint64_t* ids) const {
  std::size_t done = 0;
#if defined(__x86_64__)
  if (has_wide()) {
    done = count - count % kLanes;
    draw_wide(state_ + first * scale_ * kStep, done, scale_,
              {below_target_, below_source_, below_both_}, ids);
  }
#endif
  draw_narrow(first + done, count - done, ids + done);
}

}  // namespace gb
