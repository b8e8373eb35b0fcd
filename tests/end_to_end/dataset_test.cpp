// gb dataset, as a user calls it.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tests/support/process.h"
#include "tests/support/temporary_folder.h"

namespace fs = std::filesystem;
using namespace gb::testing;
using gb::TemporaryFolder;

namespace {

Finished dataset(std::vector<std::string> words) {
  words.insert(words.begin(), "dataset");
  return run(bin("gb"), words);
}

/// What lies in the folder, but for the cache's own bookkeeping.
std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  if (!fs::exists(folder)) return names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename();
    if (name != ".locks" && name != ".used") names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

TEST_CASE(
    "generating prints the reference's line, then takes the copy, then finds and removes it") {
  const TemporaryFolder folder;
  const std::string out = folder / "d";
  const std::string line =
      out +
      "/grid-30x30-eb8d5d60\tnodes=900\tedges=1740\t"
      "sha256:eb8d5d608ebc8c1a046a3d435beb8350ce2dca90e261167c7ec1b6c437cc11aa";
  CHECK(dataset({"generate", "grid-30x30", "--out", out}).out == line + "\n");
  CHECK(run(bin("gb"), {"generate", "--recipe", "grid-30x30", "--out", out}).out ==
        line + "\t(cached)\n");
  CHECK(dataset({"where", "grid-30x30", "--datasets", out}).out == out + "/grid-30x30-eb8d5d60\n");
  CHECK(dataset({"verify", "grid-30x30", "--datasets", out}).exit_code == 0);
  CHECK(dataset({"list", "--datasets", out}).out.find("sha256:eb8d5d60") != std::string::npos);

  // In use by somebody: this test.
  const int entry = ::open((out + "/grid-30x30-eb8d5d60").c_str(), O_RDONLY | O_DIRECTORY);
  REQUIRE(::flock(entry, LOCK_SH) == 0);
  const Finished refused = dataset({"remove", "grid-30x30", "--datasets", out});
  CHECK(refused.exit_code == 5);
  CHECK(refused.err.find("is in use") != std::string::npos);
  ::close(entry);
  CHECK(dataset({"remove", "grid-30x30", "--datasets", out}).exit_code == 0);
  CHECK(names_in(out).empty());
  CHECK(dataset({"where", "grid-30x30", "--datasets", out}).exit_code == 64);
}

TEST_CASE("any number of threads generates the same, and none at all is refused") {
  const TemporaryFolder folder;
  std::vector<std::string> checksums;
  for (const char* threads : {"1", "3"}) {
    const Finished made = dataset({"generate", "rmat", "--scale", "12", "--edge-factor", "8",
                                   "--threads", threads, "--out", folder / threads});
    REQUIRE_MESSAGE(made.exit_code == 0, made.err);
    checksums.push_back(made.out.substr(made.out.rfind('\t')));
  }
  CHECK(checksums[0].starts_with("\tsha256:"));
  CHECK(checksums[0] == checksums[1]);
  for (const char* threads : {"0", "-1", "many"}) {
    const Finished refused =
        dataset({"generate", "er-1k", "--threads", threads, "--out", folder / "none"});
    CHECK(refused.exit_code == 64);
    CHECK_MESSAGE(refused.err.find("--threads") != std::string::npos, refused.err);
  }
  CHECK(names_in(folder / "none").empty());
}

TEST_CASE("a corrupt copy is replaced, which is said, and verifying it by hand is an error") {
  const TemporaryFolder folder;
  const std::string out = folder / "d";
  REQUIRE(dataset({"generate", "grid-30x30", "--out", out}).exit_code == 0);
  fs::resize_file(out + "/grid-30x30-eb8d5d60/rels/EDGE.csv", 100);
  const Finished verified = dataset({"verify", out + "/grid-30x30-eb8d5d60"});
  CHECK(verified.exit_code == 5);
  CHECK(verified.err.find("its manifest says sha256:eb8d5d60") != std::string::npos);
  const Finished again = dataset({"generate", "grid-30x30", "--out", out});
  CHECK(again.exit_code == 0);
  CHECK(again.out.find("(cached)") == std::string::npos);
  CHECK(again.err.find("moved aside to .corrupt-grid-30x30") != std::string::npos);
}

TEST_CASE("an edge list is imported, and what was dropped is said") {
  const TemporaryFolder folder;
  const fs::path list = folder.write("links.txt", "# a comment\n1\t2\n2\t3\n3\tx\n");
  const Finished done = dataset({"import", list, "--out", folder / "d", "--name", "links"});
  CHECK(done.exit_code == 0);
  CHECK(done.out.find("\tnodes=3\tedges=2\tsha256:") != std::string::npos);
  CHECK(done.err.find("links.txt:4") != std::string::npos);
  CHECK(names_in(folder / "d").size() == 1);
  CHECK(dataset({"verify", "links", "--datasets", folder / "d"}).exit_code == 0);
  const Finished strict =
      dataset({"import", list, "--out", folder / "e", "--name", "links", "--strict"});
  CHECK(strict.exit_code == 64);
  CHECK(names_in(folder / "e").empty());
  CHECK(dataset({"import", list, "--format", "gml"}).exit_code == 64);
  CHECK(dataset({"import", folder / "absent"}).exit_code == 64);
}

TEST_CASE("Ctrl-C while generating ends with 130 and leaves nothing behind") {
  const TemporaryFolder folder;
  const fs::path out = folder / "d";
  Process generating(bin("gb"), {"dataset", "generate", "uniform", "--n", "20000000", "--degree",
                                 "16", "--out", out});
  REQUIRE(eventually([&] { return !names_in(out).empty(); }));
  generating.signal(SIGINT);
  const Finished done = generating.wait(std::chrono::seconds(20));
  CHECK(done.exit_code == 130);
  CHECK(done.err.find("was cancelled") != std::string::npos);
  CHECK(names_in(out).empty());
}
