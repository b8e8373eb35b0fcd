#include "agent/runner/block_of.h"

#include <algorithm>
#include <utility>

namespace gb {
namespace {

std::vector<const Params*> bindings_of(const Pool& pool) {
  std::vector<const Params*> bindings;
  bindings.reserve(pool.draws.size());
  for (const Draw& draw : pool.draws) bindings.push_back(&draw.params);
  return bindings;
}

MeasuredQuery condense(const Query& query, BlockRecord record) {
  MeasuredQuery measured;
  measured.query = &query;
  measured.ascending.reserve(record.service_ns.size());
  for (const std::int64_t nanos : record.service_ns) measured.ascending.emplace_back(nanos);
  std::sort(measured.ascending.begin(), measured.ascending.end());
  measured.rows = record.rows;
  measured.errors = record.errors;
  measured.timeouts = record.timeouts;
  measured.first_error = std::move(record.first_error);
  measured.teardown_error = std::move(record.teardown_error);
  measured.wall = record.wall;
  measured.broken = measured.ascending.empty() || !record.complete;
  return measured;
}

}  // namespace

Block::Block(const VerifiedPlan& plan, const Question& question)
    : question_(question), bindings_(bindings_of(*question.pool)), watch_(plan, question) {}

Result<std::unique_ptr<Block>> Block::of(const VerifiedPlan& plan, const Question& question,
                                         Conversation& conversation,
                                         const MeasureSettings& settings) {
  std::unique_ptr<Block> block(new Block(plan, question));
  BlockPlan& ready = block->plan_;
  for (const auto& [part, operation] : {std::pair{QuestionPart::Operation, &ready.operation},
                                        std::pair{QuestionPart::Setup, &ready.setup},
                                        std::pair{QuestionPart::Teardown, &ready.teardown}}) {
    const auto prepared = conversation.prepared(question, part);
    if (!prepared) return tl::unexpected(prepared.error());
    *operation = *prepared;
  }
  ready.draws = block->bindings_;
  ready.operations = settings.operations;
  ready.operation_limit = settings.operation_limit;
  ready.give_up_after = kGiveUpAfter;
  if (question.query->query_class != QueryClass::Write) {
    ready.spot_check = &block->watch_;
    ready.look_at_every = std::max<std::uint32_t>(settings.operations / kLooks, 1);
  }
  return block;
}

MeasuredQuery Block::condensed(BlockRecord record) const {
  MeasuredQuery measured = condense(*question_.query, std::move(record));
  measured.looked_at = watch_.looked();
  measured.wrong = watch_.wrong().value_or("");
  return measured;
}

MeasuredQuery refused(const Query& query, const Error& error) {
  BlockRecord record;
  record.errors = 1;
  record.first_error = error.message;
  return condense(query, std::move(record));
}

}  // namespace gb
