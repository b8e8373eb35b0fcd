#include "agent/run_progress.h"

namespace gb {
namespace v1 = graphbench::v1;

bool advance(v1::RunProgress& progress, const v1::RunnerEvent& event) {
  switch (event.event_case()) {
    case v1::RunnerEvent::kPhase:
      progress.set_phase(event.phase().phase());
      if (event.phase().query_count() > 0) progress.set_query_count(event.phase().query_count());
      progress.set_queries_done(0);
      progress.clear_dataset_bytes_done();
      progress.clear_dataset_bytes_total();
      progress.clear_query_id();
      progress.clear_p50_nanos();
      progress.clear_p99_nanos();
      return true;
    case v1::RunnerEvent::kBlockBegan:
      progress.set_query_id(event.block_began().query_id());
      progress.set_queries_done(event.block_began().index());
      progress.clear_p50_nanos();
      progress.clear_p99_nanos();
      return true;
    case v1::RunnerEvent::kBlockEnded:
      progress.set_query_id(event.block_ended().query_id());
      progress.set_queries_done(event.block_ended().index() + 1);
      progress.set_p50_nanos(event.block_ended().p50_nanos());
      progress.set_p99_nanos(event.block_ended().p99_nanos());
      return true;
    case v1::RunnerEvent::kVerdict:
      progress.set_query_id(event.verdict().query_id());
      progress.set_queries_done(progress.queries_done() + 1);
      return true;
    default:
      return false;
  }
}

}  // namespace gb
