#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/data/statement.h"

namespace gb {

/// What a query costs, by kind; decides report order and budgets (workloads §2). In report order.
enum class QueryClass { PointRead, Traversal, Subgraph, Aggregation, Analytical, Write };

std::string_view name_of(QueryClass query_class);  // "point-read", "traversal", ...
std::optional<QueryClass> find_query_class(std::string_view name);

/// How an answer is held against the oracle's (workloads §4).
struct CompareSettings {
  bool ordered = false;
  bool coerce = false;  // an int may equal a float
  double relative_tolerance = 1e-9;
  double absolute_floor = 1e-12;  // beside the relative tolerance, so that 0 may be 1e-13
  std::vector<std::string> keys =
      {};  // columns that name a row of an unordered answer, when there are
           // floats beside them; empty: all columns that hold no float
};

/// A text in one dialect, cut into its statements. Several make one operation: they run in order
/// inside one transaction, and the rows are those of the last.
using StatementTexts = std::vector<std::string>;

/// By dialect.
using DialectTexts = std::map<std::string, StatementTexts>;

/// One binding with its right answer, as somebody worked it out and wrote it down.
struct ExpectedAnswer {
  Params params;                         // in the order of `Query::parameters`
  std::vector<std::vector<Value>> rows;  // as wide as `Query::columns`; none for a write
};

/// For a reader: what a query asked with this binding of that dataset answers.
struct QueryExample {
  std::string dataset;  // a recipe's name
  ExpectedAnswer answer;
};

/// One question: meaning, parameters, how it is checked, and its text in each dialect.
struct Query {
  std::string id;    // "micro-khop2"; stable, unique in a catalogue
  std::string file;  // its definition, for messages
  QueryClass query_class = QueryClass::PointRead;
  std::string meaning;  // one paragraph a reader can check
  std::string pool;     // key of the parameter pool, or the name of the answers' file; empty: no
                        // parameters
  std::vector<std::string> parameters;  // names, in the order they are bound
  std::vector<std::string> columns;     // of the answer, in order; a write has none
  CompareSettings compare;
  std::string oracle;                    // which oracle answers it; the id unless said
  std::vector<ExpectedAnswer> expected;  // given in a file: its oracle and, where it has
                                         // parameters, its pool; empty: `oracle` answers
  bool needs_path_predicate = false;
  bool needs_shortest_path = false;
  bool needs_deletes = false;
  bool needs_parallel_edges = false;  // two edges of one type between the same two nodes
  bool autocommit_ok = false;         // a write that may run outside an explicit transaction
  std::string kernel;              // whole-graph algorithm it asks for (bfs, wcc, ...); empty: none
  std::uint32_t verify_limit = 0;  // draws verified at most; 0: as many as the run asks for
  DialectTexts texts;
  std::set<std::string> emulated;  // dialects whose text spells a kernel out instead of calling
                                   // one: never in one table with native kernels
  // Around one repetition of a write (workloads §6), outside the clock. An empty text is a text:
  // nothing to do in that dialect. `check` answers one row whose first cell is true when the write
  // did what it should. All may use the query's parameters, bound to the same values.
  DialectTexts setup;
  DialectTexts teardown;
  DialectTexts check;
  // For readers alone; neither takes part in the version.
  std::map<std::string, std::string> withheld;  // dialect -> why there is no text in it
  std::optional<QueryExample> example;
};

/// How a workload's queries are run (workloads §8): each by itself in a block; all together in
/// given proportions; or one at a time and a few times each, because an answer takes seconds.
enum class Protocol { PerQuery, Mix, Analytics };

std::string_view name_of(Protocol protocol);  // "per-query", "mix", "analytics"

struct Workload {
  std::string name;
  std::string title;
  std::string family;
  std::string fidelity;                         // harness-native, derived, spec-following, faithful
  std::map<std::string, std::string> datasets;  // scale ("smoke", "sf1") -> recipe, name of a
                                                // dataset, or "./<folder>" inside `folder`
  Protocol protocol = Protocol::PerQuery;
  std::map<std::string, double> weights;  // of a mix: query id -> share, not normalised
  std::vector<Query> queries;             // in the order they are asked
  std::string version;  // 16 hex digits of a SHA-256 over name, datasets, definitions and texts of
                        // every dialect, expected answers and manifests: another text, another
                        // version. Prose (title, meaning, examples) and layout take no part
  std::filesystem::path folder;                  // where it was read from; empty when built in
  std::map<std::string, std::string> manifests;  // "./<folder>" -> text of its manifest.json
};

/// The folder of a dataset the workload brings along ("./data"); nothing for any other name.
std::optional<std::filesystem::path> brought_dataset(const Workload& workload,
                                                     std::string_view dataset);

/// The workloads there are: a folder each, with a `workload.toml` that lists query ids in order, a
/// `<query>.toml` per query and a `<query>.<dialect>` per text, with `<query>.setup.<dialect>`,
/// `.teardown.` and `.check.` around a write, and `<query>.answers.json` where no oracle of ours
/// knows the answers. A workload may list a query that lives in another one's folder.
/// docs/catalogue.md describes every key.
class Catalogue {
 public:
  /// What was compiled into the program from workloads/catalogue/.
  static Result<Catalogue> built_in();
  /// The same files, read from a folder of workload folders. InvalidArgument, naming file and line,
  /// for whatever is wrong with one; NotFound when no workload is there.
  static Result<Catalogue> from_folder(const std::filesystem::path& folder);
  /// The built-in ones and beside them those of a folder of one's own, which may list queries of
  /// the former; an empty path: the built-in ones. Errors as above; a name or a query id that
  /// exists already is InvalidArgument.
  static Result<Catalogue> with_added(const std::filesystem::path& folder);

  /// NotFound, listing the names there are.
  Result<const Workload*> find(std::string_view workload) const;
  const std::vector<Workload>& all() const { return workloads_; }

 private:
  std::vector<Workload> workloads_;  // by name
};

}  // namespace gb
