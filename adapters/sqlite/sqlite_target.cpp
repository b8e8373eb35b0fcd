#include "adapters/sqlite/sqlite_target.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "adapters/sqlite/sqlite_load.h"
#include "adapters/sqlite/sqlite_session.h"
#include "core/base/file.h"
#include "core/base/id.h"
#include "core/base/sha256.h"

namespace gb {
namespace {

constexpr std::string_view kFileName = "sqlite.db";

Result<std::string> location_of(const SqliteEngine& engine, const TargetConfig& config) {
  // Two targets of one process must not share a database, so the name is nobody else's.
  if (engine.in_memory) return fmt::format("file:gb-{}?mode=memory&cache=shared", new_uuid_v7());
  std::error_code error;
  if (config.folder.empty() || !std::filesystem::is_directory(config.folder, error)) {
    return fail(ErrorCode::InvalidArgument, "the folder for the database, \"{}\", does not exist",
                config.folder.string());
  }
  return (config.folder / kFileName).string();
}

Result<void> check_settings(const TargetConfig& config) {
  for (const auto& [key, value] : config.settings) {
    if (key == "lib") continue;
    return fail(ErrorCode::InvalidArgument, "unknown setting {}={}; this engine takes lib", key,
                value);
  }
  return {};
}

}  // namespace

TargetInfo static_sqlite_info(const SqliteEngine& engine) {
  TargetInfo info;
  info.engine = engine.name;
  info.plane = Plane::Inproc;
  info.dialects = {"sql"};
  info.capabilities.transactions = true;
  info.capabilities.deletes = true;
  info.capabilities.variable_length = true;
  info.capabilities.shortest_paths = true;
  info.capabilities.path_predicates = true;
  info.capabilities.persistent = !engine.in_memory;
  info.capabilities.several_labels = true;
  info.durability = engine.durability;
  info.read_mode = "autocommit";
  return info;
}

Result<std::unique_ptr<Target>> SqliteTarget::open(const SqliteEngine& engine,
                                                   const TargetConfig& config) {
  const auto opening = [&](const Error& error) {
    return within(fmt::format("open {}", engine.name), error);
  };
  if (Result<void> checked = check_settings(config); !checked) return opening(checked.error());
  Result<std::string> location = location_of(engine, config);
  if (!location) return opening(location.error());
  Result<std::shared_ptr<const SqliteLibrary>> library = SqliteLibrary::load(config.settings);
  if (!library) return opening(library.error());

  std::unique_ptr<SqliteTarget> target(new SqliteTarget(engine, *library, *location));
  Result<SqliteConnection> control = SqliteConnection::open(*library, engine, *location, true);
  if (!control) return opening(control.error());
  target->control_ = std::move(*control);
  if (Result<void> described = target->describe(); !described) return opening(described.error());
  return target;
}

Result<void> SqliteTarget::describe() {
  info_ = static_sqlite_info(engine_);
  Result<std::string> version = control_->text("SELECT sqlite_version()");
  if (!version) return tl::unexpected(version.error());
  info_.version = std::move(*version);
  Result<std::map<std::string, std::string>> settings = control_->effective_settings();
  if (!settings) return tl::unexpected(settings.error());
  info_.configuration = std::move(*settings);

  std::vector<std::string> options = library_->compile_options();
  std::sort(options.begin(), options.end());
  const std::string joined = fmt::format("{}", fmt::join(options, " "));
  info_.configuration["compile_options"] = joined;
  info_.configuration["compile_options_sha256"] = sha256_hex(joined);
  info_.configuration["source_id"] = library_->api().sourceid();
  info_.configuration["connections"] = "one per session, NOMUTEX";
  if (engine_.in_memory) {
    // Readers of a table wait for its writer, so rows with several writers measure that as well.
    info_.configuration["locking"] = "shared cache, table locks";
  }
  info_.library_path = library_->path().string();
  const Result<std::string> bytes = read_file(library_->path());
  if (!bytes) return tl::unexpected(bytes.error());
  info_.library_sha256 = sha256_hex(*bytes);
  return {};
}

Result<LoadReport> SqliteTarget::load(const Dataset& dataset) {
  const std::string step = fmt::format("load {} into {}", dataset.name, engine_.name);
  if (!control_) return fail(ErrorCode::FailedPrecondition, "{}: it is closed", step);
  loaded_ = false;
  Result<LoadReport> report = load_into_sqlite(*control_, engine_, dataset);
  if (!report) return within(step, report.error());
  loaded_ = true;
  report->store_bytes = store_bytes();
  return report;
}

Result<std::unique_ptr<Session>> SqliteTarget::connect() {
  if (!control_)
    return fail(ErrorCode::FailedPrecondition, "connect to {}: it is closed", engine_.name);
  if (!loaded_) {
    return fail(ErrorCode::FailedPrecondition,
                "connect to {}: no load went through to its end here; call load first",
                engine_.name);
  }
  Result<SqliteConnection> connection =
      SqliteConnection::open(library_, engine_, location_, engine_.in_memory);
  if (!connection) return within(fmt::format("connect to {}", engine_.name), connection.error());
  return SqliteSession::open(std::move(*connection));
}

std::int64_t SqliteTarget::store_bytes() {
  if (!control_) return -1;
  if (engine_.in_memory) {
    const Result<std::int64_t> pages = control_->integer("PRAGMA page_count");
    const Result<std::int64_t> page_bytes = control_->integer("PRAGMA page_size");
    return pages && page_bytes ? *pages * *page_bytes : -1;
  }
  // Its first column says whether a reader kept the checkpoint from finishing; then the log counts.
  if (!control_->integer("PRAGMA wal_checkpoint(TRUNCATE)")) return -1;
  std::error_code error;
  const std::uintmax_t database = std::filesystem::file_size(location_, error);
  if (error) return -1;
  const std::uintmax_t log = std::filesystem::file_size(location_ + "-wal", error);
  return static_cast<std::int64_t>(database + (error ? 0 : log));  // no log is a log of 0 bytes
}

Result<void> SqliteTarget::reopen() {
  if (engine_.in_memory) {
    return fail(ErrorCode::Unsupported, "{} has nothing left to reopen once it is closed",
                engine_.name);
  }
  const auto reopening = [&](const Error& error) {
    return within(fmt::format("reopen {}", engine_.name), error);
  };
  if (Result<void> closed = close(); !closed) return closed;
  Result<SqliteConnection> control = SqliteConnection::open(library_, engine_, location_, false);
  if (!control) return reopening(control.error());
  control_ = std::move(*control);
  const Result<bool> complete = sqlite_load_is_complete(*control_);
  if (!complete) return reopening(complete.error());
  loaded_ = *complete;
  return {};
}

Result<void> SqliteTarget::close() {
  control_.reset();
  loaded_ = false;
  return {};
}

}  // namespace gb
