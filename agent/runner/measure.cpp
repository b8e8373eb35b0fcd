#include "agent/runner/measure.h"

#include <utility>

#include "agent/runner/block_of.h"
#include "core/stats/percentile.h"

namespace gb {
namespace {

namespace v1 = graphbench::v1;

MeasuredQuery measure_one(const VerifiedPlan& plan, const Question& question,
                          Conversation& conversation, const MeasureSettings& settings) {
  const auto block = Block::of(plan, question, conversation, settings);
  if (!block) return refused(*question.query, block.error());
  return (*block)->condensed(run_block(conversation.session(), (*block)->plan(),
                                       conversation.watchdog(), conversation.rows(),
                                       std::stop_token{}));
}

}  // namespace

void tell_block_began(RunEvents& events, const Query& query, std::uint32_t index) {
  v1::RunnerEvent begins;
  begins.mutable_block_began()->set_query_id(query.id);
  begins.mutable_block_began()->set_index(index);
  events.tell(begins);
}

void tell_block_ended(RunEvents& events, const MeasuredQuery& measured, std::uint32_t index) {
  v1::RunnerEvent ends;
  v1::BlockEnded& block = *ends.mutable_block_ended();
  block.set_query_id(measured.query->id);
  block.set_index(index);
  block.set_count(measured.ascending.size() + measured.errors);
  block.set_errors(measured.errors);
  block.set_p50_nanos(static_cast<std::uint64_t>(percentile(measured.ascending, kP50).count()));
  block.set_p99_nanos(static_cast<std::uint64_t>(percentile(measured.ascending, kP99).count()));
  events.tell(ends);
}

std::vector<MeasuredQuery> measure(const VerifiedPlan& plan, Conversation& conversation,
                                   const MeasureSettings& settings, RunEvents& events) {
  std::vector<MeasuredQuery> all;
  for (const Question& question : plan.questions()) {
    const auto index = static_cast<std::uint32_t>(all.size());
    tell_block_began(events, *question.query, index);
    all.push_back(measure_one(plan, question, conversation, settings));
    tell_block_ended(events, all.back(), index);
    if (!all.back().teardown_error.empty()) break;
  }
  return all;
}

}  // namespace gb
