#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/data/dataset.h"
#include "core/data/row_set.h"
#include "core/data/statement.h"

namespace gb {

/// How an engine is reached (engines §1.2). A number from one plane never stands beside another's
/// without its plane.
enum class Plane { Inproc, Bolt, Native, Subprocess };

std::string_view name_of(Plane plane);  // "inproc", "bolt", "native", "subprocess"

/// What an engine can do. Some are known only once it answers, so ask `Target::info()` again after
/// `open`.
struct Capabilities {
  bool transactions = false;
  bool deletes = false;
  bool variable_length = false;
  bool shortest_paths = false;
  bool path_predicates = false;
  bool persistent = false;           // a store outlives `close` and can be reopened
  bool several_labels = false;       // more than one node label or relationship type
  bool parallel_edges = true;        // two edges of one type between the same two nodes stay two
  std::vector<std::string> kernels;  // whole-graph algorithms: bfs, pagerank, wcc, ...
  std::int64_t max_concurrency = 0;  // sessions that may execute at once; 0 = no limit of its own
  std::vector<std::string> probed;   // names of those above that were asked of the live engine
};

/// Identity and conditions of an engine: everything a reader needs to trust or repeat a number.
/// Never a secret.
struct TargetInfo {
  std::string engine;   // registered name: "sqlite-sync"
  std::string version;  // read from the live engine; empty before `open`
  Plane plane = Plane::Inproc;
  std::vector<std::string> dialects;  // by preference; the first one a query has a text for is used
  Capabilities capabilities;
  std::string durability;  // "every commit", "process crash", "none" (engines §1.12)
  std::string read_mode;   // "autocommit" or "read-transaction": they differ sixfold on one engine
  std::map<std::string, std::string> configuration;  // effective settings, text to text
  std::string library_path;                          // in-process engines: the file that was loaded
  std::string library_sha256;
  bool tuned = false;  // something beyond the declared baseline changes speed
};

/// What `open` gets. Unknown settings are InvalidArgument, and so is an unknown value, listing the
/// accepted ones.
struct TargetConfig {
  std::filesystem::path folder;  // private, empty, ours to fill; removed by the runner afterwards
  std::map<std::string, std::string> settings;  // "lib": the library file to load
};

struct LoadReport {
  Nanos duration{0};            // schema, bulk load, indexes and statistics; durable at the end
  std::int64_t node_count = 0;  // counted in the engine, not taken from the manifest
  std::int64_t edge_count = 0;
  std::int64_t store_bytes =
      -1;              // by the same probe as Target::store_bytes; -1 = meaningless or unknowable
  std::string method;  // "insert-tx", "copy", ... (engines §1.6)
  std::vector<std::string> indexes;  // what was built, for the fairness record
};

using StatementId = std::uint32_t;

/// One client's conversation with a Target. Belongs to one thread, but for `interrupt`.
class Session {
 public:
  virtual ~Session() = default;

  /// Plans, so that `execute` measures execution alone. Parameters are bound by index, in the order
  /// of `statement.parameters`. Unsupported: the engine has no such feature and the query is
  /// skipped. InvalidArgument: the text does not parse, or names a parameter the statement does not
  /// list.
  virtual Result<StatementId> prepare(const Statement& statement) = 0;

  /// Runs once and drains every row into `rows`, reusing its memory; rows are valid until the next
  /// execute. Binding, execution, decoding and, for a write, the commit are inside. The caller
  /// holds the clock: allocate, log and lock nothing here on the way of success. Cancelled:
  /// `interrupt` was called. A stream that breaks half-way is an error.
  virtual Result<void> execute(StatementId statement, const Params& params, RowSet& rows) = 0;

  /// Explicit transactions; Unsupported where the capability is false.
  virtual Result<void> begin();
  virtual Result<void> commit();
  virtual Result<void> rollback();

  /// Any thread: makes a running `execute` return Cancelled soon. Nothing to interrupt is no error.
  /// The next execute works.
  virtual void interrupt() {}
};

/// A database under test, used by one run. An adapter's factory opens it; `close` or the destructor
/// ends it.
class Target {
 public:
  virtual ~Target() = default;

  /// Free of side effects.
  virtual TargetInfo info() const = 0;

  /// Empties what was there and loads by the engine's documented bulk path. Durable, indexed and
  /// with fresh planner statistics when it returns. Unsupported, with "unsupported-dataset: <why>",
  /// when the engine cannot hold the data.
  virtual Result<LoadReport> load(const Dataset& dataset) = 0;

  /// Any thread may call; the Session then stays with its caller and must end before `close`.
  virtual Result<std::unique_ptr<Session>> connect() = 0;

  /// Bytes the engine needs to come back after a restart with what it holds, after its own
  /// checkpoint; -1 = unknowable.
  virtual std::int64_t store_bytes() = 0;

  /// Process ids of a server whose resources are the engine's; empty for in-process engines.
  virtual std::vector<pid_t> server_processes() const { return {}; }

  /// For cold runs: closes and opens the same store again. Unsupported unless
  /// `capabilities.persistent`.
  virtual Result<void> reopen();

  /// Ends sessions' ground and releases everything; idempotent, safe on a half-built target.
  /// Reports what went wrong.
  virtual Result<void> close() = 0;
};

}  // namespace gb
