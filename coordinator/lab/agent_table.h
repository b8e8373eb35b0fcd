#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "coordinator/lab/lab.h"
#include "coordinator/store/store.h"

namespace gb {

/// The agents a lab knows and their open streams. Lab thread only.
class AgentTable {
 public:
  struct Entry {
    AgentRecord record;
    std::shared_ptr<AgentLink> link;  // none: not connected
    LabTime heard{};                  // when it last said anything; only while connected
    graphbench::v1::HostLoad load;
    bool load_known = false;
  };

  /// What was stored of an agent, before it joined this time.
  void remember(AgentRecord record);

  /// Whether an agent of this name and session may join now. AlreadyExists: a newer session of the
  /// name is or was here.
  Result<void> admit(const AgentId& agent, std::uint64_t session_epoch) const;

  /// Returns the link whose place it took, when the agent was connected already.
  std::shared_ptr<AgentLink> join(AgentRecord record, std::shared_ptr<AgentLink> link, LabTime now);

  /// The link takes no more work: the epoch it joined with, once. It stays open.
  std::optional<std::uint64_t> release(const AgentId& agent, const AgentLink* link);

  struct Left {
    std::uint64_t session_epoch = 0;
    bool released = false;  // `release` has said so before
  };
  /// The link is gone: once per join, nothing for one that never joined. The agent stays connected
  /// if a newer link has taken this one's place.
  std::optional<Left> leave(const AgentId& agent, const AgentLink* link);

  /// nullptr: no such agent.
  Entry* find(const AgentId& agent);
  const Entry* find(const AgentId& agent) const;
  /// The stream this session opened and has not left, also when a newer one took its place.
  std::shared_ptr<AgentLink> link_of(const AgentId& agent, std::uint64_t session_epoch) const;

  const std::map<AgentId, Entry>& all() const { return entries_; }
  /// Every open stream, replaced ones included.
  std::vector<std::shared_ptr<AgentLink>> links() const;

 private:
  struct Open {
    AgentId agent;
    std::uint64_t session_epoch = 0;
    std::shared_ptr<AgentLink> link;
    bool released = false;
  };
  std::map<AgentId, Entry> entries_;
  std::map<const AgentLink*, Open> open_;
};

}  // namespace gb
