#include <fmt/format.h>
#include <signal.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>

#include "agent/agent.h"
#include "core/base/file.h"
#include "core/base/standard_streams.h"
#include "core/base/version.h"
#include "proto/rpc/channel.h"

namespace {

constexpr int kUsage = 64;          // bad flags or values
constexpr int kInfrastructure = 5;  // everything else that keeps an agent from starting

/// Blocks SIGTERM, SIGINT and SIGHUP in this and every later thread, to be waited for in one place.
sigset_t block_stop_signals() {
  sigset_t signals;
  ::sigemptyset(&signals);
  ::sigaddset(&signals, SIGTERM);
  ::sigaddset(&signals, SIGINT);
  // A closed terminal; ignored under nohup, which waiting for it would undo.
  struct sigaction hang_up {};
  ::sigaction(SIGHUP, nullptr, &hang_up);
  if (hang_up.sa_handler != SIG_IGN) ::sigaddset(&signals, SIGHUP);
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return signals;
}

}  // namespace

int main(int argc, char** argv) {
  gb::open_standard_streams();
  gb::AgentConfig config;
  config.data_folder = gb::default_data_folder();
  config.runner = gb::default_runner();
  std::string coordinator = "127.0.0.1:7450";

  CLI::App app{
      "One machine's part of a lab: connects to the coordinator and makes the runs it is given.\n"
      "Example: gb-agent --name laptop --coordinator 127.0.0.1:7450 --data ~/lab/laptop",
      "gb-agent"};
  app.set_version_flag("--version",
                       fmt::format("gb-agent {} ({})", gb::kVersion, gb::kBuildCommit));
  app.set_config("--config", "", "TOML file with these options as keys; flags win over it");
  app.add_option("--name", config.name, "this machine's name, unique in its lab")
      ->required()
      ->envname("GRAPH_BENCH_NAME");
  app.add_option("--coordinator", coordinator, "HOST:PORT of the coordinator")
      ->capture_default_str()
      ->envname("GRAPH_BENCH_COORDINATOR");
  app.add_option("--data", config.data_folder, "folder of this agent alone")
      ->capture_default_str()
      ->envname("GRAPH_BENCH_DATA_FOLDER");
  app.add_option("--datasets", config.datasets_folder,
                 "folder of datasets, which agents of one host may share (default: DATA/datasets)")
      ->envname("GRAPH_BENCH_DATA");
  app.add_option("--dataset-limit", config.dataset_limit,
                 "how much the folder of datasets may hold, such as 20GiB; those used longest ago "
                 "are removed (default: any amount)")
      ->envname("GRAPH_BENCH_DATASET_LIMIT");
  app.add_option("--label", config.labels, "a label matrices may ask for; may be repeated")
      ->envname("GRAPH_BENCH_LABEL");
  app.add_option("--class", config.machine_class,
                 "controlled (nothing else runs on this machine) or developer")
      ->capture_default_str()
      ->envname("GRAPH_BENCH_CLASS");
  app.add_option("--runner", config.runner, "the gb-runner program")
      ->capture_default_str()
      ->envname("GRAPH_BENCH_RUNNER");
  app.add_option("--workloads", config.workloads_folder,
                 "folder of workloads of one's own, beside those built in (docs/catalogue.md)")
      ->envname("GRAPH_BENCH_WORKLOADS");
  app.add_option("--library-folder", config.library_folders,
                 "folder below which an engine's library may lie; may be repeated")
      ->envname("GRAPH_BENCH_LIBRARY_FOLDER");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kUsage;
  }

  spdlog::set_default_logger(spdlog::stderr_logger_mt("gb-agent"));
  spdlog::set_pattern("%Y-%m-%dT%H:%M:%S.%e%z %l %v");
  const sigset_t signals = block_stop_signals();
  const auto stop_with = [](const gb::Error& error) {
    fmt::print(stderr, "gb-agent: {}\n", error.message);
    return error.code == gb::ErrorCode::InvalidArgument ? kUsage : kInfrastructure;
  };
  auto channel = gb::open_channel(coordinator);
  if (!channel) return stop_with(channel.error());
  gb::Agent agent(config, std::move(*channel));
  if (auto started = agent.start(); !started) return stop_with(started.error());

  int signal = 0;
  ::sigwait(&signals, &signal);
  spdlog::info("stopping on signal {}", signal);
  agent.stop();
  return 0;
}
