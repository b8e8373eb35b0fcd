#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "coordinator/lab/agent_table.h"
#include "coordinator/lab/dispatcher.h"
#include "coordinator/lab/lab.h"
#include "coordinator/lab/run_table.h"
#include "coordinator/lab/scrubber.h"
#include "coordinator/lab/subscribers.h"
#include "coordinator/lab/task_thread.h"
#include "workloads/catalogue/catalogue.h"

namespace gb {

/// All there is of a lab. But for `subscribers` and `thread`, the thread alone touches it.
struct Lab::Inside {
  Inside(LabConfig configuration, Catalogue catalogue_read, std::unique_ptr<Store> store_opened);

  /// Monotonic, from the start of this process.
  LabTime time() const { return now() - began; }
  void changed() { dirty = true; }
  /// Between tasks: a Tick when one is due, news for subscribers, and when to come again.
  Instant between();

  // agent_side.cpp
  Result<void> join(const graphbench::v1::Hello& hello, std::shared_ptr<AgentLink> link);
  void heard(const AgentId& agent, std::uint64_t session_epoch,
             const graphbench::v1::Heartbeat& heartbeat);
  Result<void> reported(const std::string& agent, const graphbench::v1::RunReport& report);
  void leaving(const AgentId& agent, const AgentLink* link);
  void left(const AgentId& agent, const AgentLink* link);

  // people_side.cpp
  Result<graphbench::v1::SubmitMatrixResponse> submit(const graphbench::v1::MatrixSpec& spec);
  Result<graphbench::v1::MatrixView> view(const MatrixId& id);
  Result<graphbench::v1::MatrixView> cancel(const MatrixId& id);
  graphbench::v1::ListAgentsResponse list_agents();
  Result<Lab::Figures> figures();

  LabConfig config;
  Catalogue catalogue;
  std::unique_ptr<Store> store;
  Instant began = now();
  AgentTable agents;
  RunTable runs;
  Dispatcher dispatcher;
  Scrubber scrubber;
  std::uint64_t reports_accepted = 0, reports_superseded = 0, reports_duplicate = 0;
  std::set<std::pair<std::string, std::uint64_t>> damaged;  // reports that came damaged once
  bool dirty = false;
  Instant told{};  // when subscribers were told last
  Subscribers subscribers;
  std::unique_ptr<TaskThread> thread;  // last: ends before what it works on
};

}  // namespace gb
