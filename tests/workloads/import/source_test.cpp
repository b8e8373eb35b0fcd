#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "core/base/sha256.h"
#include "tests/workloads/import/import_fixture.h"

namespace gb {
namespace {

namespace fs = std::filesystem;

TEST_CASE("the manifest tells where the data came from and what was left out") {
  ImportFixture fixture;
  fixture.write("e.txt", "1 2\n1 x\n");
  const auto imported = fixture.run("e.txt");
  REQUIRE_MESSAGE(imported, imported.error().message);
  const auto manifest = nlohmann::json::parse(fixture.text(imported, "manifest.json"));
  CHECK(manifest["source"]["format"] == "edge-list");
  const std::string sha = sha256_hex("1 2\n1 x\n");
  CHECK(manifest["source"]["files"] ==
        nlohmann::json::parse(R"([{"bytes":8,"path":"e.txt","sha256":")" + sha + "\"}]"));
  CHECK(manifest["source"]["sha256"] == sha256_hex(sha + "  e.txt\n"));
  CHECK(manifest["import"]["dropped"] == 1);
  CHECK(manifest["import"]["notes"][0]["examples"][0] == "e.txt:2: column 2: \"x\"");
  CHECK(open_dataset(imported->dataset.folder));
}

TEST_CASE("a symbolic link that leads out of the source is not followed") {
  ImportFixture fixture;
  fixture.folder.write("secret.csv", "id:ID(N)|name:STRING\n1|secret\n");
  fixture.write("E.csv", ":START_ID(N)|:END_ID(N)\n1|1\n");
  fs::create_symlink(fixture.folder / "secret.csv", fixture.folder / "source/N.csv");
  fixture.options.format = ImportFormat::TypedCsv;
  auto imported = fixture.run();
  REQUIRE_FALSE(imported);
  CHECK(imported.error().code == ErrorCode::FailedPrecondition);
  CHECK(holds(imported.error().message, "N.csv: leads out of"));
  CHECK(fixture.left_behind() == 0);

  SUBCASE("one that stays inside is") {
    fs::remove(fixture.folder / "source/N.csv");
    fixture.write("real.txt", "id:ID(N)\n1\n");
    fs::create_symlink("real.txt", fixture.folder / "source/N.csv");
    imported = fixture.run();
    REQUIRE_MESSAGE(imported, imported.error().message);
    CHECK(imported->dataset.node_count == 1);
  }
}

TEST_CASE("damaged gzip data is an error that names the file, and nothing stays") {
  ImportFixture fixture;
  std::string text;
  for (int i = 0; i < 5000; ++i) text += std::to_string(i) + " " + std::to_string(i * 7) + "\n";
  const std::string whole = gzipped(text);
  fixture.write("a.txt.gz", whole.substr(0, whole.size() / 2));
  auto imported = fixture.run("a.txt.gz");
  REQUIRE_FALSE(imported);
  CHECK(imported.error().code == ErrorCode::DataLoss);
  CHECK(holds(imported.error().message, "a.txt.gz: the gzip file ends too early"));
  fixture.write("b.txt.gz", "1 2\n");
  imported = fixture.run("b.txt.gz");
  REQUIRE_FALSE(imported);
  CHECK(holds(imported.error().message, "b.txt.gz: damaged gzip data"));
  std::string flipped = whole;
  flipped[flipped.size() / 2] = static_cast<char>(flipped[flipped.size() / 2] ^ 0x55);
  fixture.write("c.txt.gz", flipped);
  imported = fixture.run("c.txt.gz");
  REQUIRE_FALSE(imported);
  CHECK(imported.error().code == ErrorCode::DataLoss);
  CHECK(fixture.left_behind() == 0);
}

TEST_CASE("a line longer than our own reader takes is refused with its number") {
  ImportFixture fixture;
  fixture.write("e.txt", "1 2\n" + std::string(17U << 20U, '7') + "\n");
  const auto line = fixture.run("e.txt");
  REQUIRE_FALSE(line);
  CHECK(line.error().code == ErrorCode::ResourceExhausted);
  CHECK(holds(line.error().message, "e.txt:2: column 1: the line is longer than 16 MiB"));
  fs::remove(fixture.folder / "source/e.txt");
  std::string quoted = "id:ID(N)|name:STRING\n1|\"";
  for (int i = 0; i < 9000; ++i) quoted += std::string(2000, 'x') + "\n";
  fixture.write("N.csv", quoted + "\"\n");
  const auto record = fixture.run();
  REQUIRE_FALSE(record);
  CHECK(holds(record.error().message, "N.csv:2: column 2: the quote that opens here"));
  CHECK(fixture.left_behind() == 0);
}

TEST_CASE("what cannot be imported says why before anything is written") {
  ImportFixture fixture;
  const auto missing = import_dataset(fixture.folder / "nowhere", fixture.options);
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code == ErrorCode::NotFound);
  fixture.write("a.txt", "1 2\n");
  fixture.write("b.txt", "1 2\n");
  CHECK(holds(fixture.run().error().message, "say which format it is"));
  fixture.options.name = "../up";
  CHECK(holds(fixture.run("a.txt").error().message, "a dataset cannot be named \"../up\""));
  fixture.options.name = "";
  fixture.write("manifest.json", "{}");
  CHECK(fixture.run().error().code == ErrorCode::AlreadyExists);
  CHECK_FALSE(import_format("parquet"));
  CHECK(*import_format("graphalytics") == ImportFormat::Graphalytics);
  CHECK_FALSE(fs::exists(fixture.options.out));
}

TEST_CASE("progress runs over every byte of every pass") {
  ImportFixture fixture;
  fixture.write("e.txt", "1 2\n2 3\n");
  std::int64_t done = 0;
  std::int64_t total = 0;
  const auto imported = import_dataset(fixture.folder / "source/e.txt", fixture.options,
                                       [&](std::int64_t read, std::int64_t of) {
                                         CHECK(read >= done);
                                         done = read;
                                         total = of;
                                       });
  REQUIRE(imported);
  CHECK(done == 16);
  CHECK(total == 16);
}

TEST_CASE("an import that is asked to stop leaves nothing behind") {
  ImportFixture fixture;
  fixture.write("e.txt", "1 2\n2 3\n");
  std::stop_source stop;
  const auto imported = import_dataset(
      fixture.folder / "source/e.txt", fixture.options,
      [&](std::int64_t, std::int64_t) { stop.request_stop(); }, stop.get_token());
  REQUIRE_FALSE(imported);
  CHECK(imported.error().code == ErrorCode::Cancelled);
  CHECK(fixture.left_behind() == 0);
}

TEST_CASE("a corrupt dataset of the same name is set aside and made again") {
  ImportFixture fixture;
  fixture.write("e.txt", "1 2\n");
  const auto first = fixture.run("e.txt");
  REQUIRE(first);
  fs::remove(first->dataset.folder / "rels/EDGE.csv");
  const auto second = fixture.run("e.txt");
  REQUIRE_MESSAGE(second, second.error().message);
  CHECK_FALSE(second->already_there);
  CHECK(second->dataset.folder == first->dataset.folder);
}

}  // namespace
}  // namespace gb
