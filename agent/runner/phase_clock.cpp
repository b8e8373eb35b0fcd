#include "agent/runner/phase_clock.h"

#include "agent/pipe/pipe.h"

namespace gb {

void PhaseClock::enter(graphbench::v1::RunPhase phase, std::uint32_t query_count) {
  ended_ = spent();
  phase_ = phase;
  since_ = now();
  graphbench::v1::RunnerEvent event;
  event.mutable_phase()->set_phase(phase);
  event.mutable_phase()->set_query_count(query_count);
  events_.tell(event);
}

std::map<std::string, std::int64_t> PhaseClock::spent() const {
  auto all = ended_;
  if (phase_ != graphbench::v1::RUN_PHASE_UNSPECIFIED) {
    all[std::string(word_of(phase_))] += std::chrono::duration_cast<Nanos>(now() - since_).count();
  }
  return all;
}

}  // namespace gb
