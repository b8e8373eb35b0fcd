#pragma once

#include <string>

#include "agent/platform/system.h"
#include "core/document/result_document.h"

namespace gb {

/// How busy the host is. Each moment's shares cover the time since the moment or `restart` before.
class LoadMeter {
 public:
  LoadMeter() { restart(); }

  /// Shares of the next moment count from here.
  void restart() { since_ = cpu_times(); }

  /// when: "before", "during", "after", or anything the caller needs.
  HostMoment moment(std::string when);

 private:
  CpuTimes since_;
};

/// Shares between two readings of the processors' times; -1 each when no time passed or one reading
/// is missing.
HostMoment shares_between(const CpuTimes& earlier, const CpuTimes& later);

}  // namespace gb
