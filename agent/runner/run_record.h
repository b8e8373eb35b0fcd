#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "adapters/target.h"
#include "agent/runner/measure.h"
#include "agent/runner/mix_schedule.h"
#include "agent/runner/timer_floor.h"
#include "core/base/clock.h"
#include "core/document/result_document.h"
#include "graphbench/v1/run.pb.h"
#include "workloads/verify/verify.h"

namespace gb {

/// Everything one run learned, as it learned it. `describe_run` makes a document of it.
struct RunRecord {
  graphbench::v1::RunRequest request;
  const Workload* workload = nullptr;
  Dataset dataset;
  BoundParameters parameters;

  TargetInfo target;  // as the live engine says
  LoadReport load;
  std::vector<QueryVerdict> verdicts;   // of every query, in the workload's order
  std::vector<MeasuredQuery> measured;  // of the approved ones
  std::set<std::string> emulated;       // queries whose text spells a kernel out
  MixSchedule mix;                      // of a mix: who took part, and how often
  std::uint32_t operations = 0;         // per query as measured; of a mix, in all
  bool warmed_up = false;
  WallTime started_at{}, finished_at{};  // around warm-up and measuring (measurement §1)

  Hardware hardware;
  std::map<std::string, std::string> host_facts;
  std::string host_fingerprint;
  std::vector<HostMoment> moments;
  SyncProbe sync_before, sync_after;
  TimerFloor timer_floor;
  ResourceFields resources;
  std::map<std::string, std::int64_t> phase_ns;
};

}  // namespace gb
