#include "workloads/dataset/cache.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/base/file.h"
#include "tests/support/temporary_folder.h"

namespace gb {
namespace fs = std::filesystem;
namespace {

const std::string kChecksum =
    "sha256:eb8d5d608ebc8c1a046a3d435beb8350ce2dca90e261167c7ec1b6c437cc11aa";
const std::string kEntry = "grid-30x30-eb8d5d60";

Recipe grid_30x30() { return find_recipe("grid-30x30").value(); }

/// Names in a folder, sorted, but those of the cache's own bookkeeping.
std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name != ".locks" && name != ".used") names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// After `damage` to the cached copy, the next obtain must repair it.
void repairs(const std::function<void(const fs::path& entry)>& damage, std::string_view note) {
  const TemporaryFolder folder;
  const DatasetCache cache(folder.path());
  REQUIRE(cache.obtain(grid_30x30()));
  damage(folder / kEntry);
  const auto obtained = cache.obtain(grid_30x30());
  REQUIRE(obtained);
  CHECK(obtained->source == "repaired");
  CHECK_MESSAGE(obtained->note.find(note) != std::string::npos, obtained->note);
  CHECK(obtained->dataset.checksum == kChecksum);
  CHECK(open_dataset(folder / kEntry));
  const auto names = names_in(folder.path());
  REQUIRE(names.size() == 2);  // nothing else is left behind
  CHECK(names[0].starts_with(".corrupt-" + kEntry + "-"));
  CHECK(names[1] == kEntry);
  CHECK(cache.obtain(grid_30x30())->source == "cache");
}

}  // namespace

TEST_CASE("a dataset is generated once, then taken from the cache") {
  const TemporaryFolder folder;
  const DatasetCache cache(folder / "new/deep");
  const auto first = cache.obtain(grid_30x30());
  REQUIRE(first);
  CHECK(first->source == "generated");
  CHECK(first->note.empty());
  CHECK(first->dataset.checksum == kChecksum);
  CHECK(first->dataset.folder == folder.path() / "new/deep" / kEntry);
  CHECK(names_in(folder / "new/deep") == std::vector<std::string>{kEntry});

  int calls = 0;
  const auto second = cache.obtain(grid_30x30(), [&](auto, auto) { ++calls; });
  REQUIRE(second);
  CHECK(second->source == "cache");
  CHECK(calls == 0);
  CHECK(second->dataset.nodes[0].files == first->dataset.nodes[0].files);
}

TEST_CASE("two datasets of one name but other parameters live side by side") {
  const TemporaryFolder folder;
  const DatasetCache cache(folder.path());
  const Recipe straight{"a", 1, GridParams{4, 4, false}};
  const Recipe diagonal{"b", 1, GridParams{4, 4, true}};
  const Recipe reseeded{"c", 2, GridParams{4, 4, false}};
  for (const Recipe& recipe : {straight, diagonal, reseeded}) {
    CHECK(cache.obtain(recipe)->source == "generated");
  }
  CHECK(names_in(folder.path()).size() == 3);
  for (const Recipe& recipe : {straight, diagonal, reseeded}) {
    CHECK(cache.obtain(recipe)->source == "cache");
  }
}

TEST_CASE("a dataset of every generator is found again in the cache") {
  const TemporaryFolder folder;
  const DatasetCache cache(folder.path());
  const std::vector<Recipe> recipes = {{"er", 1, ErParams{10, 0.3}},
                                       {"uniform", 1, UniformParams{8, 3}},
                                       {"powerlaw", 1, PowerlawParams{10, 2, 1, 5}},
                                       {"rmat", 1, RmatParams{3, 2, {}, true}},
                                       {"urand", 1, UrandParams{3, 2}},
                                       {"lb", 1, LbParams{10}},
                                       {"fin", 1, FinParams{20, 2, 10, 0}},
                                       {"social", 1, SocialParams{10, 3, 2}}};
  for (const Recipe& recipe : recipes) CHECK(cache.obtain(recipe)->source == "generated");
  for (const Recipe& recipe : recipes) CHECK(cache.obtain(recipe)->source == "cache");
}

TEST_CASE("a corrupt entry is moved aside and made again, and the note says why") {
  SUBCASE("a changed byte: both checksums are named") {
    repairs(
        [](const fs::path& entry) {
          std::string bytes = read_file(entry / "rels/EDGE.csv").value();
          bytes[bytes.size() / 2] ^= 1;
          REQUIRE(write_file_durably(entry / "rels/EDGE.csv", bytes));
        },
        ", its manifest says " + kChecksum + "; moved aside to .corrupt-");
  }
  SUBCASE("a truncated file") {
    repairs([](const fs::path& entry) { fs::resize_file(entry / "nodes/Node.csv", 100); },
            "its files have the checksum sha256:");
  }
  SUBCASE("a stray csv file") {
    repairs(
        [](const fs::path& entry) { fs::copy(entry / "nodes/Node.csv", entry / "nodes/B.csv"); },
        "its files have the checksum");
  }
  SUBCASE("a missing folder") {
    repairs([](const fs::path& entry) { fs::remove_all(entry / "rels"); }, "No such file");
  }
  SUBCASE("a truncated manifest") {
    repairs([](const fs::path& entry) { fs::resize_file(entry / "manifest.json", 300); },
            "parse error at line");
  }
  SUBCASE("no manifest") {
    repairs([](const fs::path& entry) { fs::remove(entry / "manifest.json"); }, "manifest.json");
  }
  SUBCASE("an empty folder") {
    repairs(
        [](const fs::path& entry) {
          fs::remove_all(entry);
          fs::create_directory(entry);
        },
        "manifest.json");
  }
  SUBCASE("a manifest without a checksum") {
    repairs(
        [](const fs::path& entry) {
          std::string text = read_file(entry / "manifest.json").value();
          text.replace(text.find("\"checksum\""), 10, "\"checkssum\"");
          REQUIRE(write_file_durably(entry / "manifest.json", text));
        },
        "has no checksum");
  }
  SUBCASE("a count that the checksum does not cover") {
    repairs(
        [](const fs::path& entry) {
          std::string text = read_file(entry / "manifest.json").value();
          text.replace(text.find("\"edgeCount\": 1740"), 17, "\"edgeCount\": 1741");
          REQUIRE(write_file_durably(entry / "manifest.json", text));
        },
        "its manifest is not the one of its recipe");
  }
  SUBCASE("another seed in the manifest") {
    repairs(
        [](const fs::path& entry) {
          std::string text = read_file(entry / "manifest.json").value();
          text.replace(text.find("\"seed\": 1"), 9, "\"seed\": 3");
          REQUIRE(write_file_durably(entry / "manifest.json", text));
        },
        "is no such dataset");
  }
}

TEST_CASE("only the latest corrupt copy of an entry is kept") {
  const TemporaryFolder folder;
  const DatasetCache cache(folder.path());
  for (int i = 0; i < 3; ++i) {
    REQUIRE(cache.obtain(grid_30x30()));
    fs::resize_file(folder / (kEntry + "/nodes/Node.csv"), 100);
  }
  CHECK(names_in(folder.path()).size() == 2);
}

TEST_CASE("an entry that is a link out of the cache is refused") {
  const TemporaryFolder folder;
  const TemporaryFolder elsewhere;
  const auto real = DatasetCache(elsewhere.path()).obtain(grid_30x30());
  REQUIRE(real);
  fs::create_directory_symlink(real->dataset.folder, folder / kEntry);
  const auto obtained = DatasetCache(folder.path()).obtain(grid_30x30());
  REQUIRE_FALSE(obtained);
  CHECK(obtained.error().code == ErrorCode::FailedPrecondition);
  CHECK(obtained.error().message.find("leads out of the folder of datasets") != std::string::npos);
  CHECK(open_dataset(real->dataset.folder));  // untouched
}

TEST_CASE("a data file that is a link out of its dataset is refused") {
  const TemporaryFolder folder;
  const TemporaryFolder elsewhere;
  const DatasetCache cache(folder.path());
  REQUIRE(cache.obtain(grid_30x30()));
  const fs::path file = folder / (kEntry + "/rels/EDGE.csv");
  fs::copy(file, elsewhere / "EDGE.csv");
  fs::remove(file);
  fs::create_symlink(elsewhere / "EDGE.csv", file);
  const auto obtained = cache.obtain(grid_30x30());
  REQUIRE_FALSE(obtained);
  CHECK(obtained.error().message.find("leads out of the dataset") != std::string::npos);
}

TEST_CASE("opening names both checksums of a changed dataset") {
  const TemporaryFolder folder;
  REQUIRE(DatasetCache(folder.path()).obtain(grid_30x30()));
  fs::resize_file(folder / (kEntry + "/nodes/Node.csv"), 100);
  const auto opened = open_dataset(folder / kEntry);
  REQUIRE_FALSE(opened);
  CHECK(opened.error().code == ErrorCode::DataLoss);
  CHECK(opened.error().message.find(kChecksum) != std::string::npos);
}

TEST_CASE("generating into a folder keeps an equal dataset that is there") {
  const TemporaryFolder folder;
  const auto first = generate_dataset(grid_30x30(), folder.path());
  REQUIRE(first);
  CHECK_FALSE(first->already_there);
  CHECK(first->dataset.folder.filename() == kEntry);
  const auto second = generate_dataset(grid_30x30(), folder.path());
  REQUIRE(second);
  CHECK(second->already_there);
  fs::resize_file(folder / (kEntry + "/nodes/Node.csv"), 100);
  CHECK_FALSE(generate_dataset(grid_30x30(), folder.path())->already_there);
}

TEST_CASE("generating stops within a block once asked to, and leaves nothing behind") {
  const TemporaryFolder folder;
  std::stop_source stop;
  std::int64_t last = 0;
  const auto obtained = DatasetCache(folder.path())
                            .obtain(
                                {"big", 1, UniformParams{200'000, 16}},
                                [&](std::int64_t done, std::int64_t) {
                                  last = done;
                                  if (done > 0) stop.request_stop();
                                },
                                stop.get_token());
  REQUIRE_FALSE(obtained);
  CHECK(obtained.error().code == ErrorCode::Cancelled);
  CHECK(obtained.error().message.find("uniform-n200000-k16 was cancelled") != std::string::npos);
  CHECK(last < 400'000);
  CHECK(names_in(folder.path()).empty());
}

TEST_CASE("the list shows what is there, and why an entry cannot be read") {
  const TemporaryFolder folder;
  const DatasetCache cache(folder.path());
  CHECK(DatasetCache(folder / "absent").list().empty());
  REQUIRE(cache.obtain(grid_30x30()));
  REQUIRE(cache.obtain({"small", 1, GridParams{2, 2, false}}));
  folder.write("broken-12345678/manifest.json", "{");
  folder.write("a-file", "");
  folder.write(".hidden/manifest.json", "{");
  const auto entries = cache.list();
  REQUIRE(entries.size() == 3);
  CHECK(entries[0].folder.filename() == "broken-12345678");
  CHECK(entries[0].problem.find("parse error") != std::string::npos);
  CHECK(entries[1].dataset.name == "grid-2x2");
  CHECK(entries[2].dataset.edge_count == 1740);
  CHECK(entries[2].problem.empty());
}

TEST_CASE("bad parameters are refused before the folder is touched") {
  const TemporaryFolder folder;
  const auto obtained =
      DatasetCache(folder / "datasets").obtain({"bad", 1, GridParams{0, 1, false}});
  REQUIRE_FALSE(obtained);
  CHECK(obtained.error().code == ErrorCode::InvalidArgument);
  CHECK_FALSE(fs::exists(folder / "datasets"));
}

}  // namespace gb
