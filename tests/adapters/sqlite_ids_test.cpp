// Datasets whose ids are texts, or unique within a label alone: generated ones and a mixed one.
#include <doctest/doctest.h>

#include "tests/adapters/conformance.h"
#include "workloads/dataset/cache.h"

using namespace gb;
using namespace gb::test;

namespace {

Subject in_memory() {
  Registry registry;
  add_all_adapters(registry);
  return {*registry.find("sqlite-mem").value(), &sql_dialect(), true};
}

/// Asks one text and gives the only cell of its answer.
Value ask(Target& target, const std::string& text, const std::vector<std::string>& names = {},
          const Params& params = {}) {
  const std::unique_ptr<Session> session = target.connect().value();
  const Result<StatementId> id = session->prepare({"q", "sql", text, names});
  REQUIRE_MESSAGE(id, id.error().message);
  RowSet rows;
  const Result<void> done = session->execute(*id, params, rows);
  REQUIRE_MESSAGE(done, done.error().message);
  REQUIRE(rows.row_count() == 1);
  return rows.value(0, 0);
}

Dataset generated(const TemporaryFolder& folder, const Recipe& recipe) {
  Result<Generated> made = generate_dataset(recipe, folder.path());
  REQUIRE_MESSAGE(made, made.error().message);
  return std::move(made->dataset);
}

}  // namespace

TEST_CASE("collab loads whole, with its ids as the texts they are") {
  const TemporaryFolder folder;
  const Dataset collab = generated(folder, {"collab", 42, CollabParams{10'000}});
  const Opened opened = open_loaded(in_memory(), collab);
  CHECK(to_text(ask(*opened.target, "SELECT name FROM \"Person\" WHERE id = $id", {"id"},
                    {"p0"})) == "\"Person 0\"");
  // By key, in one B-tree.
  CHECK(to_text(ask(*opened.target,
                    "SELECT count(*) FROM \"FOLLOWS\" f JOIN \"Person\" p ON p.id = f.dst")) ==
        to_text(ask(*opened.target, "SELECT count(*) FROM \"FOLLOWS\"")));
  CHECK(
      to_text(ask(*opened.target, "SELECT typeof(src) || typeof(dst) FROM \"OWNED_BY\" LIMIT 1")) ==
      "\"texttext\"");
}

TEST_CASE("snb29 loads whole, though a type has several tables and ends at labels of labels") {
  const TemporaryFolder folder;
  const Dataset snb = generated(folder, {"snb29", 42, Snb29Params{300}});
  const Opened opened = open_loaded(in_memory(), snb);
  CHECK(to_text(ask(*opened.target, "SELECT typeof(id) FROM \"Person\" LIMIT 1")) == "\"integer\"");
  // Messages are posts and comments; the pair of labels is part of the table's name.
  CHECK(to_text(ask(*opened.target,
                    "SELECT count(*) FROM \"Message_HAS_TAG_Tag\" h JOIN \"Tag\" t ON t.id = "
                    "h.dst")) ==
        to_text(ask(*opened.target, "SELECT count(*) FROM \"Message_HAS_TAG_Tag\"")));
  CHECK(to_text(ask(*opened.target, "SELECT count(*) > 0 FROM \"Forum_HAS_TAG_Tag\"")) == "1");
}

TEST_CASE("an edge may lead from a label of texts to one of integers") {
  SmallGraph graph;
  graph.nodes("City", {}, "id:ID,:LABEL", {"7,City", "8,City"});
  graph.nodes("Person", {}, "id:ID,:LABEL", {"P1,Person", "12,Person"});
  graph.edges("LIVES_IN", "Person", "City", {}, ":START_ID,:END_ID,:TYPE",
              {"P1,7,LIVES_IN", "12,8,LIVES_IN", "P1,7,LIVES_IN"});
  graph.edges("SEEN", "", "", {}, ":START_ID,:END_ID,:TYPE", {"P1,7,SEEN", "8,12,SEEN"});
  const Opened opened = open_loaded(in_memory(), graph.dataset());
  const std::string city = "SELECT dst FROM \"LIVES_IN\" WHERE src = $p LIMIT 1";
  CHECK(to_text(ask(*opened.target, city, {"p"}, {"P1"})) == "7");
  CHECK(to_text(ask(*opened.target, city, {"p"}, {"12"})) ==
        "8");  // a text that looks like a number
  CHECK(to_text(ask(*opened.target, "SELECT count(*) FROM \"LIVES_IN\" WHERE src = 'P1'")) == "2");
  CHECK(to_text(ask(*opened.target,
                    "SELECT count(*) FROM \"SEEN\" s JOIN \"City\" c ON c.id = s.dst")) == "1");
}

TEST_CASE("an edge to a text no node has is named with file and line") {
  SmallGraph graph;
  graph.nodes("Person", {}, "id:ID,:LABEL", {"P1,Person", "P2,Person"});
  graph.edges("KNOWS", "Person", "Person", {}, ":START_ID,:END_ID,:TYPE",
              {"P1,P2,KNOWS", "P2,P9,KNOWS"});
  const Opened opened = open_empty(in_memory());
  const auto loaded = opened.target->load(graph.dataset());
  REQUIRE_FALSE(loaded);
  CHECK(loaded.error().code == ErrorCode::InvalidArgument);
  CHECK(loaded.error().message.find("KNOWS.rel.csv:3") != std::string::npos);
  CHECK(loaded.error().message.find("ends at node P9, which does not exist") != std::string::npos);
}

TEST_CASE("a label whose first id is an integer keeps integers, and names the line that has none") {
  SmallGraph graph;
  graph.nodes("Person", {}, "id:ID,:LABEL", {"1,Person", "P2,Person"});
  const Opened opened = open_empty(in_memory());
  const auto loaded = opened.target->load(graph.dataset());
  REQUIRE_FALSE(loaded);
  CHECK(loaded.error().message.find("Person.csv:3") != std::string::npos);
}
