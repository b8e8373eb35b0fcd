#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <limits>

#include "tests/adapters/conformance.h"

namespace gb::test {
namespace {

std::string shown(const Value& value) { return canonical_text(value); }

// As text, so that a difference can be read and no type is coerced into another.
#define CHECK_VALUE(actual, expected) CHECK(shown(actual) == shown(Value(expected)))

std::int64_t resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  std::int64_t size = 0;
  std::int64_t resident = 0;
  statm >> size >> resident;
  return resident * 4096;
}

}  // namespace

void check_load_report(const Subject& subject) {
  SmallGraph graph;
  conformance_graph(graph);
  Opened opened = open_empty(subject);
  const Result<LoadReport> report = opened.target->load(graph.dataset());
  REQUIRE(report.has_value());
  CHECK(report->node_count == 4);
  CHECK(report->edge_count == 4);
  CHECK(report->duration > Nanos{0});
  CHECK_FALSE(report->method.empty());
  CHECK_FALSE(report->indexes.empty());
  CHECK((report->store_bytes > 0 || report->store_bytes == -1));
  CHECK(opened.target->store_bytes() == report->store_bytes);
}

void check_identity(const Subject& subject) {
  Opened opened = open_empty(subject);
  const TargetInfo info = opened.target->info();
  CHECK(info.engine == subject.adapter.static_info.engine);
  CHECK_FALSE(info.version.empty());
  CHECK(info.version == subject.adapter.probe_version({}).value_or("none"));
  CHECK_FALSE(info.durability.empty());
  CHECK_FALSE(info.configuration.empty());
  if (info.plane == Plane::Inproc) {
    CHECK(std::filesystem::is_regular_file(info.library_path));
    CHECK(info.library_sha256.size() == 64);
  }
  // The digest over it must be the same for every run of one engine.
  CHECK(open_empty(subject).target->info().configuration == info.configuration);

  const Result<std::unique_ptr<Target>> refused =
      subject.adapter.open({opened.folder->path(), {{"no-such-setting", "1"}}});
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().code == ErrorCode::InvalidArgument);
  CHECK(refused.error().message.find("no-such-setting") != std::string::npos);
}

void check_answers(const Subject& subject) {
  SmallGraph graph;
  conformance_graph(graph);
  Opened opened = open_loaded(subject, graph.dataset());
  Client client(subject, *opened.target);

  CHECK_VALUE(client.single("point", {2}), 2);
  CHECK_VALUE(client.single("point", {"2"}), 2);  // a pool may spell an id as text
  CHECK(client.ask("point", {99}).value().rows.empty());
  CHECK(client.ask("point", {99}).value().columns == std::vector<std::string>{"id"});

  const Answer probe = client.ask("edge", {1, 2}).value();
  CHECK(probe.columns == std::vector<std::string>{"found"});
  CHECK_VALUE(probe.rows.at(0).at(0), true);
  CHECK_VALUE(client.single("edge", {2, 1}), false);

  CHECK_VALUE(client.single("hop1", {3}), 2);
  CHECK_VALUE(client.single("hop2", {1}), 1);
  CHECK_VALUE(client.single("hop3", {1}), 2);
  CHECK_VALUE(client.single("hop1", {4}), 0);
  CHECK_VALUE(client.single("reach3", {1}), 4);
  CHECK_VALUE(client.single("shortest", {1, 4}), 3);
  CHECK(client.ask("shortest", {4, 1}).value().rows.empty());
  CHECK_VALUE(client.single("shortest_undirected", {4, 1}), 2);
  CHECK_VALUE(client.single("triangles"), 3);
  CHECK_VALUE(client.single("triangles_undirected"), 1);

  const Answer stats = client.ask("stats").value();
  CHECK(stats.columns == std::vector<std::string>{"n", "avgId"});
  CHECK_VALUE(stats.rows.at(0).at(0), 4);
  CHECK_VALUE(stats.rows.at(0).at(1), 2.5);
}

void check_several_labels(const Subject& subject) {
  SmallGraph graph;
  graph.nodes("Person", {}, "id:ID", {"1", "2"});
  graph.nodes("Post", {{"name", PropertyType::String}}, "id:ID,name:STRING", {"10,a", "11,b"});
  graph.edges("KNOWS", "Person", "Person", {}, ":START_ID,:END_ID,:TYPE", {"1,2,KNOWS"});
  graph.edges("LIKES", "Person", "Post", {{"weight", PropertyType::Float64}},
              ":START_ID,:END_ID,:TYPE,weight:FLOAT64", {"1,11,LIKES,0.5", "1,10,LIKES,1"});
  Opened opened = open_empty(subject);
  const Result<LoadReport> report = opened.target->load(graph.dataset());
  if (!opened.target->info().capabilities.several_labels) {
    REQUIRE_FALSE(report.has_value());
    CHECK(report.error().code == ErrorCode::Unsupported);
    CHECK(report.error().message.find("unsupported-dataset") != std::string::npos);
    return;
  }
  REQUIRE_MESSAGE(report.has_value(), (report ? "" : report.error().message));
  CHECK(report->node_count == 4);
  CHECK(report->edge_count == 3);
  Client client(subject, *opened.target);
  CHECK_VALUE(client.single("persons"), 2);
  const Answer liked = client.ask("liked", {1}).value();
  REQUIRE(liked.rows.size() == 2);
  CHECK_VALUE(liked.rows[0][0], "a");
  CHECK_VALUE(liked.rows[0][1], 1.0);
  CHECK_VALUE(liked.rows[1][1], 0.5);
}

void check_parallel_edges(const Subject& subject) {
  SmallGraph graph;
  graph.nodes("Node", {}, "id:ID,:LABEL", {"1,Node", "2,Node"});
  graph.edges("EDGE", "Node", "Node", {{"w", PropertyType::Int64}},
              ":START_ID,:END_ID,:TYPE,w:INT64",
              {"1,2,EDGE,7", "2,2,EDGE,1", "1,2,EDGE,7", "1,2,EDGE,9"});
  Opened opened = open_empty(subject);
  const Result<LoadReport> report = opened.target->load(graph.dataset());
  REQUIRE_MESSAGE(report.has_value(), (report ? "" : report.error().message));
  CHECK(report->edge_count == 4);
  Client client(subject, *opened.target);
  CHECK_VALUE(client.single("hop1", {1}), 3);
  CHECK_VALUE(client.single("hop1", {2}), 1);
}

void check_values(const Subject& subject) {
  const std::string long_text(std::size_t{1} << 20U, 'x');
  const std::string awkward = "a,b \"c\"\nd\\e 'f' \xC3\xA9\xE2\x82\xAC";
  SmallGraph graph;
  graph.nodes(
      "Thing",
      {{"text", PropertyType::String},
       {"number", PropertyType::Int64},
       {"real", PropertyType::Float64},
       {"flag", PropertyType::Bool}},
      "id:ID,:LABEL,text:STRING,number:INT64,real:FLOAT64,flag:BOOL",
      {"1,Thing,\"a,b \"\"c\"\"\nd\\e 'f' \xC3\xA9\xE2\x82\xAC\",9223372036854775807,0.1,true",
       "2,Thing,\"\",-9223372036854775808,-1.5e300,false", "3,Thing,,,,",
       "4,Thing," + long_text + ",0,5e-324,true"});
  Opened opened = open_loaded(subject, graph.dataset());
  Client client(subject, *opened.target);
  const auto row = [&](std::int64_t id) { return client.ask("values", {id}).value().rows.at(0); };

  CHECK_VALUE(row(1)[0], awkward);
  CHECK_VALUE(row(1)[1], std::numeric_limits<std::int64_t>::max());
  CHECK_VALUE(row(1)[2], 0.1);
  CHECK_VALUE(row(1)[3], true);
  CHECK_VALUE(row(2)[0], "");  // quoted nothing is the empty string
  CHECK_VALUE(row(2)[1], std::numeric_limits<std::int64_t>::min());
  CHECK_VALUE(row(2)[2], -1.5e300);
  CHECK_VALUE(row(2)[3], false);
  for (const Value& value : row(3)) CHECK(value.is_null());
  CHECK(std::get<std::string>(row(4)[0].is) == long_text);
  CHECK_VALUE(row(4)[2], 5e-324);
}

void check_parameters(const Subject& subject) {
  SmallGraph graph;
  conformance_graph(graph);
  Opened opened = open_loaded(subject, graph.dataset());
  Client client(subject, *opened.target);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  CHECK_VALUE(client.single("echo", {std::numeric_limits<std::int64_t>::max()}),
              std::numeric_limits<std::int64_t>::max());
  CHECK_VALUE(client.single("echo", {kInfinity}), kInfinity);
  CHECK_VALUE(client.single("echo", {-0.0}), -0.0);
  CHECK(client.single("echo", {Value()}).is_null());
  CHECK_VALUE(client.single("echo", {"it's \"$value\""}), "it's \"$value\"");
  CHECK_VALUE(client.single("echo", {""}), "");
  // What reads as an integer is one; what would print differently stays text.
  CHECK_VALUE(client.single("echo", {"-42"}), -42);
  CHECK_VALUE(client.single("echo", {"007"}), "007");
  CHECK_VALUE(client.single("echo", {"99999999999999999999"}), "99999999999999999999");

  const Answer twice = client.ask("twice", {"one", "skipped", 2}).value();
  CHECK_VALUE(twice.rows.at(0).at(0), "one");
  CHECK_VALUE(twice.rows.at(0).at(1), 2);
  CHECK_VALUE(twice.rows.at(0).at(2), "one");

  // Fewer parameters than the statement lists never reach the engine.
  CHECK(client.ask("edge", {1}).error().code == ErrorCode::InvalidArgument);
  CHECK(client.ask("echo", {Value(List{1})}).error().code == ErrorCode::InvalidArgument);
  CHECK_VALUE(client.single("point", {3}), 3);

  for (const char* name : {"wrong_text", "unknown_parameter"}) {
    const Question& question = subject.dialect->questions.at(name);
    const Result<StatementId> refused =
        client.session().prepare({name, subject.dialect->name, question.text, question.parameters});
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().code == ErrorCode::InvalidArgument);
    CHECK(refused.error().message.find(name) != std::string::npos);
  }
  CHECK(client.session().prepare({"q", "no-such-dialect", "x", {}}).error().code ==
        ErrorCode::Unsupported);
}

void check_long_chain(const Subject& subject) {
  SmallGraph graph;
  chain_graph(graph, 50);
  Opened opened = open_loaded(subject, graph.dataset());
  Client client(subject, *opened.target);
  CHECK_VALUE(client.single("shortest", {1, 50}), 49);
}

void check_many_rows(const Subject& subject) {
  constexpr int kRows = 100'000;
  SmallGraph graph;
  std::vector<std::string> nodes;
  for (int i = 0; i < kRows; ++i) nodes.push_back(fmt::format("{},Node", i));
  graph.nodes("Node", {}, "id:ID,:LABEL", nodes);
  graph.edges("EDGE", "Node", "Node", {}, ":START_ID,:END_ID,:TYPE", {});
  Opened opened = open_loaded(subject, graph.dataset());
  Client client(subject, *opened.target);
  const StatementId all = client.statement("all_ids");
  RowSet rows;
  REQUIRE(client.session().execute(all, {}, rows).has_value());
  const std::int64_t before = resident_bytes();
  for (int i = 0; i < 5; ++i) {
    REQUIRE(client.session().execute(all, {}, rows).has_value());
    REQUIRE(rows.row_count() == kRows);
    CHECK_VALUE(rows.value(kRows - 1, 0), kRows - 1);
  }
  // Five times 1.6 MB of cells if the memory were not used again.
  CHECK(resident_bytes() - before < (std::int64_t{4} << 20U));
}

}  // namespace gb::test
