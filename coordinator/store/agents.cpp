#include <nlohmann/json.hpp>

#include "coordinator/store/inside.h"

namespace gb {
namespace {

std::string json_of(const std::vector<AgentRecord::Engine>& engines) {
  auto list = nlohmann::json::array();
  for (const auto& engine : engines) {
    list.push_back({{"name", engine.name},
                    {"version", engine.version},
                    {"plane", engine.plane},
                    {"unavailable_reason", engine.unavailable_reason}});
  }
  return list.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::vector<AgentRecord::Engine> engines_of(const std::string& text) {
  std::vector<AgentRecord::Engine> engines;
  for (const auto& entry : nlohmann::json::parse(text)) {
    engines.push_back(
        {entry.at("name"), entry.at("version"), entry.at("plane"), entry.at("unavailable_reason")});
  }
  return engines;
}

}  // namespace

Result<void> Store::put_agent(const AgentRecord& agent) {
  Connection& connection = database_->connection;
  return connection.write("store the agent", [&]() -> Result<void> {
    connection.run(
        "INSERT INTO agent (agent, session_epoch, host_fingerprint, boot_id, host_summary, "
        "machine_class, software_version, labels, engines, last_seen_ns) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (agent) DO UPDATE SET "
        "session_epoch = excluded.session_epoch, host_fingerprint = excluded.host_fingerprint, "
        "boot_id = excluded.boot_id, host_summary = excluded.host_summary, "
        "machine_class = excluded.machine_class, software_version = excluded.software_version, "
        "labels = excluded.labels, engines = excluded.engines, last_seen_ns = "
        "excluded.last_seen_ns",
        agent.name, agent.session_epoch, agent.host_fingerprint, agent.boot_id, agent.host_summary,
        agent.machine_class, agent.software_version,
        nlohmann::json(agent.labels).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace),
        json_of(agent.engines), agent.last_seen);
    return {};
  });
}

Result<std::vector<AgentRecord>> Store::agents() {
  Connection& connection = database_->connection;
  return connection.read("read the agents", [&]() -> Result<std::vector<AgentRecord>> {
    std::vector<AgentRecord> agents;
    StoreQuery row = connection.query(
        "SELECT agent, session_epoch, host_fingerprint, boot_id, host_summary, machine_class, "
        "software_version, labels, engines, last_seen_ns FROM agent ORDER BY agent");
    while (row.next()) {
      AgentRecord agent;
      agent.name = row.id<AgentId>(0);
      agent.session_epoch = row.wide(1);
      agent.host_fingerprint = row.text(2);
      agent.boot_id = row.text(3);
      agent.host_summary = row.text(4);
      agent.machine_class = row.text(5);
      agent.software_version = row.text(6);
      agent.labels = nlohmann::json::parse(row.text(7)).get<std::vector<std::string>>();
      agent.engines = engines_of(row.text(8));
      agent.last_seen = row.moment(9);
      agents.push_back(std::move(agent));
    }
    return agents;
  });
}

}  // namespace gb
