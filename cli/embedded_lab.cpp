#include "cli/embedded_lab.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <thread>

#include "agent/agent.h"
#include "cli/scratch_folder.h"
#include "coordinator/lab/lab.h"
#include "coordinator/service/rpc_server.h"
#include "core/base/clock.h"
#include "core/base/id.h"

namespace gb {
namespace {

/// This host's name as an id: what is not allowed becomes a dash.
std::string host_id() {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0) return "local";
  std::string text(name.data());
  text = text.substr(0, std::min<std::size_t>(text.find('.'), 64));
  for (char& c : text) {
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-' && c != '_') c = '-';
  }
  return is_identifier(text) ? text : "local";
}

}  // namespace

// Destroyed from the bottom up: the agent leaves before its server, the server before the lab.
struct EmbeddedLab::Inside {
  std::string machine = host_id();
  std::unique_ptr<ScratchFolder> folder;
  std::unique_ptr<Lab> lab;
  std::unique_ptr<RpcServer> server;
  std::unique_ptr<Agent> agent;
  std::unique_ptr<LabClient> client;
};

EmbeddedLab::EmbeddedLab(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}

EmbeddedLab::~EmbeddedLab() {
  inside_->client.reset();
  if (inside_->agent) inside_->agent->stop();
  if (inside_->server) inside_->server->stop();
  if (inside_->lab) inside_->lab->stop();
}

LabClient& EmbeddedLab::client() { return *inside_->client; }
Result<void> EmbeddedLab::ready() { return inside_->lab->ready(); }
const std::string& EmbeddedLab::machine() const { return inside_->machine; }

Result<std::unique_ptr<EmbeddedLab>> EmbeddedLab::start(const EmbeddedLabConfig& config) {
  auto inside = std::make_unique<Inside>();
  auto folder = ScratchFolder::create("graph-bench-run");
  if (!folder) return tl::unexpected(folder.error());
  inside->folder = std::move(*folder);

  LabConfig lab_config;
  lab_config.store_file = inside->folder->path() / "store.db";
  lab_config.workloads_folder = config.workloads_folder;
  auto lab = Lab::open(lab_config);
  if (!lab) return tl::unexpected(lab.error());
  inside->lab = std::move(*lab);

  auto server = RpcServer::start(*inside->lab, {.address = "127.0.0.1:0", .access = nullptr});
  if (!server) return tl::unexpected(server.error());
  inside->server = std::move(*server);
  inside->client = std::make_unique<LabClient>(inside->server->in_process_channel());

  AgentConfig agent_config;
  agent_config.name = inside->machine;
  agent_config.data_folder = inside->folder->path() / "agent";
  agent_config.runner = default_runner();
  agent_config.workloads_folder = config.workloads_folder;
  agent_config.datasets_folder = config.datasets_folder;
  inside->agent = std::make_unique<Agent>(agent_config, inside->server->in_process_channel());
  if (auto started = inside->agent->start(); !started) {
    // What is missing is a part of ours (gb-runner), nothing that was asked for.
    if (started.error().code != ErrorCode::NotFound) return tl::unexpected(started.error());
    return tl::unexpected(Error{ErrorCode::FailedPrecondition, started.error().message});
  }

  const Instant patience = now() + std::chrono::seconds(20);
  while (!inside->agent->connected()) {
    if (const std::string refusal = inside->agent->refusal(); !refusal.empty()) {
      return fail(ErrorCode::Internal, "the agent inside gb was refused: {}", refusal);
    }
    if (now() > patience)
      return fail(ErrorCode::Internal, "the agent inside gb did not connect within 20s");
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return std::unique_ptr<EmbeddedLab>(new EmbeddedLab(std::move(inside)));
}

}  // namespace gb
