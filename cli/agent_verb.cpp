#include <fmt/format.h>

#include <thread>

#include "cli/client.h"
#include "cli/lists.h"
#include "cli/verbs.h"
#include "core/base/clock.h"

namespace gb {
namespace {

namespace v1 = graphbench::v1;

int connected(const v1::ListAgentsResponse& agents) {
  int count = 0;
  for (const v1::AgentView& agent : agents.agents())
    count += agent.state() == v1::AgentView::STATE_CONNECTED ? 1 : 0;
  return count;
}

Result<ExitCode> list(int wait_for, const Context& context) {
  auto client = LabClient::dial(context.coordinator);
  if (!client) return tl::unexpected(client.error());
  const Instant patience = now() + std::chrono::seconds(30);
  auto agents = client->list_agents();
  while (agents && connected(*agents) < wait_for && now() < patience && !interrupted()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    agents = client->list_agents();
  }
  if (!agents) return tl::unexpected(agents.error());
  print_message(*agents, context, [&] { return agents_table(*agents); });
  if (connected(*agents) < wait_for) {
    return fail(ErrorCode::Unavailable, "waited 30s for {} agents, {} are connected", wait_for,
                connected(*agents));
  }
  return ExitCode::Done;
}

}  // namespace

void add_agent(CLI::App& app, Context& context) {
  CLI::App* agent = context.group(app, "agent", "The machines of a lab");
  CLI::App* verb =
      context.verb(*agent, "list", "Machines with their state, load, durable-sync band and engines",
                   "gb agent list --wait 3");
  const auto wait_for = std::make_shared<int>(0);
  verb->add_option("--wait", *wait_for, "First wait until this many are connected, at most 30s");
  context.runs(verb, [wait_for, &context] { return list(*wait_for, context); });
}

}  // namespace gb
