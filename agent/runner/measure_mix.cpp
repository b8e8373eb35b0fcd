#include "agent/runner/measure_mix.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "agent/runner/block_of.h"

namespace gb {
namespace {

const Question* question_of(const VerifiedPlan& plan, const std::string& query_id) {
  for (const Question& question : plan.questions()) {
    if (question.query->id == query_id) return &question;
  }
  return nullptr;
}

}  // namespace

std::vector<MeasuredQuery> measure_mix(const VerifiedPlan& plan, const MixSchedule& schedule,
                                       Conversation& conversation, const MeasureSettings& settings,
                                       RunEvents& events) {
  std::vector<std::unique_ptr<Block>> blocks;
  std::vector<BlockPlan> members;
  std::vector<MeasuredQuery> measured;
  for (std::size_t i = 0; i < schedule.queries.size(); ++i) {
    const Question* const question = question_of(plan, schedule.queries[i]);
    if (question == nullptr) continue;
    MeasureSettings share = settings;
    share.operations = schedule.slots[i];
    auto block = Block::of(plan, *question, conversation, share);
    if (!block) {
      measured.push_back(refused(*question->query, block.error()));
      continue;
    }
    members.push_back((*block)->plan());
    blocks.push_back(std::move(*block));
  }
  if (members.size() != schedule.queries.size()) return measured;

  // A mix is one block to who follows it: its queries begin and end together.
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    tell_block_began(events, *blocks[i]->question().query, static_cast<std::uint32_t>(i));
  }
  std::vector<BlockRecord> records =
      run_mix(conversation.session(), members, schedule.turns, conversation.watchdog(),
              conversation.rows(), std::stop_token{});
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (schedule.slots[i] == 0) continue;
    measured.push_back(blocks[i]->condensed(std::move(records[i])));
    tell_block_ended(events, measured.back(), static_cast<std::uint32_t>(i));
  }
  return measured;
}

}  // namespace gb
