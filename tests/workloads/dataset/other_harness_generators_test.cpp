// friends, collab and snb29 against every published vector (other-harnesses §6).
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <span>
#include <string>

#include "core/base/file.h"
#include "core/base/sha256.h"
#include "core/data/csv_reader.h"
#include "core/data/manifest.h"
#include "tests/support/temporary_folder.h"
#include "tests/workloads/dataset/other_harness_vectors.h"
#include "workloads/dataset/cache.h"
#include "workloads/dataset/generator.h"
#include "workloads/dataset/stream.h"

namespace gb {
namespace fs = std::filesystem;
namespace {

Recipe friends(std::int64_t people, std::int64_t each) {
  return {"friends", 42, FriendsParams{people, each}};
}

Dataset generated(const Recipe& recipe, const TemporaryFolder& folder) {
  REQUIRE(check_recipe(recipe));
  const auto dataset = generate_into(folder.path(), recipe);
  REQUIRE_MESSAGE(dataset, dataset.error().message);
  const auto opened = open_dataset(folder.path());
  REQUIRE_MESSAGE(opened, opened.error().message);
  CHECK(manifest_text(*opened) == manifest_text(*dataset));
  return *dataset;
}

/// The files as published, and as the manifest lists them.
void has_files(const Dataset& dataset, std::span<const FileVector> vectors) {
  for (const FileVector& vector : vectors) {
    const auto listed =
        std::find_if(dataset.listed_files.begin(), dataset.listed_files.end(),
                     [&](const ListedFile& file) { return file.path == vector.path; });
    if (listed == dataset.listed_files.end()) continue;  // "pairs", "numbers": made by the test
    INFO(vector.path);
    const std::string bytes = read_file(dataset.folder / vector.path).value();
    CHECK(sha256_hex(bytes) == vector.sha256);
    CHECK(listed->sha256 == vector.sha256);
    CHECK(listed->bytes == std::ssize(bytes));
    if (vector.bytes >= 0) CHECK(listed->bytes == vector.bytes);
    if (vector.rows >= 0) CHECK(listed->rows == vector.rows);
  }
}

std::string_view hash_of(std::span<const FileVector> vectors, std::string_view path) {
  return std::find_if(vectors.begin(), vectors.end(),
                      [&](const FileVector& vector) { return vector.path == path; })
      ->sha256;
}

/// "pairs" and "numbers": the friendships and the starts as bare numbers.
void has_numbers(const Dataset& dataset, std::span<const FileVector> vectors) {
  auto reader = CsvReader::open(dataset.rels[0].files[0]);
  REQUIRE(reader);
  std::string pairs;
  while (reader->next().value()) {
    pairs += fmt::format("{},{}\n", reader->field(0), reader->field(1));
  }
  CHECK(sha256_hex(pairs) == hash_of(vectors, "pairs"));
  std::string numbers = read_file(dataset.folder / "starts.txt").value();
  for (std::size_t at = 0; (at = numbers.find("Person ", at)) != std::string::npos;) {
    numbers.erase(at, 7);
  }
  CHECK(sha256_hex(numbers) == hash_of(vectors, "numbers"));
}

std::string first_rows(const Dataset& dataset, std::string_view path, int rows) {
  const std::string text = read_file(dataset.folder / path).value();
  std::size_t from = text.find('\n') + 1;
  std::size_t to = from;
  for (int i = 0; i < rows; ++i) to = text.find('\n', to) + 1;
  return text.substr(from, to - from);
}

}  // namespace

TEST_CASE("a stream begins where its number and the seed say") {
  SplitMix64 random(Seed{42 * 65536 + 10});
  CHECK(random.next() == 0x7e03aa2db6f16649U);
  CHECK(random.next() == 0xfa4e0796c169ce96U);
  CHECK(random.next() == 0xf487224f23b52c3bU);
  Stream stream(42, 10);
  CHECK(stream.below(1000) == 0x7e03aa2dLL * 1000 >> 32U);
}

TEST_CASE("friends has every published byte") {
  const TemporaryFolder folder;
  SUBCASE("5 x 2") {
    const Dataset dataset = generated(friends(5, 2), folder);
    has_files(dataset, kFriends5x2);
    has_numbers(dataset, kFriends5x2);
  }
  SUBCASE("10 x 3") {
    const Dataset dataset = generated(friends(10, 3), folder);
    has_files(dataset, kFriends10x3);
    has_numbers(dataset, kFriends10x3);
    CHECK(first_rows(dataset, "rels/KNOWS.csv", 3) == "1,3,KNOWS\n1,8,KNOWS\n1,7,KNOWS\n");
    CHECK(first_rows(dataset, "nodes/Person.csv", 1) == "1,Person 1\n");
    CHECK(read_file(folder / "people-header.csv").value() == "name:ID\n");
    CHECK(read_file(folder / "knows-header.csv").value() == ":START_ID,:END_ID\n");
  }
  SUBCASE("100,000 x 10, as published, with its duplicates") {
    const Dataset dataset = generated(find_recipe("friends-100kx10").value(), folder);
    has_files(dataset, kFriends100kx10);
    has_numbers(dataset, kFriends100kx10);
    CHECK(dataset.node_count == 100'000);
    CHECK(dataset.edge_count == 1'000'000);
    CHECK(first_rows(dataset, "rels/KNOWS.csv", 1) == "1,37543,KNOWS\n");
  }
}

TEST_CASE("collab has every published byte at scale 0.01") {
  const TemporaryFolder folder;
  const Dataset dataset = generated(find_recipe("collab-0.01").value(), folder);
  has_files(dataset, kCollab001);
  CHECK(dataset.checksum ==
        "sha256:6f4299806dd318eb64762effc29440693186051336ded424ed67774e1d75b16f");
  CHECK(dataset.node_count == 11'215);
  CHECK(dataset.edge_count == 44'824);
  CHECK(first_rows(dataset, "nodes/Org.csv", 1) == "o0,Org 0,FR,1987\n");
  CHECK(first_rows(dataset, "nodes/Repo.csv", 1) == "r0,repo-0,python,8938,false,1475895257000\n");
  CHECK(first_rows(dataset, "rels/DEPENDS_ON.csv", 3) == "r1,r0\nr2,r0\nr2,r1\n");
}

TEST_CASE("collab has the published counts and size at scale 0.05") {
  const TemporaryFolder folder;
  const Dataset dataset = generated(find_recipe("collab-0.05").value(), folder);
  CHECK(dataset.node_count == 56'075);
  CHECK(dataset.edge_count == 224'122);
  std::int64_t bytes = 0;
  for (const ListedFile& file : dataset.listed_files) bytes += file.bytes;
  CHECK(bytes == 6'750'086);
}

TEST_CASE("collab has every published byte at scale 1") {
  const TemporaryFolder folder;
  const Dataset dataset = generated(find_recipe("collab-1").value(), folder);
  has_files(dataset, kCollab1);
  CHECK(dataset.checksum ==
        "sha256:e3e5c68b4527405160300472656afafef78b673775aebcc247143bc334f11ed5");
}

TEST_CASE("snb29 has every published byte") {
  const TemporaryFolder folder;
  SUBCASE("300 persons") {
    const Dataset dataset = generated(find_recipe("snb29-300").value(), folder);
    has_files(dataset, kSnb29At300);
    CHECK(dataset.checksum ==
          "sha256:9d85a3ddd613c33027b01a161274a647dbcbec3244ae7c0b1d65ded774f81522");
    CHECK(dataset.name == "snb29-p300");
    CHECK(dataset.node_count == 8'569);
    CHECK(dataset.edge_count == 45'002);
    CHECK(first_rows(dataset, "rels/Person_KNOWS_Person.csv", 2) ==
          "0,1,1318392387000\n0,9,1311125190000\n");
  }
  SUBCASE("3,000 persons") {
    const Dataset dataset = generated(find_recipe("snb29-3000").value(), folder);
    has_files(dataset, kSnb29At3000);
    CHECK(dataset.checksum ==
          "sha256:66d8760587820fe5b05f3f9f34e36cae6a073e30305726b1a9915039b8b4f15e");
    CHECK(dataset.node_count == 90'000);
    CHECK(dataset.edge_count == 470'000);
  }
}

TEST_CASE("snb29 of another size says in its name that its totals are interpolated") {
  for (const auto& [persons, comments] :
       {std::pair<std::int64_t, std::int64_t>{1'650, 28'885}, {3'300, 58'518}, {150, 2'320}}) {
    const TemporaryFolder folder;
    const Dataset dataset = generated({"snb29", 42, Snb29Params{persons}}, folder);
    CHECK(dataset.name == fmt::format("snb29-p{}-interpolated", persons));
    CHECK(dataset.listed_files[19].path == "nodes/Comment.csv");
    CHECK(dataset.listed_files[19].rows == comments);
  }
  const TemporaryFolder least;
  generated({"snb29", 42, Snb29Params{50}}, least);
}

TEST_CASE("several tables of one type keep their files, ends and type in the manifest") {
  const TemporaryFolder folder;
  generated(find_recipe("snb29-300").value(), folder);
  const Dataset opened = open_dataset(folder.path()).value();
  std::vector<std::string> tags;
  for (const RelTable& table : opened.rels) {
    if (table.type == "HAS_TAG") {
      tags.push_back(table.start_label + " " + table.files.at(0).filename().string());
    }
  }
  CHECK(tags ==
        std::vector<std::string>{"Forum Forum_HAS_TAG_Tag.csv", "Message Message_HAS_TAG_Tag.csv"});
}

TEST_CASE("a header without types gives its ends and its key") {
  const TemporaryFolder folder;
  const Dataset dataset = generated(find_recipe("snb29-300").value(), folder);
  auto reader = CsvReader::open(folder / "rels/Person_KNOWS_Person.csv");
  REQUIRE(reader->next().value());
  CHECK(reader->int64(reader->column_of("END_ID").value()) == 1);
  CHECK(reader->header().find_property("creationDate") == 2);
  CHECK(CsvReader::open(folder / "nodes/Person.csv")->column_of("ID") == 0);
}

TEST_CASE("a changed byte, a file too many or too few is noticed in a listed dataset") {
  const TemporaryFolder folder;
  const DatasetCache cache(folder.path());
  const Recipe recipe = friends(10, 3);
  const fs::path entry = cache.obtain(recipe)->dataset.folder;
  REQUIRE(cache.obtain(recipe)->source == "cache");
  SUBCASE("beside the tables") {
    std::string starts = read_file(entry / "starts.txt").value();
    starts[7] = starts[7] == '1' ? '2' : '1';
    REQUIRE(write_file_durably(entry / "starts.txt", starts));
  }
  SUBCASE("in a table") { fs::resize_file(entry / "rels/KNOWS.csv", 40); }
  SUBCASE("one more table") { fs::copy(entry / "people.csv", entry / "nodes/People.csv"); }
  SUBCASE("one less") { fs::remove(entry / "knows-header.csv"); }
  SUBCASE("a list that leads out") {
    std::string text = read_file(entry / "manifest.json").value();
    text.replace(text.find("\"starts.txt\""), 12, "\"../x/y.txt\"");
    REQUIRE(write_file_durably(entry / "manifest.json", text));
  }
  CHECK_FALSE(open_dataset(entry));
  const auto again = cache.obtain(recipe);
  REQUIRE(again);
  CHECK(again->source == "repaired");
  CHECK(open_dataset(entry));
}

TEST_CASE("the other harnesses' generators refuse what they cannot make") {
  const auto refusal = [](const Recipe& recipe) {
    const auto checked = check_recipe(recipe);
    return checked ? "accepted" : checked.error().message;
  };
  CHECK(refusal(friends(1, 1)).starts_with("friends: persons must be from 2"));
  CHECK(refusal(friends(-1, 1)).starts_with("friends: persons must be from 2"));
  CHECK(refusal(friends(5, 0)).starts_with("friends: degree must be from 1"));
  CHECK(refusal(friends(4'294'967'295, INT64_MAX)).starts_with("friends: degree must be from 1"));
  CHECK(refusal(friends(4'294'967'296, 1)).starts_with("friends: persons must be from 2"));
  CHECK(refusal({"f", -1, FriendsParams{2, 1}}).starts_with("friends: the seed"));
  CHECK(refusal(friends(2, 1)) == "accepted");
  for (const std::int64_t ppm :
       {INT64_MIN, std::int64_t{0}, std::int64_t{9'999}, std::int64_t{1'000'001}, INT64_MAX}) {
    CHECK(refusal({"c", 42, CollabParams{ppm}}).starts_with("collab: scale must be from 10000"));
  }
  for (const std::int64_t persons : {std::int64_t{-300}, std::int64_t{0}, std::int64_t{49},
                                     std::int64_t{10'000'001}, INT64_MAX}) {
    CHECK(refusal({"s", 42, Snb29Params{persons}}).starts_with("snb29: persons must be from 50"));
  }
  CHECK(default_seed(FriendsParams{}) == 42);
  CHECK(default_seed(GridParams{}) == 1);
}

}  // namespace gb
