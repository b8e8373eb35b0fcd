#include "coordinator/service/rpc_server.h"

#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <utility>

#include "coordinator/service/agent_service.h"
#include "coordinator/service/control_service.h"
#include "coordinator/service/dataset_service.h"
#include "coordinator/service/verdict_service.h"
#include "coordinator/service/watch_hub.h"
#include "proto/rpc/address.h"
#include "proto/rpc/limits.h"
#include "proto/rpc/log.h"

namespace gb {
namespace {

// Between asking everyone to leave and cutting what is still there.
constexpr auto kLeave = std::chrono::seconds(2);

}  // namespace

struct RpcServer::Inside {
  Inside(Lab& lab, const RpcConfig& config)
      : access(config.access ? config.access : loopback_access()),
        watches(lab),
        control(lab, *access, watches),
        agents(lab, *access, {.queue = config.agent_queue_limit}),
        datasets(config.datasets_folder, *access),
        verdicts(lab, *access) {}

  std::shared_ptr<AccessCheck> access;
  WatchHub watches;
  ControlServiceFace control;
  AgentServiceFace agents;
  DatasetServiceFace datasets;
  VerdictServiceFace verdicts;
  std::unique_ptr<grpc::Server> server;
  int port = 0;
};

RpcServer::RpcServer(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}

RpcServer::~RpcServer() { stop(); }

Result<std::unique_ptr<RpcServer>> RpcServer::start(Lab& lab, const RpcConfig& config) {
  const auto address = parse_listen_address(config.address);
  if (!address) return tl::unexpected(address.error());
  auto inside = std::make_unique<Inside>(lab, config);
  route_grpc_log();
  grpc::ServerBuilder builder;
  set_server_limits(builder);
  builder.AddListeningPort(address->text(), grpc::InsecureServerCredentials(), &inside->port);
  builder.RegisterService(&inside->control);
  builder.RegisterService(&inside->agents);
  builder.RegisterService(&inside->datasets);
  builder.RegisterService(&inside->verdicts);
  inside->server = builder.BuildAndStart();
  if (!inside->server || inside->port == 0) {
    return fail(
        ErrorCode::Unavailable,
        "cannot listen on {}: the port is taken; stop the other program (`ss -ltnp` shows it), or "
        "choose another port",
        config.address);
  }
  spdlog::info("listening for gRPC address={}", HostPort{address->host, inside->port}.text());
  return std::unique_ptr<RpcServer>(new RpcServer(std::move(inside)));
}

int RpcServer::port() const { return inside_->port; }

std::shared_ptr<grpc::Channel> RpcServer::in_process_channel() {
  grpc::ChannelArguments arguments;
  set_client_limits(arguments);
  return inside_->server->InProcessChannel(arguments);
}

void RpcServer::stop() {
  if (!inside_->server) return;
  inside_->watches.stop();
  inside_->agents.close_all(
      {ErrorCode::Unavailable, "the coordinator is stopping; come back later"});
  inside_->datasets.close_all();
  inside_->server->Shutdown(std::chrono::system_clock::now() + kLeave);
  inside_->server->Wait();
  inside_->server.reset();
}

}  // namespace gb
