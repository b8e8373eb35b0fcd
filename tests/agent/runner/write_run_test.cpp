// Writes through a whole run on real SQLite: brackets, checks, and what happens when they fail.
#include "tests/agent/runner/real_run.h"

using namespace gb::testing;

namespace {

/// A workload of writes on the grid, beside one read. Tests overwrite its texts.
class Writes {
 public:
  Writes() {
    std::filesystem::create_directories(at(""));
    write_text(at("workload.toml"),
               "title = \"Writes\"\nfamily = \"micro\"\nfidelity = \"harness-native\"\n"
               "queries = [\"w-insert\", \"w-delete\", \"w-move\", \"w-count\"]\n"
               "[datasets]\nsmoke = \"grid-30x30\"\n");
    for (const char* id : {"w-insert", "w-delete", "w-move"}) {
      write_text(at(std::string(id) + ".toml"), "class = \"write\"\nmeaning = \"A write.\"\n");
    }
    text("w-insert", "sql", "INSERT INTO Node (id) VALUES (-1)");
    text("w-insert", "teardown.sql", "DELETE FROM Node WHERE id = -1");
    text("w-insert", "check.sql", "SELECT count(*) = 1 AS \"ok::bool\" FROM Node WHERE id = -1");
    text("w-delete", "setup.sql", "INSERT INTO Node (id) VALUES (-2)");
    text("w-delete", "sql", "DELETE FROM Node WHERE id = -2");
    text("w-delete", "teardown.sql", "DELETE FROM Node WHERE id = -2");
    text("w-delete", "check.sql", "SELECT count(*) = 0 AS \"ok::bool\" FROM Node WHERE id = -2");
    text("w-move", "setup.sql",
         "INSERT INTO Node (id) VALUES (-3); INSERT INTO Node (id) VALUES (-4)");
    text("w-move", "sql",
         "INSERT INTO EDGE (src, dst, ordinal) VALUES (-3, -4, 0); "
         "INSERT INTO EDGE (src, dst, ordinal) VALUES (-4, -3, 0)");
    text("w-move", "teardown.sql",
         "DELETE FROM EDGE WHERE src < 0; DELETE FROM Node WHERE id IN (-3, -4)");
    text("w-move", "check.sql",
         "SELECT (SELECT count(*) FROM EDGE WHERE src < 0) = 2 AS \"ok::bool\"");
    write_text(at("w-count.toml"),
               "class = \"aggregation\"\nmeaning = \"Nodes.\"\ncolumns = [\"n\"]\n"
               "oracle = \"micro-scan-count\"\n");
    text("w-count", "sql", "SELECT count(*) AS n FROM Node");
  }

  void text(const std::string& query, const std::string& kind, const std::string& content) {
    write_text(at(query + "." + kind), content + "\n");
  }

  v1::RunRequest request(const std::filesystem::path& run_folder,
                         const std::string& engine = "sqlite-mem") const {
    v1::RunRequest request = request_for(engine, run_folder);
    request.set_workload("writes");
    request.set_catalogue_folder(folder_.path().string());
    return request;
  }
  Ran run() const {
    const gb::TemporaryFolder folder;
    return run_to_document(request(folder.path()));
  }

 private:
  std::filesystem::path at(const std::string& name) const { return folder_ / "writes" / name; }
  gb::TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("a thousand repetitions of every write leave the graph as it was") {
  const Writes writes;
  for (const std::string engine : {"sqlite", "sqlite-mem"}) {
    CAPTURE(engine);
    const gb::TemporaryFolder folder;
    auto request = writes.request(folder.path(), engine);
    request.mutable_settings()->set_operations(1000);
    const Ran ran = run_to_document(request);
    for (const auto& line : ran.document.verification) {
      CAPTURE(line.query_id);
      CAPTURE(line.reason);
      CHECK(line.outcome == "PASS");
      CHECK(ran.outcome(line.query_id).outcome == "measured");
      CHECK(ran.document.queries.at(line.query_id).errors == 0);
      CHECK(ran.document.queries.at(line.query_id).count == 1000);
      if (line.query_id != "w-count") CHECK(line.samples == 3);
    }
    CHECK_FALSE(ran.sent.partial());
  }
}

TEST_CASE("what is wrong with a write is told, and costs that write alone") {
  Writes writes;
  std::string reason;
  SUBCASE("it does nothing") {
    writes.text("w-insert", "sql", "DELETE FROM Node WHERE id = -1");
    reason = "post-condition not satisfied: got [false]";
  }
  SUBCASE("its check holds without it") {
    writes.text("w-insert", "check.sql", "SELECT 1 AS \"ok::bool\"");
    reason = "vacuous-check: the post-condition holds before the write";
  }
  SUBCASE("its set-up fails") {
    writes.text("w-insert", "setup.sql",
                "INSERT INTO Node (id) VALUES (-1); INSERT INTO Node (id) VALUES (1)");
    reason = "setup-error: ";
  }
  SUBCASE("it cannot be executed") {
    writes.text("w-insert", "sql", "INSERT INTO Node (id) VALUES (1)");
    reason = "rollback-error: ";
  }
  const Ran ran = writes.run();
  CAPTURE(ran.outcome("w-insert").detail);
  CHECK(ran.outcome("w-insert").outcome == "failed");
  CHECK(ran.outcome("w-insert").detail.starts_with(reason));
  for (const char* other : {"w-delete", "w-move", "w-count"}) {
    CHECK(ran.outcome(other).outcome == "measured");
  }
  CHECK(ran.sent.failed_count() == 1);
  CHECK(ran.sent.partial());
}

TEST_CASE("a write that is not undone whole is noticed by counting, and no write is believed") {
  Writes writes;
  writes.text("w-move", "teardown.sql",
              "DELETE FROM EDGE WHERE src < 0; DELETE FROM Node WHERE id = -3");
  writes.text(
      "w-move", "setup.sql",
      "INSERT OR IGNORE INTO Node (id) VALUES (-3); INSERT OR IGNORE INTO Node (id) VALUES (-4)");
  const Ran ran = writes.run();
  for (const char* write : {"w-insert", "w-delete", "w-move"}) {
    CAPTURE(ran.outcome(write).detail);
    CHECK(ran.outcome(write).outcome == "failed");
    CHECK(ran.outcome(write).detail.find("graph-changed") == 0);
    CHECK(ran.outcome(write).detail.find("901") != std::string::npos);
  }
  CHECK(ran.document.queries.empty());
}

TEST_CASE("a teardown that fails ends verification, and nothing is measured") {
  Writes writes;
  writes.text("w-delete", "teardown.sql", "INSERT INTO Node (id) VALUES (1)");  // there is one
  const Ran ran = writes.run();
  CHECK(ran.outcome("w-delete").detail.starts_with("teardown-failed: "));
  for (const char* later : {"w-move", "w-count"}) {
    CHECK(ran.outcome(later).outcome == "broken");
  }
  CHECK(ran.document.queries.empty());
}
