#include <doctest/doctest.h>

#include "tests/workloads/import/import_fixture.h"

namespace gb {
namespace {

TEST_CASE("typed headers make nodes, relationships and types, and spaces are numbered apart") {
  ImportFixture fixture;
  fixture.write("Person.csv",
                "id:ID(Person)|name:STRING|age:INT|score:DOUBLE|ok:BOOLEAN|tags:STRING[]|x:IGNORE\n"
                "7|Ann, A|30|1.50|TRUE|a;b|gone\n"
                "-3||||||\n");
  fixture.write("Post.csv", "id:ID(Post)|creationDate:LONG|:LABEL\n7|20100422123057947|Photo\n");
  fixture.write("Person_likes_Post.csv",
                ":START_ID(Person)|:END_ID(Post)|creationDate:LONG\n-3|7|5\n7|7|6\n");
  const auto imported = fixture.run();
  REQUIRE_MESSAGE(imported, imported.error().message);
  CHECK(fixture.text(imported, "nodes/Person.csv") ==
        "id:ID,sourceId:INT64,name:STRING,age:INT64,score:FLOAT64,ok:BOOL,tags:STRING[]\n"
        "0,7,\"Ann, A\",30,1.5,true,a;b\n1,-3,,,,,\n");
  CHECK(fixture.text(imported, "nodes/Post.csv") ==
        "id:ID,sourceId:INT64,creationDate:INT64,:LABEL\n2,7,20100422123057947,Photo\n");
  CHECK(fixture.text(imported, "rels/Person_likes_Post.csv") ==
        ":START_ID,:END_ID,:TYPE,creationDate:INT64\n1,2,Person_likes_Post,5\n"
        "0,2,Person_likes_Post,6\n");
  const Dataset& dataset = imported->dataset;
  CHECK(dataset.params.at("ids") == "numbered");
  CHECK(dataset.rels.at(0).start_label == "Person");
  CHECK(dataset.rels.at(0).end_label == "Post");
  CHECK(dataset.nodes.at(1).labels == std::vector<std::string>{"Post", "Photo"});
  CHECK(imported->report.notes.empty());
}

TEST_CASE("ids of a single space of integers stay what they are") {
  ImportFixture fixture;
  fixture.write("City.csv", "id:ID(City)\n9007199254740993\n-5\n");
  fixture.write("near.csv", ":START_ID(City)|:END_ID(City)\n-5|9007199254740993\n");
  const auto imported = fixture.run();
  REQUIRE_MESSAGE(imported, imported.error().message);
  CHECK(fixture.text(imported, "nodes/City.csv") ==
        "id:ID,:LABEL\n9007199254740993,City\n-5,City\n");
  CHECK(holds(fixture.text(imported, "rels/near.csv"), "\n-5,9007199254740993,near\n"));
}

TEST_CASE("ids that are text are numbered, and 7 is not 007") {
  ImportFixture fixture;
  fixture.write("City.csv", "id:ID(City)\n7\n007\n");
  fixture.write("near.csv", ":START_ID(City)|:END_ID(City)\n7|007\n");
  const auto imported = fixture.run();
  REQUIRE_MESSAGE(imported, imported.error().message);
  CHECK(fixture.text(imported, "nodes/City.csv") == "id:ID,sourceId:STRING\n0,7\n1,007\n");
  CHECK(holds(fixture.text(imported, "rels/near.csv"), "\n0,1,near\n"));
}

TEST_CASE("rows that cannot be taken over are dropped, counted and shown with line and column") {
  ImportFixture fixture;
  fixture.write("N.csv",
                "\xEF\xBB\xBFid:ID(N)|age:INT|w:DOUBLE\r\n"
                "1|5|0.5\r\n"
                "2|9223372036854775808|1\r\n"
                "3|1|NaN\r\n"
                "4|1\r\n"
                "5|1|2|3\r\n"
                "1|6|1\r\n"
                "|6|1\r\n"
                "6|\xff|1\r\n"
                "8||\r\n");
  fixture.write("E.csv", ":START_ID(N)|:END_ID(N)\n1|8\n1|2\n99|1\n1|\n");
  const auto imported = fixture.run();
  REQUIRE_MESSAGE(imported, imported.error().message);
  CHECK(fixture.text(imported, "nodes/N.csv") == "id:ID,age:INT64,w:FLOAT64\n1,5,0.5\n8,,\n");
  CHECK(fixture.text(imported, "rels/E.csv") == ":START_ID,:END_ID,:TYPE\n1,8,E\n");
  const auto example = [&](std::string_view reason) {
    const ImportNote* note = find_note(*imported, ImportAction::Dropped, reason);
    return note == nullptr ? "" : note->examples.at(0);
  };
  CHECK(example("no 64-bit integer") == "N.csv:3: column 2: \"9223372036854775808\"");
  CHECK(example("no finite number") == "N.csv:4: column 3: \"NaN\"");
  CHECK(example("fewer fields") == "N.csv:5: column 3");
  CHECK(example("more fields") == "N.csv:6: column 4: \"3\"");
  CHECK(example("second node") == "N.csv:7: column 1: \"1\"");
  CHECK(example("without an id") == "N.csv:8: column 1");
  CHECK(example("end is no node") == "E.csv:3: column 2: \"2\"");
  CHECK(example("start is no node") == "E.csv:4: column 1: \"99\"");
  CHECK(imported->report.count(ImportAction::Dropped) == 10);
  CHECK(find_note(*imported, ImportAction::Repaired, "byte-order mark") != nullptr);
  CHECK(find_note(*imported, ImportAction::Repaired, "CR LF") != nullptr);
  CHECK(find_note(*imported, ImportAction::Kept, "no UTF-8") != nullptr);
  CHECK(holds(imported->report.text(), "dropped 1: a value that is no finite number\n  N.csv:4"));

  SUBCASE("and a strict import stops at the first of them and leaves nothing") {
    fixture.options.strict = true;
    fixture.options.out = fixture.folder / "strict";
    const auto strict = fixture.run();
    REQUIRE_FALSE(strict);
    CHECK(strict.error().code == ErrorCode::InvalidArgument);
    CHECK(holds(strict.error().message, "N.csv:3: column 2: \"9223372036854775808\": "));
    CHECK(fixture.left_behind() == 0);
  }
}

TEST_CASE("a quote that never closes is an error with file, line and column, and leaves nothing") {
  ImportFixture fixture;
  fixture.write("N.csv", "id:ID(N)|name:STRING\n1|fine \"as it is\"\n2|\"open\n3|x\n");
  auto imported = fixture.run();
  REQUIRE_FALSE(imported);
  CHECK(
      holds(imported.error().message, "N.csv:3: column 2: the quote that opens here never closes"));
  CHECK(fixture.left_behind() == 0);
  fixture.write("N.csv", "id:ID(N)|name:STRING\n1|\"a\"b|\n");
  imported = fixture.run();
  REQUIRE_FALSE(imported);
  CHECK(holds(imported.error().message, "N.csv:2: column 2: text after the closing quote"));
}

TEST_CASE("a part without a header is read with the header of its table") {
  ImportFixture fixture;
  fixture.write("N.csv", "id:ID(N)|age:INT\n1|5\n");
  fixture.write("N_1.csv.gz", gzipped("2|6\n3|7\n"));
  fixture.write("E_0_0.csv", ":START_ID(N)|:END_ID(N)\n1|2\n");
  fixture.write("E_1_0.csv", ":START_ID(N)|:END_ID(N)\n2|3\n");
  fixture.write("stray.csv", "a|b|c\n");
  const auto imported = fixture.run();
  REQUIRE_MESSAGE(imported, imported.error().message);
  CHECK(fixture.text(imported, "nodes/N.csv") == "id:ID,age:INT64\n1,5\n2,6\n3,7\n");
  CHECK(fixture.text(imported, "rels/E.csv") == ":START_ID,:END_ID,:TYPE\n1,2,E\n2,3,E\n");
  CHECK(find_note(*imported, ImportAction::Repaired, "another part")->examples.at(0) ==
        "N_1.csv.gz: as N.csv");
  CHECK(find_note(*imported, ImportAction::Dropped, "fit no other")->examples.at(0) == "stray.csv");
}

TEST_CASE("a :TYPE column sends each row to its type's table") {
  ImportFixture fixture;
  fixture.write("N.csv", "id:ID,name\n1,a\n2,b\n");
  fixture.write("roles.csv",
                ":START_ID,:END_ID,:TYPE,since:INT\n1,2,ACTED_IN,3\n2,1,DIRECTED,4\n"
                "1,1,ACTED_IN,5\n");
  const auto imported = fixture.run();
  REQUIRE_MESSAGE(imported, imported.error().message);
  CHECK(fixture.text(imported, "rels/ACTED_IN.csv") ==
        ":START_ID,:END_ID,:TYPE,since:INT64\n1,2,ACTED_IN,3\n1,1,ACTED_IN,5\n");
  CHECK(holds(fixture.text(imported, "rels/DIRECTED.csv"), "\n2,1,DIRECTED,4\n"));
  CHECK(imported->dataset.rels.at(0).start_label == "N");

  SUBCASE("and a type that would be a path is refused") {
    fixture.write("roles.csv", ":START_ID,:END_ID,:TYPE\n1,2,../../evil\n");
    const auto evil = fixture.run();
    REQUIRE_FALSE(evil);
    CHECK(holds(evil.error().message, "roles.csv:2"));
    CHECK(holds(evil.error().message, "cannot name a file"));
    CHECK(fixture.left_behind() == 1);
  }
}

TEST_CASE("schema.cypher and copy.cypher describe files without headers") {
  ImportFixture fixture;
  fixture.write("schema.cypher",
                "CREATE NODE TABLE `account` (ID INT64, `name` STRING, PRIMARY KEY(`ID`));\n"
                "create rel table follows(FROM account TO account, `rating` INT8, time DOUBLE, "
                "MANY_MANY);\n");
  fixture.write("copy.cypher",
                "COPY `account` FROM \"some/folder/nodes.csv\";\n"
                "COPY follows (time, rating) FROM \"some/folder/edges.csv\" (DELIM=\"\\\\t\");\n");
  fixture.write("nodes.csv", "ID,name\n5,a\n6,\"b\"\"c\"\n");
  fixture.write("edges.csv", "5\t6\t0.5\t-1\n6\t7\t1\t1\n");
  fixture.write("other.csv", "1,2\n");
  const auto imported = fixture.run();
  REQUIRE_MESSAGE(imported, imported.error().message);
  CHECK(fixture.text(imported, "nodes/account.csv") == "id:ID,name:STRING\n5,a\n6,\"b\"\"c\"\n");
  CHECK(fixture.text(imported, "rels/follows.csv") ==
        ":START_ID,:END_ID,:TYPE,time:FLOAT64,rating:INT64\n5,6,follows,0.5,-1\n");
  CHECK(imported->report.files.size() == 4);  // the schema, the statements, the two tables
  CHECK(find_note(*imported, ImportAction::Dropped, "end is no node")->count == 1);
  CHECK(find_note(*imported, ImportAction::Dropped, "copy.cypher does not name") != nullptr);

  SUBCASE("and a file that is not there is named with the statement's line") {
    fixture.write("copy.cypher", "\nCOPY account FROM \"gone.csv\";\n");
    const auto gone = fixture.run();
    REQUIRE_FALSE(gone);
    CHECK(gone.error().code == ErrorCode::NotFound);
    CHECK(holds(gone.error().message, "copy.cypher:2: column 1: "));
  }
  SUBCASE("and nonsense is named with its line") {
    fixture.write("schema.cypher", "CREATE NODE TABLE a(ID\nBANANA PRIMARY KEY);\n");
    const auto nonsense = fixture.run();
    REQUIRE_FALSE(nonsense);
    CHECK(holds(nonsense.error().message, "schema.cypher:2: column 1: \"BANANA\""));
  }
}

TEST_CASE("an id space that no node file has is an error, unless the file's name tells which") {
  ImportFixture fixture;
  fixture.write("A.csv", "id:ID(A)\n1\n");
  fixture.write("A_r_A.csv", ":START_ID(A)|:END_ID(Aa)\n1|1\n");
  auto imported = fixture.run();
  REQUIRE_MESSAGE(imported, imported.error().message);
  CHECK(find_note(*imported, ImportAction::Repaired, "id spaces")->examples.at(0) ==
        "A_r_A.csv:1: column 2: Aa is read as A");
  fixture.write("r.csv", ":START_ID(A)|:END_ID(B)\n1|1\n");
  imported = fixture.run();
  REQUIRE_FALSE(imported);
  CHECK(holds(imported.error().message, "r.csv:1: column 2: no node file has the id space \"B\""));
}

TEST_CASE("a header that is none is named by its column") {
  ImportFixture fixture;
  const auto message = [&](std::string_view header) {
    fixture.write("N.csv", header);
    const auto imported = fixture.run();
    return imported ? std::string() : imported.error().message;
  };
  CHECK(holds(message("id:ID|age:BANANA\n"), "N.csv:1: column 2: \"age:BANANA\""));
  CHECK(holds(message("id:ID||b\n"), "N.csv:1: column 2: a header cell is empty"));
  CHECK(holds(message("id:ID|a:INT|a:INT\n"), "N.csv:1: column 3: \"a:INT\" occurs twice"));
  CHECK(holds(message("id:ID|:START_ID\n"), "N.csv:1: column 1: the header needs either"));
  CHECK(holds(message("id:ID(a/b)\n1\n"), "cannot name a file"));
  CHECK(holds(message("id:ID\n"), "not one node could be read"));
  CHECK(fixture.left_behind() == 0);
}

}  // namespace
}  // namespace gb
