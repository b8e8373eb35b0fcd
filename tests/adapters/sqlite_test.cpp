#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>

#include "adapters/sqlite/sqlite_error.h"
#include "tests/adapters/conformance.h"

using namespace gb;
using namespace gb::test;

namespace {

Adapter adapter(std::string_view engine) {
  Registry registry;
  add_all_adapters(registry);
  return *registry.find(engine).value();
}

std::vector<Subject> subjects() {
  return {{adapter("sqlite"), &sql_dialect(), false},
          {adapter("sqlite-sync"), &sql_dialect(), false},
          {adapter("sqlite-mem"), &sql_dialect(), true}};
}

void for_each_engine(void (*check)(const Subject&)) {
  for (const Subject& subject : subjects()) {
    CAPTURE(subject.adapter.static_info.engine);
    check(subject);
  }
}

}  // namespace

TEST_CASE("a load reports what the engine holds and what that takes") {
  for_each_engine(check_load_report);
}
TEST_CASE("an engine says what it is and refuses settings it does not know") {
  for_each_engine(check_identity);
}
TEST_CASE("the questions of the conformance graph have their answers") {
  for_each_engine(check_answers);
}
TEST_CASE("several labels and types are kept apart or refused by name") {
  for_each_engine(check_several_labels);
}
TEST_CASE("parallel edges and loops load and count") { for_each_engine(check_parallel_edges); }
TEST_CASE("a bad file is refused with its name and line") { for_each_engine(check_bad_files); }
TEST_CASE("eight threads get the answers of one") { for_each_engine(check_threads); }
TEST_CASE("a transaction is invisible until its commit and writers queue") {
  for_each_engine(check_transactions);
}
TEST_CASE("close works twice, after failures, and touches nothing of others") {
  for_each_engine(check_closing);
}
TEST_CASE("values survive from the file to the answer") { for_each_engine(check_values); }
TEST_CASE("parameters are bound by index and keep their types") {
  for_each_engine(check_parameters);
}
TEST_CASE("a shortest path may be 49 steps long") { for_each_engine(check_long_chain); }
TEST_CASE("a hundred thousand rows stream through memory that is used again") {
  for_each_engine(check_many_rows);
}
TEST_CASE("loading again replaces what was there") { for_each_engine(check_reload); }
TEST_CASE("a load that was killed is noticed by the next process") {
  for_each_engine(check_killed_load);
}
TEST_CASE("an interrupt ends the running operation and not the next") {
  for_each_engine(check_interrupt);
}

TEST_CASE("two memory targets in one process do not share a database") {
  const Subject subject = subjects()[2];
  SmallGraph four;
  conformance_graph(four);
  SmallGraph thirty;
  chain_graph(thirty, 30);
  Opened first = open_loaded(subject, four.dataset());
  Opened second = open_loaded(subject, thirty.dataset());
  Client of_first(subject, *first.target);
  Client of_second(subject, *second.target);
  CHECK(of_first.ask("all_ids").value().rows.size() == 4);
  CHECK(of_second.ask("all_ids").value().rows.size() == 30);
}

TEST_CASE("the three engines run with the durability they are named for") {
  const auto settings = [](std::string_view engine) {
    return open_empty({adapter(engine), &sql_dialect(), false}).target->info().configuration;
  };
  CHECK(settings("sqlite").at("journal_mode") == "wal");
  CHECK(settings("sqlite").at("synchronous") == "1");
  CHECK(settings("sqlite-sync").at("journal_mode") == "wal");
  CHECK(settings("sqlite-sync").at("synchronous") == "2");
  CHECK(settings("sqlite-mem").at("journal_mode") == "memory");
  CHECK(settings("sqlite-mem").at("synchronous") == "0");
  for (const char* engine : {"sqlite", "sqlite-sync", "sqlite-mem"}) {
    CHECK(settings(engine).at("cache_size") == "-262144");
    CHECK(settings(engine).at("busy_timeout") == "10000");
    CHECK(settings(engine).at("foreign_keys") == "0");
    CHECK(settings(engine).at("compile_options_sha256").size() == 64);
  }
  CHECK(settings("sqlite").at("mmap_size") == "268435456");
}

TEST_CASE("a library that is not there is named with the place and the remedy") {
  const Adapter sqlite = adapter("sqlite");
  const auto missing = [&](const TargetConfig& config) {
    const Result<std::string> version = sqlite.probe_version(config);
    REQUIRE_FALSE(version.has_value());
    CHECK(version.error().code == ErrorCode::Unavailable);
    return version.error().message;
  };
  TemporaryFolder folder;
  std::string message = missing({folder.path(), {{"lib", "/nowhere/libsqlite3.so"}}});
  CHECK(message.find("/nowhere/libsqlite3.so (setting lib)") != std::string::npos);
  CHECK(message.find("apt-get install") != std::string::npos);

  REQUIRE(setenv("GRAPH_BENCH_SQLITE_LIB", "/elsewhere/sqlite.so", 1) == 0);
  message = missing({folder.path(), {}});
  CHECK(message.find("/elsewhere/sqlite.so (GRAPH_BENCH_SQLITE_LIB)") != std::string::npos);
  REQUIRE(unsetenv("GRAPH_BENCH_SQLITE_LIB") == 0);

  // A library, but another one: the first symbol it lacks is named.
  message = missing({folder.path(), {{"lib", "libm.so.6"}}});
  CHECK(message.find("sqlite3_open_v2") != std::string::npos);

  CHECK(sqlite.probe_version({folder.path(), {{"lib", ""}}}).error().code ==
        ErrorCode::InvalidArgument);
  CHECK(sqlite.open({folder.path() / "absent", {}}).error().code == ErrorCode::InvalidArgument);
}

TEST_CASE("names that SQLite cannot keep apart are refused before anything is written") {
  const Subject subject = subjects()[0];
  const auto refused = [&](const SmallGraph& graph) {
    const Error error = open_empty(subject).target->load(graph.dataset()).error();
    CHECK(error.code == ErrorCode::Unsupported);
    return error.message;
  };
  SmallGraph same;
  same.nodes("Knows", {}, "id:ID", {"1"});
  same.edges("KNOWS", "Knows", "Knows", {}, ":START_ID,:END_ID,:TYPE", {});
  CHECK(refused(same).find("unsupported-dataset") != std::string::npos);
  SmallGraph own;
  own.nodes("Node", {}, "id:ID", {"1"});
  own.edges("EDGE", "Node", "Node", {{"Ordinal", PropertyType::Int64}},
            ":START_ID,:END_ID,:TYPE,Ordinal:INT64", {});
  CHECK(refused(own).find("Ordinal") != std::string::npos);
  SmallGraph kept;
  kept.nodes("sqlite_Node", {}, "id:ID", {"1"});
  CHECK(refused(kept).find("sqlite_Node") != std::string::npos);
}

TEST_CASE("quotes in a label and in a property name are part of the name") {
  const Subject subject = subjects()[0];
  SmallGraph graph;
  graph.nodes("No\"de", {{"a\"b", PropertyType::Int64}}, "id:ID,\"a\"\"b:INT64\"", {"1,5"});
  Opened opened = open_loaded(subject, graph.dataset());
  const std::unique_ptr<Session> session = opened.target->connect().value();
  const StatementId id =
      session->prepare({"q", "sql", "SELECT \"a\"\"b\" AS x FROM \"No\"\"de\"", {}}).value();
  RowSet rows;
  REQUIRE(session->execute(id, {}, rows).has_value());
  CHECK(std::get<std::int64_t>(rows.value(0, 0).is) == 5);
}

TEST_CASE("SQLite's codes keep their kind on the way to ours") {
  CHECK(code_of_sqlite(SQLITE_BUSY_SNAPSHOT) == ErrorCode::DeadlineExceeded);
  CHECK(code_of_sqlite(SQLITE_LOCKED_SHAREDCACHE) == ErrorCode::DeadlineExceeded);
  CHECK(code_of_sqlite(SQLITE_FULL) == ErrorCode::ResourceExhausted);
  CHECK(code_of_sqlite(SQLITE_CORRUPT_INDEX) == ErrorCode::DataLoss);
  CHECK(code_of_sqlite(SQLITE_NOTADB) == ErrorCode::DataLoss);
  CHECK(code_of_sqlite(SQLITE_INTERRUPT) == ErrorCode::Cancelled);
  CHECK(code_of_sqlite(SQLITE_IOERR_READ) == ErrorCode::Internal);
}

TEST_CASE("a database file that was overwritten is data loss, and says which file") {
  const Subject subject = subjects()[0];
  SmallGraph graph;
  conformance_graph(graph);
  Opened opened = open_loaded(subject, graph.dataset());
  REQUIRE(opened.target->close().has_value());
  std::filesystem::path database;
  for (const auto& entry : std::filesystem::directory_iterator(opened.folder->path())) {
    database = entry.path();
  }
  std::ofstream(database, std::ios::binary) << std::string(8192, 'z');
  const Result<void> reopened = opened.target->reopen();
  REQUIRE_FALSE(reopened.has_value());
  CHECK(reopened.error().code == ErrorCode::DataLoss);
  CHECK(reopened.error().message.find(database.string()) != std::string::npos);
}
