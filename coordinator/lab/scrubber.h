#pragma once

#include <cstdint>

#include "coordinator/scheduler/scheduler.h"
#include "coordinator/store/store.h"

namespace gb {

/// Rereads what the store holds, a little at a time, so that damage on the disk is found within a
/// day and not when someone asks for the result. Each damage is an error in the log, naming commit
/// and run, and counted. Of the lab's thread.
class Scrubber {
 public:
  struct Pace {
    Nanos first = std::chrono::seconds(10);  // after the start
    Nanos every = std::chrono::hours(24);
  };
  Scrubber(Store& store, Pace pace) : store_(store), every_(pace.every), due_(pace.first) {}

  /// At the start: the commits that a crash or a torn log concerns most.
  void check_tail();

  /// A slice of milliseconds when one is due; says when to come again. idle: nothing is being
  /// measured anywhere, also not on this machine. A lab that is never idle is scrubbed all the same
  /// once a pass is late by as much as passes lie apart.
  LabTime step(LabTime now, bool idle);

  std::uint64_t damaged() const { return damaged_; }  // found by the last whole pass, or so far
  std::uint64_t passes() const { return passes_; }

 private:
  /// Up to `links` commits; false when the store could not be read.
  bool check(ScrubMark& mark, std::uint32_t links, std::uint64_t& damaged);

  Store& store_;
  Nanos every_;
  LabTime due_;           // of the pass
  LabTime next_slice_{};  // within it
  ScrubMark mark_;
  std::uint64_t found_ = 0;  // by the pass under way
  std::uint64_t damaged_ = 0;
  std::uint64_t passes_ = 0;
};

}  // namespace gb
