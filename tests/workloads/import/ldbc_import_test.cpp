#include <doctest/doctest.h>

#include <map>

#include "tests/workloads/import/import_fixture.h"

namespace gb {
namespace {

const std::map<std::string, std::string> kHeaders = {
    {"dynamic/Person",
     "id|creationDate|firstName|lastName|gender|birthday|locationIP|browserUsed|language|email|"
     "LocationCityId\n"},
    {"dynamic/Comment",
     "id|creationDate|locationIP|browserUsed|content|length|CreatorPersonId|LocationCountryId|"
     "ParentPostId|ParentCommentId\n"},
    {"dynamic/Post",
     "id|creationDate|imageFile|locationIP|browserUsed|language|content|length|CreatorPersonId|"
     "ContainerForumId|LocationCountryId\n"},
    {"static/Place", "id|name|url|type|PartOfPlaceId\n"}};

/// Merged foreign keys: every entity of the generator, a few rows each.
const std::map<std::string, std::string> kFixtureA = {
    {"dynamic/Person", kHeaders.at("dynamic/Person") + "11|c1|Uma|Stone|f|b1|i1|w1|en;fr|e1|21\n"
                                                       "12|c2|Bo|Li, Jr|m|b2|i2|w2|de|e2|21\n"},
    {"dynamic/Forum", "id|creationDate|title|ModeratorPersonId\n31|c3|Wall of \"Uma\"|11\n"},
    {"dynamic/Post", kHeaders.at("dynamic/Post") + "41|c4||i3|w3|en|hello|5|11|31|22\n"},
    {"dynamic/Comment",
     kHeaders.at("dynamic/Comment") + "42|c5|i4|w4|yes|3|12|22|41|\n43|c6|i5|w5|no|2|11|22||42\n"},
    {"static/Place", kHeaders.at("static/Place") +
                         "21|Town|u1|City|22\n22|Land|u2|Country|23\n23|Mass|u3|Continent|\n"},
    {"static/Organisation",
     "id|name|url|type|LocationPlaceId\n51|Uni|u4|University|21\n52|Co|u5|Company|22\n"},
    {"static/Tag", "id|name|url|TypeTagClassId\n61|t1|u6|72\n"},
    {"static/TagClass", "id|name|url|SubclassOfTagClassId\n71|Thing|u7|\n72|Art|u8|71\n"},
    {"dynamic/Comment_hasTag_Tag", "creationDate|CommentId|TagId\nc15|43|61\n"},
    {"dynamic/Forum_hasMember_Person", "creationDate|ForumId|PersonId\nc13|31|12\n"},
    {"dynamic/Forum_hasTag_Tag", "creationDate|ForumId|TagId\nc16|31|61\n"},
    {"dynamic/Person_hasInterest_Tag", "creationDate|PersonId|TagId\nc8|12|61\n"},
    {"dynamic/Person_knows_Person", "creationDate|Person1Id|Person2Id\nc7|11|12\n"},
    {"dynamic/Person_likes_Comment", "creationDate|PersonId|CommentId\nc10|11|42\n"},
    {"dynamic/Person_likes_Post", "creationDate|PersonId|PostId\nc9|12|41\n"},
    {"dynamic/Person_studyAt_University",
     "creationDate|PersonId|UniversityId|classYear\nc11|11|51|2009\n"},
    {"dynamic/Person_workAt_Company", "creationDate|PersonId|CompanyId|workFrom\nc12|12|52|2012\n"},
    {"dynamic/Post_hasTag_Tag", "creationDate|PostId|TagId\nc14|41|61\n"}};

constexpr const char* kChecksumA =
    "sha256:ecf07bc74e614013c085c2777816d8cde9eb1bf86aa1c8adbf5ef3eb6f96f3db";

/// The same data, a file for each foreign key and each list.
const std::map<std::string, std::string> kProjected = {
    {"dynamic/Person",
     "creationDate|id|firstName|lastName|gender|birthday|locationIP|browserUsed\n"
     "c1|11|Uma|Stone|f|b1|i1|w1\nc2|12|Bo|Li, Jr|m|b2|i2|w2\n"},
    {"dynamic/Person_speaks_Language",
     "creationDate|PersonId|language\nc1|11|en\nc2|12|de\nc1|11|fr\n"},
    {"dynamic/Person_email_EmailAddress", "creationDate|PersonId|email\nc1|11|e1\nc2|12|e2\n"},
    {"dynamic/Person_isLocatedIn_City", "creationDate|PersonId|CityId\nc1|11|21\nc2|12|21\n"},
    {"dynamic/Forum", "creationDate|id|title\nc3|31|Wall of \"Uma\"\n"},
    {"dynamic/Forum_hasModerator_Person", "creationDate|ForumId|PersonId\nc3|31|11\n"},
    {"dynamic/Forum_containerOf_Post", "creationDate|ForumId|PostId\nc4|31|41\n"},
    {"dynamic/Post",
     "creationDate|id|imageFile|locationIP|browserUsed|language|content|length\n"
     "c4|41||i3|w3|en|hello|5\n"},
    {"dynamic/Post_hasCreator_Person", "creationDate|PostId|PersonId\nc4|41|11\n"},
    {"dynamic/Post_isLocatedIn_Country", "creationDate|PostId|CountryId\nc4|41|22\n"},
    {"dynamic/Comment",
     "creationDate|id|locationIP|browserUsed|content|length\nc5|42|i4|w4|yes|3\nc6|43|i5|w5|no|"
     "2\n"},
    {"dynamic/Comment_hasCreator_Person", "creationDate|CommentId|PersonId\nc5|42|12\nc6|43|11\n"},
    {"dynamic/Comment_isLocatedIn_Country",
     "creationDate|CommentId|CountryId\nc5|42|22\nc6|43|22\n"},
    {"dynamic/Comment_replyOf_Post", "creationDate|CommentId|PostId\nc5|42|41\n"},
    {"dynamic/Comment_replyOf_Comment", "creationDate|Comment1Id|Comment2Id\nc6|43|42\n"},
    {"static/Place",
     "id|name|url|type\n21|Town|u1|City\n22|Land|u2|Country\n23|Mass|u3|Continent\n"},
    {"static/Place_isPartOf_Place", "Place1Id|Place2Id\n21|22\n22|23\n"},
    {"static/Organisation", "id|name|url|type\n51|Uni|u4|University\n52|Co|u5|Company\n"},
    {"static/Organisation_isLocatedIn_Place", "OrganisationId|PlaceId\n51|21\n52|22\n"},
    {"static/Tag", "id|name|url\n61|t1|u6\n"},
    {"static/Tag_hasType_TagClass", "TagId|TagClassId\n61|72\n"},
    {"static/TagClass", "id|name|url\n71|Thing|u7\n72|Art|u8\n"},
    {"static/TagClass_isSubclassOf_TagClass", "TagClass1Id|TagClass2Id\n72|71\n"}};

TEST_CASE("the official layout with merged foreign keys gives the published checksum") {
  ImportFixture fixture;
  for (const auto& [entity, text] : kFixtureA) {
    fixture.write("any/where/initial_snapshot/" + entity + "/part-00000.csv", text);
  }
  fixture.options.name = "snb-tiny";
  const auto imported = fixture.run();
  REQUIRE_MESSAGE(imported, imported.error().message);
  const Dataset& dataset = imported->dataset;
  CHECK(dataset.checksum == kChecksumA);
  CHECK(dataset.node_count == 14);
  CHECK(dataset.edge_count == 28);
  CHECK(dataset.kind == "ldbc");
  CHECK(dataset.generator == "ldbc_snb_datagen");
  CHECK(dataset.folder.filename() == "snb-tiny-ecf07bc7");
  CHECK(imported->report.notes.empty());
  CHECK(imported->report.files.size() == 18);
  CHECK(holds(fixture.text(imported, "nodes/Person.csv"),
              "P12,12,c2,Bo,\"Li, Jr\",m,b2,i2,w2,de,e2\n"));
  CHECK(fixture.text(imported, "rels/REPLY_OF.csv") == ":START_ID,:END_ID\nM42,M41\nM43,M42\n");
  CHECK(fixture.text(imported, "rels/IS_PART_OF.csv") ==
        ":START_ID,:END_ID\nL21,L22\nL22,L23\nO51,L21\nO52,L22\n");

  SUBCASE("and the same name again keeps what is there") {
    const auto again = fixture.run();
    REQUIRE(again);
    CHECK(again->already_there);
    CHECK(fixture.left_behind() == 1);
  }
}

TEST_CASE("quotes are read as lazily as the published checksum demands") {
  ImportFixture fixture;
  const std::string root = "x/initial_snapshot/";
  const std::string header = kHeaders.at("dynamic/Person");
  fixture.write(root + "dynamic/Person/part-00000.csv",
                header + "1|2010-01-01|Ann, A| Lead|f|1990|1.1.1.1|Fox|en|a@b|3\n");
  fixture.write(
      root + "dynamic/Person/part-00001.csv.gz",
      gzipped(header.substr(0, header.size() - 1) +
              "\r\n2|2010-01-02|\"Bo|b \"\"q\"\"\"|\\.|m|1991|2.2.2.2|\"un\"quoted|en;de|x@y|\r\n"
              "\n3|2010|short\n"));
  fixture.write(root + "dynamic/Person/.part-0.crc", "anything");
  fixture.write(root + "dynamic/Person/_SUCCESS", "");
  fixture.write(root + "dynamic/Comment/part-0.csv",
                kHeaders.at("dynamic/Comment") +
                    "7|d|ip|br|he said \"hi\"|9|1|3||8\n8|d|ip|br|\"multi\nline, x\"|9|2||5|\n"
                    "9|d|ip|br|\"open\nend|9|2||5|\n");
  fixture.write(root + "dynamic/Person_knows_Person/part-0.csv",
                "creationDate|Person1Id|Person2Id\nd|1|\n");
  fixture.write(root + "static/Place/part-0.csv",
                kHeaders.at("static/Place") +
                    "3|\u00a0nb|u|City|4\n4|\u3000ideo|u|Country|\n"
                    "5|été|u|Continent|");
  const auto imported = fixture.run();
  REQUIRE_MESSAGE(imported, imported.error().message);
  CHECK(imported->dataset.checksum ==
        "sha256:fec40e58acc7dc9438528bc7d2de19d82628652474107386386a8bad099dbf0b");
  CHECK(imported->dataset.node_count == 8);
  CHECK(imported->dataset.edge_count == 8);
  const ImportNote* unclosed = find_note(*imported, ImportAction::Kept, "never close");
  REQUIRE(unclosed != nullptr);
  CHECK(unclosed->count == 2);
  CHECK(unclosed->examples.at(0) == root + "dynamic/Person/part-00001.csv.gz:2");
  const ImportNote* halves = find_note(*imported, ImportAction::Kept, "without a start or an end");
  REQUIRE(halves != nullptr);
  CHECK(halves->examples.at(0) == root + "dynamic/Person_knows_Person/part-0.csv:2");
}

TEST_CASE("projected foreign keys and lists in files of their own give the same bytes") {
  ImportFixture fixture;
  for (const auto& [entity, text] : kFixtureA) {
    if (entity.find('_') != std::string::npos) {
      fixture.write("initial_snapshot/" + entity + "/part-0.csv", text);
    }
  }
  for (const auto& [entity, text] : kProjected) {
    fixture.write("initial_snapshot/" + entity + "/part-0.csv", text);
  }
  const auto imported = fixture.run();
  REQUIRE_MESSAGE(imported, imported.error().message);
  CHECK(imported->dataset.checksum == kChecksumA);
}

TEST_CASE("the older generator's flat files are read by its own names") {
  ImportFixture fixture;
  const std::map<std::string, std::string> files = {
      {"dynamic/person_0_0.csv",
       "id|firstName|lastName|gender|birthday|creationDate|locationIP|browserUsed|place|language|"
       "emails\n933|Mahinda|Perera|male|628646400000|1266161530447|119.235.7.103|Firefox|1353|si;"
       "en|"
       "a@b;c@d\n"},
      {"dynamic/person_knows_person_0_0.csv",
       "Person.id|Person.id|creationDate\n933|1129|1284003600000\n"},
      {"dynamic/forum_hasMember_person_0_0.csv",
       "Forum.id|Person.id|joinDate\n0|933|1266161530447\n"},
      {"dynamic/post_0_0.csv",
       "id|imageFile|creationDate|locationIP|browserUsed|language|content|length|creator|Forum.id|"
       "place\n3||1266161530447|119.235.7.103|Firefox|uz|About|5|933|0|50\n"},
      {"static/place_0_0.csv",
       "id|name|url|type|isPartOf\n50|India|u|country|\n1353|Kelaniya|v|city|50\n"},
      {"static/organisation_0_0.csv", "id|type|name|url|place\n"}};
  for (const auto& [name, text] : files) fixture.write("social_network/" + name, text);
  const auto imported = fixture.run();
  REQUIRE_MESSAGE(imported, imported.error().message);
  CHECK(holds(fixture.text(imported, "nodes/Person.csv"),
              "\nP933,933,1266161530447,Mahinda,Perera,male,628646400000,119.235.7.103,Firefox,"
              "si;en,a@b;c@d\n"));
  CHECK(holds(fixture.text(imported, "nodes/Place.csv"), "\nL50,50,India,u,Country\n"));
  CHECK(holds(fixture.text(imported, "rels/KNOWS.csv"), "\nP933,P1129,1284003600000\n"));
  CHECK(holds(fixture.text(imported, "rels/HAS_MEMBER.csv"), "\nF0,P933,1266161530447\n"));
  CHECK(holds(fixture.text(imported, "rels/CONTAINER_OF.csv"), "\nF0,M3\n"));
  const ImportNote* labels = find_note(*imported, ImportAction::Repaired, "lower case");
  REQUIRE(labels != nullptr);
  CHECK(labels->count == 2);
}

TEST_CASE("files of the generator without a header are refused, not read one row short") {
  ImportFixture fixture;
  fixture.write("initial_snapshot/static/Place/part-0.csv", "21|Town|u1|City|22\n");
  fixture.write("initial_snapshot/dynamic/Person_knows_Person/part-0.csv", "c7|11|12\n");
  const auto imported = fixture.run();
  REQUIRE_FALSE(imported);
  CHECK(holds(imported.error().message, "static/Place/part-0.csv:1: column 1: "));
  CHECK(fixture.left_behind() == 0);
}

}  // namespace
}  // namespace gb
