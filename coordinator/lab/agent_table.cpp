#include "coordinator/lab/agent_table.h"

#include <utility>

namespace gb {

void AgentTable::remember(AgentRecord record) {
  const AgentId name = record.name;
  entries_[name].record = std::move(record);
}

Result<void> AgentTable::admit(const AgentId& agent, std::uint64_t session_epoch) const {
  const Entry* known = find(agent);
  if (known == nullptr || session_epoch >= known->record.session_epoch) return {};
  return fail(
      ErrorCode::AlreadyExists,
      "a newer session of agent {0} {1} (session {2}, this one is {3}): two agents must not share "
      "a name, start this one with another --name; if {0} is one machine whose data folder was "
      "emptied, set its clock right",
      agent, known->link ? "is connected" : "was here", known->record.session_epoch, session_epoch);
}

std::shared_ptr<AgentLink> AgentTable::join(AgentRecord record, std::shared_ptr<AgentLink> link,
                                            LabTime now) {
  open_[link.get()] = {record.name, record.session_epoch, link, false};
  Entry& entry = entries_[record.name];
  entry.record = std::move(record);
  entry.heard = now;
  return std::exchange(entry.link, std::move(link));
}

std::optional<std::uint64_t> AgentTable::release(const AgentId& agent, const AgentLink* link) {
  const auto open = open_.find(link);
  if (open == open_.end() || open->second.agent != agent || open->second.released) {
    return std::nullopt;
  }
  open->second.released = true;
  return open->second.session_epoch;
}

std::optional<AgentTable::Left> AgentTable::leave(const AgentId& agent, const AgentLink* link) {
  const auto open = open_.find(link);
  if (open == open_.end() || open->second.agent != agent) return std::nullopt;
  const Left left{open->second.session_epoch, open->second.released};
  Entry& entry = entries_[agent];
  if (entry.link.get() == link) {
    entry.link.reset();
    entry.load_known = false;
  }
  open_.erase(open);
  return left;
}

AgentTable::Entry* AgentTable::find(const AgentId& agent) {
  const auto found = entries_.find(agent);
  return found == entries_.end() ? nullptr : &found->second;
}

const AgentTable::Entry* AgentTable::find(const AgentId& agent) const {
  const auto found = entries_.find(agent);
  return found == entries_.end() ? nullptr : &found->second;
}

std::shared_ptr<AgentLink> AgentTable::link_of(const AgentId& agent,
                                               std::uint64_t session_epoch) const {
  for (const auto& [key, open] : open_) {
    if (open.agent == agent && open.session_epoch == session_epoch) return open.link;
  }
  return nullptr;
}

std::vector<std::shared_ptr<AgentLink>> AgentTable::links() const {
  std::vector<std::shared_ptr<AgentLink>> links;
  for (const auto& [key, open] : open_) links.push_back(open.link);
  return links;
}

}  // namespace gb
