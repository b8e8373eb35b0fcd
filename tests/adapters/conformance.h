#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "adapters/registry.h"
#include "tests/adapters/small_graph.h"

namespace gb::test {

/// The questions of the conformance suite in one dialect: name -> text. Every dialect answers the
/// same ones; "endless_rows" and "endless" never end by themselves.
struct Question {
  std::string text;
  std::vector<std::string> parameters;
};
struct Dialect {
  std::string name;
  std::map<std::string, Question> questions;
};
const Dialect& sql_dialect();

/// An engine as the suite sees it. A new adapter runs the whole suite by filling in this.
struct Subject {
  Adapter adapter;
  const Dialect* dialect = nullptr;
  bool reader_waits_for_writer = false;  // table locks: a reader is served after the commit
};

/// One check of engines §6 each; every one opens its own target. Called inside a TEST_CASE.
void check_load_report(const Subject& subject);     // 1
void check_answers(const Subject& subject);         // 2 to 6
void check_several_labels(const Subject& subject);  // 7
void check_parallel_edges(const Subject& subject);
void check_bad_files(const Subject& subject);     // 8
void check_threads(const Subject& subject);       // 9
void check_transactions(const Subject& subject);  // 9, 11
void check_closing(const Subject& subject);       // 10
void check_values(const Subject& subject);        // 11
void check_parameters(const Subject& subject);
void check_long_chain(const Subject& subject);   // 11
void check_many_rows(const Subject& subject);    // 11
void check_reload(const Subject& subject);       // 12
void check_killed_load(const Subject& subject);  // 12
void check_interrupt(const Subject& subject);    // 13
void check_identity(const Subject& subject);     // 1, fairness record

/// A target with a folder of its own, loaded or not.
struct Opened {
  std::unique_ptr<TemporaryFolder> folder;
  std::unique_ptr<Target> target;
};
Opened open_empty(const Subject& subject);
Opened open_loaded(const Subject& subject, const Dataset& dataset);

/// One client that asks the dialect's questions by name and hands back whole answers.
class Client {
 public:
  Client(const Subject& subject, Target& target);
  Result<Answer> ask(const std::string& question, const Params& params = {});
  /// Of a question that must succeed and give one row of one column.
  Value single(const std::string& question, const Params& params = {});
  Session& session() { return *session_; }
  StatementId statement(const std::string& question);

 private:
  const Subject& subject_;
  std::unique_ptr<Session> session_;
  std::map<std::string, StatementId> prepared_;
  RowSet rows_;
};

}  // namespace gb::test
