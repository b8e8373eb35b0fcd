// Generating that was interrupted, again and again, ends in the same bytes.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <map>
#include <string>
#include <vector>

#include "tests/support/dataset_folders.h"
#include "tests/support/temporary_folder.h"
#include "workloads/dataset/generator.h"

namespace gb {
namespace fs = std::filesystem;
namespace {

/// The finished files that a folder lists, and what they are on the disk.
std::map<std::string, ino_t> finished(const fs::path& folder) {
  std::map<std::string, ino_t> files;
  const auto list = read_file(folder / ".made");
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string path = entry.path().lexically_relative(folder).generic_string();
    struct stat status {};
    if (!list || list->find('"' + path + '"') == std::string::npos) continue;
    if (::stat(entry.path().c_str(), &status) == 0) files[path] = status.st_ino;
  }
  return files;
}

}  // namespace

TEST_CASE("every generator goes on after every one of its files, and makes none of them again") {
  // The last file of each is more than one block, so that there is a place to stop in.
  const std::vector<Recipe> recipes = {
      {"er", 1, ErParams{3000, 0.01}},
      {"fin", 3, FinParams{200, 3, 100, 0.1}},
      {"friends", 42, FriendsParams{.people = 50, .friends = 4}},
      {"collab", 42, CollabParams{.ppm = 10'000}},
      {"grid", 1, GridParams{200, 200, false}},
      {"lb", 7, LbParams{.nodes = 3000}},
      {"powerlaw", 1, PowerlawParams{30'000, 2.5, 1, 50}},
      {"rmat", 1, RmatParams{.scale = 12, .edge_factor = 16, .weighted = true}},
      {"snb29", 42, Snb29Params{.persons = 50}},
      {"social", 5, SocialParams{50, 5, 3}},
      {"uniform", 1, UniformParams{5000, 10}},
      {"urand", 1, UrandParams{12, 16}},
  };
  for (const Recipe& recipe : recipes) {
    CAPTURE(recipe.name);
    const TemporaryFolder at_once;
    const auto whole = generate_into(at_once.path(), recipe);
    REQUIRE_MESSAGE(whole, whole.error().message);
    const auto expected = support::bytes_below(at_once.path());
    const std::size_t files = expected.size() - 1;  // without the manifest

    const TemporaryFolder folder;
    std::map<std::string, ino_t> before;
    std::size_t tries = 0;
    for (;; ++tries) {
      REQUIRE(tries <= 2 * files);
      std::stop_source stop;
      // Stops in the file behind the next one that is new.
      const auto again = generate_into(folder.path(), recipe,
                                       [&](std::int64_t, std::int64_t) {
                                         if (finished(folder.path()).size() > before.size())
                                           stop.request_stop();
                                       },
                                       stop.get_token(), {2, 0});
      if (again) {
        CHECK(again->checksum == whole->checksum);
        CHECK(support::bytes_below(folder.path()) == expected);
        break;
      }
      REQUIRE_MESSAGE(again.error().code == ErrorCode::Cancelled, again.error().message);
      const auto now = finished(folder.path());
      CHECK(now.size() > before.size());
      for (const auto& [path, inode] : before) CHECK(now.at(path) == inode);
      before = now;
    }
    CHECK(tries > 0);
    for (const auto& [path, inode] : before) {
      struct stat status {};
      REQUIRE(::stat((folder / path).c_str(), &status) == 0);
      CHECK(status.st_ino == inode);
    }
  }
}

}  // namespace gb
