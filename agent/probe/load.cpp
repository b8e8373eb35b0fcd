#include "agent/probe/load.h"

#include <utility>

namespace gb {

HostMoment shares_between(const CpuTimes& earlier, const CpuTimes& later) {
  HostMoment moment;
  if (earlier.total == 0 || later.total <= earlier.total) return moment;
  const auto total = static_cast<double>(later.total - earlier.total);
  // Kernels have been seen to take back steal time, so a difference below zero reads as none.
  const auto share = [total](std::uint64_t from, std::uint64_t to) {
    return to <= from ? 0.0 : static_cast<double>(to - from) / total;
  };
  moment.busy_share = share(earlier.busy, later.busy);
  moment.steal_share = share(earlier.steal, later.steal);
  return moment;
}

HostMoment LoadMeter::moment(std::string when) {
  const CpuTimes times = cpu_times();
  HostMoment moment = shares_between(since_, times);
  since_ = times;
  const LoadAverages load = load_averages();
  moment.when = std::move(when);
  moment.load_1m = load.one;
  moment.load_5m = load.five;
  moment.load_15m = load.fifteen;
  return moment;
}

}  // namespace gb
