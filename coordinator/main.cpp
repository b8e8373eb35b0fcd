#include <fmt/format.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <exception>

#include "coordinator/http/http_server.h"
#include "coordinator/lab/lab.h"
#include "coordinator/service/rpc_server.h"
#include "core/base/duration.h"
#include "core/base/file.h"
#include "core/base/standard_streams.h"
#include "core/base/version.h"
#include "proto/rpc/address.h"

namespace {

// docs/exit-codes.md
constexpr int kInfrastructure = 5;
constexpr int kBadInput = 64;

struct Flags {
  std::string data = (gb::default_data_folder() / "coordinator").string();
  std::string grpc = "127.0.0.1:7450";
  std::string http = "127.0.0.1:7451";
  std::string lease = "15s";
  std::string grace = "10s";
  std::string heartbeat = "5s";
  std::string workloads;
  std::string datasets;
  std::string log_level = "info";
  std::uint64_t cell_limit = gb::kDefaultCellLimit;
};

void add_flags(CLI::App& app, Flags& flags) {
  app.set_config("--config", "", "File of these flags as TOML keys: grpc = \"127.0.0.1:7450\"")
      ->envname("GRAPH_BENCH_CONFIG");
  app.add_option("--data", flags.data, "Folder of the store; one coordinator at a time")
      ->envname("GRAPH_BENCH_DATA_FOLDER")
      ->capture_default_str();
  app.add_option("--grpc", flags.grpc, "Where agents and gb connect; port 0 takes any")
      ->envname("GRAPH_BENCH_GRPC")
      ->capture_default_str();
  app.add_option("--http", flags.http, "Where web page, API and metrics are; port 0 takes any")
      ->envname("GRAPH_BENCH_HTTP")
      ->capture_default_str();
  app.add_option("--lease", flags.lease, "How long a run may go unheard before its cell is at risk")
      ->envname("GRAPH_BENCH_LEASE")
      ->capture_default_str();
  app.add_option("--grace", flags.grace,
                 "How much longer before the cell is given to another attempt")
      ->envname("GRAPH_BENCH_GRACE")
      ->capture_default_str();
  app.add_option("--heartbeat", flags.heartbeat, "How often agents report")
      ->envname("GRAPH_BENCH_HEARTBEAT")
      ->capture_default_str();
  app.add_option("--cell-limit", flags.cell_limit, "Most cells one matrix may have")
      ->envname("GRAPH_BENCH_CELL_LIMIT")
      ->capture_default_str();
  app.add_option("--workloads", flags.workloads,
                 "Folder of workloads of one's own, beside those built in (docs/catalogue.md)")
      ->envname("GRAPH_BENCH_WORKLOADS");
  app.add_option("--datasets", flags.datasets,
                 "Folder of datasets that agents may fetch (default: DATA/datasets)")
      ->envname("GRAPH_BENCH_DATASETS");
  app.add_option("--log-level", flags.log_level, "debug, info, warn, error")
      ->envname("GRAPH_BENCH_LOG_LEVEL")
      ->check(CLI::IsMember({"debug", "info", "warn", "error"}))
      ->capture_default_str();
}

gb::Result<gb::LabConfig> lab_config(const Flags& flags) {
  gb::LabConfig config;
  config.store_file = std::filesystem::path(flags.data) / "store.db";
  config.cell_limit = flags.cell_limit;
  config.workloads_folder = flags.workloads;
  for (const auto& [name, text, span] :
       {std::tuple{"--lease", &flags.lease, &config.limits.lease},
        std::tuple{"--grace", &flags.grace, &config.limits.grace},
        std::tuple{"--heartbeat", &flags.heartbeat, &config.heartbeat}}) {
    const auto parsed = gb::parse_duration(*text);
    if (!parsed) return gb::within(name, parsed.error());
    if (*parsed <= gb::Nanos(0))
      return gb::fail(gb::ErrorCode::InvalidArgument, "{} must be longer than 0s", name);
    *span = *parsed;
  }
  // A stop of our own that is too short to be seen as one must not use a lease up either.
  config.limits.pause =
      std::min(config.limits.pause,
               std::max<gb::Nanos>(config.limits.grace, std::chrono::milliseconds(200)));
  if (config.heartbeat >= config.limits.lease) {
    return gb::fail(gb::ErrorCode::InvalidArgument,
                    "--heartbeat {} must be shorter than --lease {}", flags.heartbeat, flags.lease);
  }
  return config;
}

/// Serves until SIGINT, SIGTERM or SIGHUP.
gb::Result<void> serve(const Flags& flags) {
  const auto config = lab_config(flags);
  if (!config) return tl::unexpected(config.error());
  const auto http_address = gb::parse_listen_address(flags.http);
  if (!http_address) return gb::within("--http", http_address.error());
  gb::HttpConfig http_config;
  http_config.host = http_address->host;
  http_config.port = http_address->port;

  // Threads started from here on inherit the mask, so that the signals arrive at sigwait alone.
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  // A closed terminal; ignored under nohup, which waiting for it would undo.
  struct sigaction hang_up {};
  sigaction(SIGHUP, nullptr, &hang_up);
  if (hang_up.sa_handler != SIG_IGN) sigaddset(&signals, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::signal(SIGPIPE, SIG_IGN);

  auto lab = gb::Lab::open(*config);
  if (!lab) return tl::unexpected(lab.error());
  gb::RpcConfig rpc_config;
  rpc_config.address = flags.grpc;
  rpc_config.datasets_folder = flags.datasets.empty()
                                   ? std::filesystem::path(flags.data) / "datasets"
                                   : std::filesystem::path(flags.datasets);
  auto rpc = gb::RpcServer::start(**lab, rpc_config);
  if (!rpc) return tl::unexpected(rpc.error());
  auto http = gb::HttpServer::start(**lab, http_config);
  if (!http) return tl::unexpected(http.error());

  // For scripts and people who let the system choose the ports.
  const std::string grpc_at =
      fmt::format("{}:{}", flags.grpc.substr(0, flags.grpc.rfind(':')), (*rpc)->port());
  const std::string http_at =
      fmt::format("http://{}:{}", flags.http.substr(0, flags.http.rfind(':')), (*http)->port());
  const auto endpoints = std::filesystem::path(flags.data) / "endpoints";
  if (auto written =
          gb::write_file_durably(endpoints, fmt::format("grpc={}\nhttp={}\n", grpc_at, http_at));
      !written) {
    return written;
  }
  spdlog::info("coordinator ready grpc={} http={} store={} datasets={}", grpc_at, http_at,
               config->store_file.string(), rpc_config.datasets_folder.string());

  int signal = 0;
  sigwait(&signals, &signal);
  spdlog::info("coordinator stopping signal={}", signal);
  std::error_code ignored;
  std::filesystem::remove(endpoints, ignored);
  (*http)->stop();
  (*rpc)->stop();
  (*lab)->stop();
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  gb::open_standard_streams();
  CLI::App app("graph-bench coordinator: schedules matrix runs onto agents and keeps their results",
               "gb-coordinator");
  app.set_version_flag("--version",
                       fmt::format("graph-bench {} ({})", gb::kVersion, gb::kBuildCommit));
  app.footer(
      "Example:\n  gb-coordinator --data /var/lib/graph-bench --grpc 127.0.0.1:7450 --http "
      "127.0.0.1:7451");
  Flags flags;
  add_flags(app, flags);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kBadInput;
  }
  spdlog::set_default_logger(spdlog::stderr_logger_mt("coordinator"));
  spdlog::set_level(spdlog::level::from_str(flags.log_level));
  try {
    const auto served = serve(flags);
    if (served) return 0;
    fmt::print(stderr, "gb-coordinator: {}\n", served.error().message);
    return served.error().code == gb::ErrorCode::InvalidArgument ? kBadInput : kInfrastructure;
  } catch (const std::exception& error) {
    fmt::print(stderr, "gb-coordinator: a fault of ours: {}\n", error.what());
    return kInfrastructure;
  }
}
