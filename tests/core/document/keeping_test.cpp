#include <doctest/doctest.h>

#include <fstream>

#include "core/base/file.h"
#include "core/document/annotations.h"
#include "core/document/import.h"
#include "core/document/lookup.h"
#include "core/document/result_files.h"
#include "tests/core/document/sample_document.h"
#include "tests/support/temporary_folder.h"

namespace {

namespace fs = std::filesystem;

std::string fixture_bytes(const std::string& name) {
  return gb::read_file(gb::test::fixture(name)).value();
}

}  // namespace

TEST_CASE("an import keeps the bytes, is found by a scan and changes nothing the second time") {
  const gb::TemporaryFolder folder;
  for (const auto& name : {gb::test::kZuFile, gb::test::kLegacyFile}) {
    const std::string bytes = fixture_bytes(name);
    const auto first = gb::import_result(folder.path(), bytes, name);
    REQUIRE(first);
    CHECK(first->added);
    CHECK(first->path.filename() == name);
    CHECK(*gb::read_file(first->path) == bytes);
    const auto second = gb::import_result(folder.path(), bytes, name);
    REQUIRE(second);
    CHECK(!second->added);
    CHECK(second->path == first->path);
  }
  CHECK(gb::scan_results(folder.path(), {}).value().found.size() == 2);
}

TEST_CASE("another document of the same name is kept beside the first, once") {
  const gb::TemporaryFolder folder;
  const std::string bytes = fixture_bytes(gb::test::kZuFile);
  const std::string other = bytes + "\n";
  REQUIRE(gb::import_result(folder.path(), bytes, "a"));
  const auto beside = gb::import_result(folder.path(), other, "b");
  REQUIRE(beside);
  CHECK(beside->added);
  CHECK(*gb::read_file(beside->path) == other);
  CHECK(!gb::import_result(folder.path(), other, "b").value().added);
  CHECK(gb::scan_results(folder.path(), {}).value().found.size() == 2);
}

TEST_CASE("what is no sound result document is not imported") {
  const gb::TemporaryFolder folder;
  CHECK(gb::import_result(folder.path(), "{}", "x").error().code == gb::ErrorCode::InvalidArgument);
  CHECK(fs::is_empty(folder.path()));
}

TEST_CASE("an annotation travels with the result and leaves its bytes alone") {
  const gb::TemporaryFolder folder;
  const std::string bytes = fixture_bytes(gb::test::kZuFile);
  const fs::path path = gb::import_result(folder.path(), bytes, "a").value().path;
  REQUIRE(gb::annotate_result(path, {"note", "fan failed", "kim", gb::WallTime(gb::Nanos(5))}));
  auto document = gb::read_result(path).value();
  REQUIRE(document.annotations.size() == 1);
  CHECK(document.annotations[0].reason == "fan failed");
  CHECK(document.annotations[0].by == "kim");
  CHECK(document.annotations[0].at == gb::WallTime(gb::Nanos(5)));
  CHECK(!gb::is_withdrawn(document));

  REQUIRE(gb::annotate_result(path, {"withdrawn", "wrong build", "", {}}));
  document = gb::read_result(path).value();
  CHECK(document.annotations.size() == 2);
  CHECK(gb::is_withdrawn(document));
  REQUIRE(gb::annotate_result(path, {"reinstated", "it was the right one", "", {}}));
  CHECK(!gb::is_withdrawn(gb::read_result(path).value()));
  CHECK(*gb::read_file(path) == bytes);
  CHECK(gb::scan_results(folder.path(), {}).value().skipped.empty());
}

TEST_CASE("an annotation speaks of one document's bytes, not of whatever has its name later") {
  const gb::TemporaryFolder folder;
  const fs::path path =
      gb::import_result(folder.path(), fixture_bytes(gb::test::kZuFile), "a").value().path;
  REQUIRE(gb::annotate_result(path, {"withdrawn", "wrong build", "", {}}));
  REQUIRE(gb::write_file_durably(path, fixture_bytes(gb::test::kLadybugFile)));
  CHECK(gb::read_result(path).value().annotations.empty());
}

TEST_CASE("no reason, no such kind, no such result: nothing is written") {
  const gb::TemporaryFolder folder;
  const fs::path path =
      gb::import_result(folder.path(), fixture_bytes(gb::test::kZuFile), "a").value().path;
  CHECK(gb::annotate_result(path, {"withdrawn", " \n", "", {}}).error().code ==
        gb::ErrorCode::InvalidArgument);
  CHECK(gb::annotate_result(path, {"deleted", "x", "", {}}).error().code ==
        gb::ErrorCode::InvalidArgument);
  CHECK(gb::annotate_result(folder.path() / "none.json", {"note", "x", "", {}}).error().code ==
        gb::ErrorCode::NotFound);
  CHECK(!fs::exists(gb::annotations_path(path)));
}

TEST_CASE("annotations that cannot be read are no reason to take a withdrawn result for sound") {
  const gb::TemporaryFolder folder;
  const fs::path path =
      gb::import_result(folder.path(), fixture_bytes(gb::test::kZuFile), "a").value().path;
  std::ofstream(gb::annotations_path(path)) << "{\"kind\":\"withd";
  const auto document = gb::read_result(path);
  REQUIRE(!document);
  CHECK(document.error().code == gb::ErrorCode::DataLoss);
  CHECK(document.error().message.find("notes.jsonl line 1") != std::string::npos);
}

TEST_CASE("who compares or judges does not see a withdrawn result, nor is it the newest for them") {
  const gb::TemporaryFolder folder;
  const fs::path zu =
      gb::import_result(folder.path(), fixture_bytes(gb::test::kZuFile), "a").value().path;
  REQUIRE(gb::import_result(folder.path(), fixture_bytes(gb::test::kLadybugFile), "b"));
  REQUIRE(gb::annotate_result(zu, {"withdrawn", "wrong build", "", {}}));
  CHECK(gb::read_sound_result(zu).error().message == zu.string() + ": withdrawn: wrong build");
  const auto sound = gb::scan_results(folder.path(), {}).value();
  CHECK(sound.found.size() == 1);
  CHECK(sound.skipped.size() == 1);
  CHECK(gb::scan_results(folder.path(), {.withdrawn = true}).value().found.size() == 2);
}
