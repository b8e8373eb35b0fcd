#include <doctest/doctest.h>

#include "tests/workloads/catalogue/folder.h"
#include "workloads/catalogue/coverage.h"

using namespace gb;

namespace {

/// A query that takes its bindings and answers from a file, and data that comes along.
struct OwnFolder : CatalogueFolder {
  OwnFolder() {
    write("mine/workload.toml",
          "title = \"Mine\"\nfamily = \"own\"\nfidelity = \"derived\"\nqueries = [\"staff\"]\n"
          "[datasets]\nsmoke = \"./data\"\n");
    remove("mine/point.toml");
    remove("mine/point.sql");
    write("mine/staff.toml",
          "class = \"traversal\"\nmeaning = \"Who works there.\"\nparameters = [\"company\"]\n"
          "columns = [\"name\", \"since\"]\n");
    write("mine/staff.sql", "SELECT $company\n");
    answers("[{\"params\": {\"company\": 1}, \"rows\": [[\"Ada\", 1999]]}]\n");
    write("mine/data/manifest.json", "{}\n");
  }
  void answers(const std::string& json) const { write("mine/staff.answers.json", json); }
  std::string complaint_of(const std::string& json) const {
    answers(json);
    return complaint();
  }
  /// Beside the built-in workloads, "<folder>/" taken off.
  std::string added_complaint() const {
    const Result<Catalogue> catalogue = Catalogue::with_added(path());
    if (catalogue) return "";
    std::string message = catalogue.error().message;
    const std::string prefix = path().string() + "/";
    for (auto at = message.find(prefix); at != std::string::npos; at = message.find(prefix)) {
      message.erase(at, prefix.size());
    }
    return message;
  }
};

}  // namespace

TEST_CASE("a workload of one's own stands beside the built-in ones and may ask their queries") {
  const OwnFolder folder;
  folder.write("second/workload.toml",
               "title = \"Second\"\nfamily = \"own\"\nfidelity = \"derived\"\n"
               "queries = [\"micro-point\"]\n[datasets]\nsmoke = \"my-import\"\n");
  const Result<Catalogue> both = Catalogue::with_added(folder.path());
  REQUIRE_MESSAGE(both, both.error().message);
  CHECK(both->find("micro-read"));
  const Workload& mine = **both->find("mine");
  CHECK((*both->find("second"))->queries.at(0).id == "micro-point");
  CHECK(mine.folder == folder.path() / "mine");
  CHECK((*both->find("micro-read"))->folder.empty());
  CHECK(brought_dataset(mine, mine.datasets.at("smoke")) == folder.path() / "mine" / "data");
  CHECK_FALSE(brought_dataset(mine, "my-import"));
  const Query& staff = mine.queries.at(0);
  CHECK(staff.pool == "staff.answers.json");
  REQUIRE(staff.expected.size() == 1);
  CHECK(to_text(staff.expected[0].params.at(0)) == "1");
  CHECK(to_text(staff.expected[0].rows.at(0).at(0)) == "\"Ada\"");
}

TEST_CASE("without a folder of one's own there are the built-in workloads") {
  CHECK(Catalogue::with_added("")->all().size() == Catalogue::built_in()->all().size());
}

TEST_CASE("a name or a query id that exists already is refused with file and line") {
  const OwnFolder folder;
  SUBCASE("a workload of a built-in name") {
    folder.write("micro-read/workload.toml", kWorkloadToml);
    CHECK(folder.added_complaint() ==
          "micro-read/workload.toml:1: a workload \"micro-read\" is already defined in "
          "micro-read/workload.toml (built in); give this folder another name");
  }
  SUBCASE("a query of a built-in id") {
    folder.write("mine/micro-point.toml", kQueryToml);
    CHECK(folder.added_complaint() ==
          "mine/micro-point.toml:1: a query \"micro-point\" is already defined in "
          "micro-read/micro-point.toml (built in); ids are unique in a catalogue, and a workload "
          "may list a query of another folder");
  }
}

TEST_CASE("another answer, or other data, is another version; another place is not") {
  const OwnFolder folder, same;
  CHECK(folder.version() == same.version());
  folder.answers("[{\"params\": {\"company\": 1}, \"rows\": [[\"Ada\", 2000]]}]\n");
  CHECK(folder.version() != same.version());
  const OwnFolder other;
  other.write("mine/data/manifest.json", "{\"checksum\": \"sha256:1\"}\n");
  CHECK(other.version() != same.version());
}

TEST_CASE("a dataset that does not come along is named with file and line") {
  const OwnFolder folder;
  folder.remove("mine/data");
  CHECK(folder.complaint() ==
        "mine/workload.toml:6: \"./data\" is no dataset: a workload brings one along as "
        "\"./<folder>\", a folder beside this file with a manifest.json, nodes/ and rels/");
}

TEST_CASE("a mistake in expected answers is named with file and line") {
  const OwnFolder folder;
  CHECK(folder.complaint().empty());
  CHECK(folder.complaint_of(
            "[\n{\"params\": {\"company\": 1},\n \"rows\": [[\"Ada\", 1],\n [\"Bo\"]]}]") ==
        "mine/staff.answers.json:4: a row of 1 values; staff answers with 2 columns: name, since");
  CHECK(
      folder.complaint_of("[\n{\"params\": {\"company\": 1}, \"columns\": [\"since\", \"name\"],\n"
                          "\"rows\": []}]") ==
      "mine/staff.answers.json:2: the columns are [\"since\",\"name\"], those of staff are "
      "[\"name\",\"since\"]");
  CHECK(folder.complaint_of("[{\"params\": {\"company\": 1}, \"rows\": []},\n{\"rows\": []}]") ==
        "mine/staff.answers.json:2: the parameter \"company\" of staff is missing");
  CHECK(folder.complaint_of("[{\"params\": {\"company\": 1, \"city\": 2}, \"rows\": []}]") ==
        "mine/staff.answers.json:1: \"city\" is no parameter of staff, which declares company");
  CHECK(folder.complaint_of("[{\"params\": {\"company\": 1}, \"rows\": []},\n\n"
                            "{\"params\": {\"company\": 1}, \"rows\": [[\"Bo\", 2]]}]") ==
        "mine/staff.answers.json:3: this binding has an answer already, in line 1");
  CHECK(folder.complaint_of("[{\"params\": {\"company\": 1}}]") ==
        "mine/staff.answers.json:1: \"rows\" is missing; [] says that the answer is empty");
  CHECK(folder.complaint_of("[{\"params\": {\"company\": 1}, \"rows\": [7]}]") ==
        "mine/staff.answers.json:1: a row must be a list of values, in the order name, since");
  CHECK(folder.complaint_of("[{\"param\": {\"company\": 1}, \"rows\": []}]") ==
        "mine/staff.answers.json:1: unknown key \"param\"; known are params, columns, rows");
  CHECK(folder.complaint_of("[{\"params\": {\"company\": 18446744073709551615}, \"rows\": []}]") ==
        "mine/staff.answers.json:1: the parameter \"company\": 18446744073709551615 is no value: "
        "null, true, false, a 64-bit integer, a float, a text, or a list");
  CHECK(folder.complaint_of("[{\"params\": {\"company\": 1},\n\"rows\": [],\n\"rows\": []}]") ==
        "mine/staff.answers.json:3: an object has the key \"rows\" twice");
  CHECK(folder.complaint_of("[]").starts_with(
      "mine/staff.answers.json:1: expected answers are a list with an object for each binding"));
  const std::string broken = folder.complaint_of("[\n{\"params\": {\"company\" 1}}]");
  CAPTURE(broken);
  CHECK(broken.starts_with("mine/staff.answers.json:2: no JSON: "));
}

TEST_CASE("expected answers stand beside their query and beside no pool") {
  const OwnFolder folder;
  SUBCASE("of no query") {
    folder.write("mine/stuff.answers.json", "[]");
    CHECK(folder.complaint() ==
          "mine/stuff.answers.json:1: there is no stuff.toml beside these answers");
  }
  SUBCASE("with a pool") {
    folder.write("mine/staff.toml",
                 "class = \"traversal\"\nmeaning = \"Who.\"\npool = \"micro-point\"\n"
                 "parameters = [\"company\"]\ncolumns = [\"name\", \"since\"]\n");
    CHECK(folder.complaint() ==
          "mine/staff.toml:3: \"pool\" stands beside staff.answers.json, whose bindings are the "
          "pool: leave one out");
  }
}

TEST_CASE("a bracket that is not closed, or closes nothing, is named with file and line") {
  const OwnFolder folder;
  const auto complaint = [&](const std::string& text) {
    folder.write("mine/staff.sql", text);
    return folder.complaint();
  };
  CHECK(complaint("SELECT $company\nFROM (SELECT 1\n") ==
        "mine/staff.sql:2: a \"(\" is not closed");
  CHECK(complaint("SELECT $company\n)\n") == "mine/staff.sql:2: a \")\" closes nothing");
  CHECK(complaint("SELECT (1]\n, $company)\n") == "mine/staff.sql:1: a \"]\" closes nothing");
  CHECK(complaint("SELECT ')', \"]\", $company -- (\n").empty());
}

TEST_CASE("a reason for a withheld text and an example are checked against the query") {
  const OwnFolder folder;
  const std::string query =
      "class = \"traversal\"\nmeaning = \"Who.\"\nparameters = [\"company\"]\n"
      "columns = [\"name\", \"since\"]\n";
  const auto complaint = [&](const std::string& more) {
    folder.write("mine/staff.toml", query + more);
    return folder.complaint();
  };
  CHECK(complaint("[withheld]\nsqll = \"why\"\n")
            .starts_with("mine/staff.toml:6: no dialect is called \"sqll\""));
  CHECK(complaint("[withheld]\nsql = \"why\"\n") ==
        "mine/staff.toml:1: \"withheld\" says why there is no text in sql, and staff.sql is there");
  CHECK(complaint("[example]\ndataset = \"x\"\nparams = '{\"company\": 1}'\nrows = '[[1]]'\n") ==
        "mine/staff.toml:8: a row of 1 values; staff answers with 2 columns: name, since");
  CHECK(complaint("[withheld]\nmongo = \"no joins\"\n").empty());
  const Result<Catalogue> read = Catalogue::from_folder(folder.path());
  const Query& staff = read->all().at(0).queries.at(0);
  CHECK(reason_without_text(staff, "mongo") == "no joins");
  CHECK(reason_without_text(staff, "sql").empty());
  const std::string page = coverage_markdown(read->all());
  CHECK(page.find("| staff | | | | | | | yes | | |\n| **1 queries** |") != std::string::npos);
  CHECK(page.find("| mongo | no joins | all 1 |\n") != std::string::npos);
}
