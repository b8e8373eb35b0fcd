#include "coordinator/datasets/dataset_shelf.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <fstream>

#include "coordinator/datasets/dataset_folder.h"
#include "core/base/sha256.h"
#include "core/data/checksum.h"
#include "tests/support/dataset_folders.h"

using namespace gb;
namespace fs = std::filesystem;

namespace {

struct Shelf {
  Dataset put(const std::string& recipe) const {
    return generate_dataset(find_recipe(recipe).value(), folder.path())->dataset;
  }
  TemporaryFolder folder;
  DatasetShelf shelf{folder.path()};
};

}  // namespace

TEST_CASE("a dataset is found by name, recipe or checksum, with the digests of its files") {
  Shelf room;
  const Dataset grid = room.put("grid-30x30");
  for (const DatasetQuestion& question :
       {DatasetQuestion{.name = "grid-30x30"}, DatasetQuestion{.checksum = grid.checksum},
        DatasetQuestion{.name = "grid-30x30", .recipe = recipe_block(grid).value()}}) {
    const auto found = room.shelf.find(question);
    REQUIRE_MESSAGE(found, found.error().message);
    CHECK(found->checksum == grid.checksum);
    CHECK(found->files.front().path == "manifest.json");
    const auto bytes = support::bytes_below(grid.folder);
    CHECK(found->files.size() == bytes.size());
    for (const ShelvedFile& file : found->files) {
      CHECK(file.sha256 == sha256_hex(bytes.at(file.path)));
      CHECK(file.bytes == static_cast<std::int64_t>(bytes.at(file.path).size()));
    }
  }
  CHECK(room.shelf.find({.name = "grid-30x31"}).error().code == ErrorCode::NotFound);
  CHECK(room.shelf.find({.name = "grid-30x30", .recipe = "{}"}).error().code ==
        ErrorCode::NotFound);
  CHECK(room.shelf.find({}).error().code == ErrorCode::InvalidArgument);
  CHECK(DatasetShelf({}).find({.name = "x"}).error().code == ErrorCode::NotFound);
  CHECK(DatasetShelf(room.folder / "absent").find({.name = "x"}).error().code ==
        ErrorCode::NotFound);
}

TEST_CASE("what is put there, changed or removed later is noticed") {
  Shelf room;
  CHECK_FALSE(room.shelf.find({.name = "snb29-300"}));
  const Dataset listed = room.put("snb29-300");  // with a list of files
  const auto there = room.shelf.find({.name = listed.name});
  REQUIRE_MESSAGE(there, there.error().message);
  const fs::path file = listed.nodes.front().files.front();
  std::string bytes = read_file(file).value();
  bytes[bytes.size() / 2] = '#';
  std::ofstream(file, std::ios::binary) << bytes;
  CHECK(room.shelf.find({.name = listed.name}).error().code == ErrorCode::DataLoss);
  fs::remove_all(listed.folder);
  CHECK(room.shelf.find({.name = listed.name}).error().code == ErrorCode::NotFound);
}

TEST_CASE("nothing is served that a symbolic link leads to") {
  const TemporaryFolder elsewhere;
  Shelf room;
  const Dataset grid = room.put("grid-30x30");
  SUBCASE("a file") {
    fs::rename(grid.folder / "nodes" / "Node.csv", elsewhere / "Node.csv");
    fs::create_symlink(elsewhere / "Node.csv", grid.folder / "nodes" / "Node.csv");
  }
  SUBCASE("a file, to another in the dataset") {
    fs::rename(grid.folder / "nodes" / "Node.csv", grid.folder / "Node.csv");
    fs::create_symlink("../Node.csv", grid.folder / "nodes" / "Node.csv");
  }
  SUBCASE("a folder of tables") {
    fs::rename(grid.folder / "rels", elsewhere / "rels");
    fs::create_directory_symlink(elsewhere / "rels", grid.folder / "rels");
  }
  SUBCASE("the dataset") {
    fs::rename(grid.folder, elsewhere / "grid");
    fs::create_directory_symlink(elsewhere / "grid", grid.folder);
  }
  const auto found = room.shelf.find({.name = "grid-30x30"});
  REQUIRE_FALSE(found);
  CHECK_MESSAGE(found.error().code == ErrorCode::FailedPrecondition, found.error().message);
  CHECK(found.error().message.find("symbolic link") != std::string::npos);
}

TEST_CASE("whatever else lies in the folder is passed over") {
  Shelf room;
  room.put("grid-30x30");
  room.folder.write("notes.txt", "x");
  room.folder.write("half/manifest.json", "{");
  room.folder.write(".gen-1/manifest.json", "{}");
  fs::create_directory(room.folder / "pipe");
  ::mkfifo((room.folder / "pipe/manifest.json").c_str(), 0600);
  CHECK(room.shelf.find({.name = "grid-30x30"}));
}

TEST_CASE("a file is opened only by a path that a dataset has") {
  Shelf room;
  const Dataset grid = room.put("grid-30x30");
  room.folder.write("secret", "s");
  const auto folder = DatasetFolder::open(grid.folder);
  REQUIRE(folder);
  CHECK(folder->open_file("nodes/Node.csv"));
  for (const std::string& path :
       {std::string("../secret"), std::string("nodes/../../secret"), std::string("/etc/passwd"),
        std::string(""), std::string("."), std::string("nodes"), std::string("nodes/"),
        std::string("nodes/.x"), std::string("manifest.json\0x", 15)}) {
    CAPTURE(path);
    CHECK_FALSE(folder->open_file(path));
  }
}

TEST_CASE("a limit that is exceeded names itself") {
  Shelf room;
  room.put("grid-30x30");
  const std::string name = room.put("er-1k").name;
  DatasetShelf few_files(room.folder.path(), {.files = 1});
  const auto files = few_files.find({.name = name});
  REQUIRE_FALSE(files);
  CHECK(files.error().code == ErrorCode::ResourceExhausted);
  CHECK(files.error().message.find("1 is the most") != std::string::npos);
  DatasetShelf few_folders(room.folder.path(), {.folders = 1});
  CHECK(few_folders.find({.name = name}).error().code == ErrorCode::ResourceExhausted);
}

TEST_CASE("hashing a dataset stops when it is asked to") {
  Shelf room;
  room.put("grid-30x30");
  std::stop_source stop;
  stop.request_stop();
  CHECK(room.shelf.find({.name = "grid-30x30"}, stop.get_token()).error().code ==
        ErrorCode::Cancelled);
}
