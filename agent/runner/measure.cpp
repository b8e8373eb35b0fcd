#include "agent/runner/measure.h"

#include <algorithm>
#include <utility>

#include "core/stats/percentile.h"

namespace gb {
namespace {

namespace v1 = graphbench::v1;

std::vector<const Params*> bindings_of(const Pool& pool) {
  std::vector<const Params*> bindings;
  bindings.reserve(pool.draws.size());
  for (const Draw& draw : pool.draws) bindings.push_back(&draw.params);
  return bindings;
}

MeasuredQuery condensed(const Query& query, BlockRecord record) {
  MeasuredQuery measured;
  measured.query = &query;
  measured.ascending.reserve(record.service_ns.size());
  for (const std::int64_t nanos : record.service_ns) measured.ascending.emplace_back(nanos);
  std::sort(measured.ascending.begin(), measured.ascending.end());
  measured.rows = record.rows;
  measured.errors = record.errors;
  measured.timeouts = record.timeouts;
  measured.first_error = std::move(record.first_error);
  measured.wall = record.wall;
  measured.broken = measured.ascending.empty() || !record.complete;
  return measured;
}

MeasuredQuery measure_one(const Question& question, Conversation& conversation,
                          const MeasureSettings& settings) {
  const auto statement = conversation.statement(question);
  if (!statement) {
    BlockRecord refused;
    refused.errors = 1;
    refused.first_error = statement.error().message;
    return condensed(*question.query, std::move(refused));
  }
  const std::vector<const Params*> bindings = bindings_of(*question.pool);
  const BlockPlan block{.statement = *statement,
                        .draws = bindings,
                        .operations = settings.operations,
                        .operation_limit = settings.operation_limit,
                        .give_up_after = kGiveUpAfter};
  return condensed(*question.query,
                   run_block(conversation.session(), block, conversation.watchdog(),
                             conversation.rows(), std::stop_token{}));
}

}  // namespace

std::vector<MeasuredQuery> measure(const VerifiedPlan& plan, Conversation& conversation,
                                   const MeasureSettings& settings, RunEvents& events) {
  std::vector<MeasuredQuery> all;
  for (const Question& question : plan.questions()) {
    const auto index = static_cast<std::uint32_t>(all.size());
    v1::RunnerEvent begins;
    begins.mutable_block_began()->set_query_id(question.query->id);
    begins.mutable_block_began()->set_index(index);
    events.tell(begins);

    all.push_back(measure_one(question, conversation, settings));
    const MeasuredQuery& measured = all.back();

    v1::RunnerEvent ends;
    v1::BlockEnded& block = *ends.mutable_block_ended();
    block.set_query_id(question.query->id);
    block.set_index(index);
    block.set_count(measured.ascending.size() + measured.errors);
    block.set_errors(measured.errors);
    block.set_p50_nanos(static_cast<std::uint64_t>(percentile(measured.ascending, kP50).count()));
    block.set_p99_nanos(static_cast<std::uint64_t>(percentile(measured.ascending, kP99).count()));
    events.tell(ends);
  }
  return all;
}

}  // namespace gb
