#include "agent/runner/overhead.h"

#include <fmt/format.h>

#include <algorithm>

#include "adapters/sqlite/sqlite_error.h"
#include "adapters/sqlite/sqlite_schema.h"
#include "adapters/sqlite/sqlite_session.h"
#include "agent/runner/timed_loop.h"
#include "core/data/csv_reader.h"
#include "core/stats/percentile.h"

namespace gb {
namespace {

constexpr std::uint32_t kLeastRounds = 20;
constexpr std::size_t kDraws = 4096;

struct Mode {
  std::string_view engine;
  std::string_view name;
  bool in_transaction;
};
constexpr Mode kModes[] = {{"sqlite", "autocommit", false},
                           {"sqlite", "read-transaction", true},
                           {"sqlite-mem", "autocommit", false}};

Result<std::vector<std::int64_t>> ids_of(const NodeTable& table) {
  std::vector<std::int64_t> ids;
  for (const std::filesystem::path& file : table.files) {
    Result<CsvReader> reader = CsvReader::open(file);
    if (!reader) return tl::unexpected(reader.error());
    const Result<std::size_t> column = reader->column_of("ID");
    if (!column) return tl::unexpected(column.error());
    for (;;) {
      const Result<bool> more = reader->next();
      if (!more) return tl::unexpected(more.error());
      if (!*more) break;
      const Result<std::int64_t> id = reader->int64(*column);
      if (!id) return tl::unexpected(id.error());
      ids.push_back(*id);
    }
  }
  if (ids.empty()) {
    return fail(ErrorCode::InvalidArgument, "label \"{}\" has no nodes to read", table.label);
  }
  return ids;
}

// The samples of one loop in one mode, round by round.
class Samples {
 public:
  explicit Samples(const OverheadOptions& options) {
    all_.reserve(std::size_t{options.rounds} * options.operations);
  }
  void add_round(const std::vector<std::int64_t>& service_ns) {
    std::vector<Nanos> round;
    round.reserve(service_ns.size());
    for (const std::int64_t ns : service_ns) round.emplace_back(ns);
    all_.insert(all_.end(), round.begin(), round.end());
    std::sort(round.begin(), round.end());
    medians_.push_back(percentile(round, kP50));
  }
  const std::vector<Nanos>& medians() const { return medians_; }
  LoopTimes summary() {
    std::sort(all_.begin(), all_.end());
    std::vector<Nanos> medians = medians_;
    std::sort(medians.begin(), medians.end());
    return {percentile(medians, kP50).count(), percentile(all_, kP99).count(),
            percentile(all_, kP999).count()};
  }

 private:
  std::vector<Nanos> all_;
  std::vector<Nanos> medians_;
};

// What a C program would write: the engine's functions and the clock, nothing else.
Result<void> bare_round(const SqliteSession& session, StatementId statement,
                        const std::vector<std::int64_t>& draws, std::vector<std::int64_t>& times) {
  const SqliteApi api = session.connection().api();
  sqlite3_stmt* const compiled = session.compiled(statement);
  std::size_t draw = 0;
  for (std::int64_t& time : times) {
    const std::int64_t id = draws[draw];
    if (++draw == draws.size()) draw = 0;

    const Instant sent = now();
    api.bind_int64(compiled, 1, id);
    const int row = api.step(compiled);
    const std::int64_t found = api.column_int64(compiled, 0);
    const int end = api.step(compiled);
    api.reset(compiled);
    const Instant done = now();

    if (row != SQLITE_ROW || end != SQLITE_DONE || found != id) {
      return fail(ErrorCode::Internal, "the bare loop did not get node {}", id);
    }
    time = std::chrono::duration_cast<Nanos>(done - sent).count();
  }
  return {};
}

Result<OverheadRow> measure_mode(const Mode& mode, Target& target, const NodeTable& table,
                                 const std::vector<std::int64_t>& ids,
                                 const OverheadOptions& options) {
  Result<std::unique_ptr<Session>> connected = target.connect();
  if (!connected) return tl::unexpected(connected.error());
  auto* const session = dynamic_cast<SqliteSession*>(connected->get());
  if (session == nullptr) return fail(ErrorCode::Internal, "this is no SQLite session");
  const std::string id = quote_identifier(table.id_column);
  const Result<StatementId> statement = session->prepare(
      {"overhead",
       "sql",
       fmt::format("SELECT {0} FROM {1} WHERE {0} = $id", id, quote_identifier(table.label)),
       {"id"}});
  if (!statement) return tl::unexpected(statement.error());

  SplitMix64 random(derive(options.seed, "overhead"));
  std::vector<std::int64_t> drawn;
  std::vector<Params> params;
  std::vector<const Params*> draws;
  drawn.reserve(kDraws);
  params.reserve(kDraws);
  draws.reserve(kDraws);
  for (std::size_t i = 0; i < kDraws; ++i) {
    drawn.push_back(ids[random.below(ids.size())]);
    params.push_back({Value(drawn.back())});
    draws.push_back(&params.back());
  }

  // With the watchdog armed, as in a real run.
  BlockPlan plan;
  plan.operation = Operation(&*statement, 1);
  plan.draws = draws;
  plan.operations = options.operations;
  plan.operation_limit = std::chrono::seconds(60);

  Watchdog watchdog(*session);
  RowSet rows;
  Samples bare(options);
  Samples runner(options);
  std::vector<std::int64_t> times(options.operations);
  const auto one_bare = [&](bool record) -> Result<void> {
    if (Result<void> done = bare_round(*session, *statement, drawn, times); !done) return done;
    if (record) bare.add_round(times);
    return {};
  };
  const auto one_runner = [&](bool record) -> Result<void> {
    const BlockRecord block = run_block(*session, plan, watchdog, rows, {});
    if (block.errors != 0 || block.rows != options.operations) {
      return fail(ErrorCode::Internal, "the runner's loop got {} rows of {}: {}", block.rows,
                  options.operations, block.first_error);
    }
    if (record) runner.add_round(block.service_ns);
    return {};
  };

  if (mode.in_transaction) {
    if (Result<void> begun = session->begin(); !begun) return tl::unexpected(begun.error());
  }
  Result<void> done = one_bare(false);
  if (done) done = one_runner(false);
  for (std::uint32_t round = 0; done && round < options.rounds; ++round) {
    // ABBA: whatever drifts from the first to the second loop of a round, drifts the other way
    // next.
    done = round % 2 == 0 ? one_bare(true) : one_runner(true);
    if (done) done = round % 2 == 0 ? one_runner(true) : one_bare(true);
  }
  if (!done) return tl::unexpected(done.error());
  if (mode.in_transaction) {
    if (Result<void> committed = session->commit(); !committed) {
      return tl::unexpected(committed.error());
    }
  }

  std::vector<Nanos> added;
  for (std::size_t i = 0; i < options.rounds; ++i) {
    added.push_back(runner.medians()[i] - bare.medians()[i]);
  }
  std::sort(added.begin(), added.end());
  OverheadRow row;
  row.engine = mode.engine;
  row.mode = mode.name;
  row.bare = bare.summary();
  row.runner = runner.summary();
  row.added_p50_ns = percentile(added, kP50).count();
  row.p999_ratio = static_cast<double>(row.runner.p999_ns) /
                   static_cast<double>(std::max<std::int64_t>(row.bare.p999_ns, 1));
  row.p50_meets_goal = row.added_p50_ns <= kOverheadGoalP50Ns;
  row.p999_meets_goal = row.p999_ratio <= kOverheadGoalP999Ratio;
  return row;
}

Result<void> check(const OverheadOptions& options, const Dataset& dataset) {
  if (options.rounds < kLeastRounds) {
    return fail(ErrorCode::InvalidArgument, "{} rounds are too few; at least {} are needed",
                options.rounds, kLeastRounds);
  }
  if (options.operations < 1000) {
    return fail(ErrorCode::InvalidArgument,
                "{} operations a round are too few; a p99.9 needs at least 1000",
                options.operations);
  }
  if (dataset.nodes.empty()) {
    return fail(ErrorCode::InvalidArgument, "dataset {} has no nodes to read", dataset.name);
  }
  return {};
}

}  // namespace

Result<OverheadReport> measure_overhead(const Registry& registry, const Dataset& dataset,
                                        const OverheadOptions& options) {
  if (Result<void> checked = check(options, dataset); !checked) {
    return within("measure overhead", checked.error());
  }
  const NodeTable& table = dataset.nodes.front();
  const Result<std::vector<std::int64_t>> ids = ids_of(table);
  if (!ids) return within("measure overhead", ids.error());

  OverheadReport report;
  report.dataset = dataset.name;
  report.rounds = options.rounds;
  report.operations = options.operations;
  report.seed = options.seed.value;
  report.floor = measure_timer_floor();
  for (const Mode& mode : kModes) {
    const Result<const Adapter*> adapter = registry.find(mode.engine);
    if (!adapter) return tl::unexpected(adapter.error());
    // One at a time: a second open connection to the file would change what its locks cost.
    Result<std::unique_ptr<Target>> target = (*adapter)->open({options.folder, options.settings});
    if (!target) return tl::unexpected(target.error());
    report.engine_version = (*target)->info().version;
    report.library_path = (*target)->info().library_path;
    if (const Result<LoadReport> loaded = (*target)->load(dataset); !loaded) {
      return tl::unexpected(loaded.error());
    }
    Result<OverheadRow> row = measure_mode(mode, **target, table, *ids, options);
    if (!row) return within(fmt::format("{}, {}", mode.engine, mode.name), row.error());
    report.rows.push_back(std::move(*row));
  }
  return report;
}

}  // namespace gb
