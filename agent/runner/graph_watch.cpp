#include "agent/runner/graph_watch.h"

#include <fmt/format.h>

#include <utility>

#include "workloads/verify/compare.h"

namespace gb {
namespace {

std::string first_cell(const Answer& answer) {
  return answer.rows.empty() || answer.rows[0].empty() ? "none" : to_text(answer.rows[0][0]);
}

}  // namespace

Result<GraphWatch> GraphWatch::begin(std::vector<Invariant> invariants, Conversation& conversation,
                                     Nanos limit) {
  GraphWatch watch;
  for (const Invariant& invariant : invariants) {
    Result<Answer> answer = conversation.ask(invariant.statement, limit);
    if (!answer) return within(invariant.statement.query_id, answer.error());
    watch.before_.push_back(std::move(*answer));
  }
  watch.invariants_ = std::move(invariants);
  return watch;
}

Result<std::optional<std::string>> GraphWatch::difference(Conversation& conversation,
                                                          Nanos limit) const {
  for (std::size_t i = 0; i < invariants_.size(); ++i) {
    const Result<Answer> after = conversation.ask(invariants_[i].statement, limit);
    if (!after) return within(invariants_[i].statement.query_id, after.error());
    if (const auto changed = first_difference(*after, before_[i], CompareSettings{})) {
      return fmt::format("{}: {} rows, {} now; {}", invariants_[i].about, first_cell(before_[i]),
                         first_cell(*after), *changed);
    }
  }
  return std::optional<std::string>();
}

}  // namespace gb
