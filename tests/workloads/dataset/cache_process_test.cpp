// What happens to the cache when other processes use it, die in it, or it cannot be written.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/base/file.h"
#include "tests/support/dataset_folders.h"
#include "tests/support/temporary_folder.h"
#include "workloads/dataset/cache.h"

namespace gb {
namespace fs = std::filesystem;
namespace {

Recipe grid(std::int64_t side) { return {"grid", 1, GridParams{side, side, false}}; }

/// A forked child that runs `work`, writes what it returns into a pipe, and exits.
class Child {
 public:
  explicit Child(const std::function<std::string()>& work) {
    int ends[2];
    REQUIRE(::pipe2(ends, O_CLOEXEC) == 0);
    pid_ = ::fork();
    REQUIRE(pid_ >= 0);
    if (pid_ == 0) {
      ::close(ends[0]);
      say(ends[1], work());
      ::_exit(0);
    }
    ::close(ends[1]);
    from_ = ends[0];
  }
  ~Child() {
    if (pid_ > 0) kill_and_wait();
    ::close(from_);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  static void say(int to, const std::string& text) {
    if (::write(to, text.data(), text.size()) < 0) ::_exit(9);
  }
  /// All it says until it ends.
  std::string result() {
    std::string text;
    char buffer[4096];
    for (ssize_t got = 0; (got = ::read(from_, buffer, sizeof buffer)) > 0;) {
      text.append(buffer, static_cast<std::size_t>(got));
    }
    ::waitpid(pid_, nullptr, 0);
    pid_ = -1;
    return text;
  }
  void kill_and_wait() {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    pid_ = -1;
  }

 private:
  pid_t pid_ = -1;
  int from_ = -1;
};

std::string outcome(const Result<Obtained>& obtained) {
  return obtained ? obtained->source + " " + obtained->dataset.checksum
                  : std::string(name_of(obtained.error().code)) + ": " + obtained.error().message;
}

void overwrite(const fs::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

/// Folders in which a dataset is being made, or was.
std::vector<std::string> staging_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(".gen-") || name.starts_with(".part-")) names.push_back(name);
  }
  return names;
}

/// A child that is in the middle of generating: it has written more than so many rows and waits to
/// be killed.
class Generating {
 public:
  Generating(const fs::path& folder, const Recipe& recipe, std::int64_t rows = 0) {
    REQUIRE(::pipe2(ready_, O_CLOEXEC) == 0);
    child_ = std::make_unique<Child>([&] {
      return outcome(DatasetCache(folder).obtain(recipe, [&](std::int64_t done, std::int64_t) {
        if (done <= rows) return;
        Child::say(ready_[1], "x");
        for (;;) ::pause();
      }));
    });
    char byte = 0;
    REQUIRE(::read(ready_[0], &byte, 1) == 1);
  }
  ~Generating() {
    ::close(ready_[0]);
    ::close(ready_[1]);
  }
  Generating(const Generating&) = delete;
  Generating& operator=(const Generating&) = delete;
  Child& child() { return *child_; }

 private:
  int ready_[2] = {-1, -1};
  std::unique_ptr<Child> child_;
};

}  // namespace

TEST_CASE("of processes that want one dataset at once, one generates and the others take it") {
  for (int round = 0; round < 5; ++round) {
    const TemporaryFolder folder;
    int gate[2];
    REQUIRE(::pipe2(gate, O_CLOEXEC) == 0);
    std::vector<std::unique_ptr<Child>> children;
    for (int i = 0; i < 4; ++i) {
      children.push_back(std::make_unique<Child>([&] {
        char byte = 0;
        ::close(gate[1]);
        if (::read(gate[0], &byte, 1) != 0) return std::string("no gate");
        return outcome(DatasetCache(folder.path()).obtain(grid(60)));
      }));
    }
    ::close(gate[1]);  // opens it for all
    ::close(gate[0]);
    std::vector<std::string> outcomes;
    for (auto& child : children) outcomes.push_back(child->result());
    std::sort(outcomes.begin(), outcomes.end());
    CHECK(outcomes[3].starts_with("generated sha256:"));
    for (int i = 0; i < 3; ++i) CHECK(outcomes[i].starts_with("cache sha256:"));
    CHECK(staging_in(folder.path()).empty());
    CHECK(DatasetCache(folder.path()).list().size() == 1);
  }
}

TEST_CASE("of processes that find one corrupt dataset at once, one repairs it") {
  const TemporaryFolder folder;
  const auto first = DatasetCache(folder.path()).obtain(grid(60));
  REQUIRE(first);
  fs::resize_file(first->dataset.nodes[0].files[0], 100);
  const auto work = [&] { return outcome(DatasetCache(folder.path()).obtain(grid(60))); };
  Child one(work);
  Child two(work);
  std::vector<std::string> outcomes{one.result(), two.result()};
  std::sort(outcomes.begin(), outcomes.end());
  CHECK(outcomes[0] == "cache " + first->dataset.checksum);
  CHECK(outcomes[1] == "repaired " + first->dataset.checksum);
}

TEST_CASE("what a killed process left behind has no name and is gone on with, or soon forgotten") {
  const TemporaryFolder folder;
  Generating other(folder.path(), grid(300));
  REQUIRE(staging_in(folder.path()).size() == 1);

  CHECK(outcome(DatasetCache(folder.path()).obtain(grid(20))).starts_with("generated"));
  CHECK(staging_in(folder.path()).size() == 1);

  other.child().kill_and_wait();
  CHECK(staging_in(folder.path()).size() == 1);
  CHECK(DatasetCache(folder.path()).list().size() == 1);  // nothing half-made has a name
  SUBCASE("who wants it next goes on with it") {
    CHECK(outcome(DatasetCache(folder.path()).obtain(grid(300))).starts_with("generated"));
  }
  SUBCASE("nobody wants it for a week: whoever comes next removes it") {
    const fs::path left = folder / staging_in(folder.path())[0];
    fs::last_write_time(left, fs::file_time_type::clock::now() - std::chrono::hours(7 * 24 + 1));
    CHECK(outcome(DatasetCache(folder.path()).obtain(grid(20))).starts_with("cache"));
  }
  CHECK(staging_in(folder.path()).empty());
}

TEST_CASE("generating goes on after kill -9 with the files that were finished, and only they") {
  const Recipe social{"social", 1, SocialParams{2000, 10, 10}};
  const TemporaryFolder elsewhere;
  const auto whole = DatasetCache(elsewhere.path()).obtain(social);
  REQUIRE(whole);
  const auto expected = support::bytes_below(whole->dataset.folder);

  const TemporaryFolder folder;
  const std::int64_t nodes = 2000 + 20'000 + 100;
  Generating killed(folder.path(), social, nodes + 5000);  // in the midst of KNOWS
  killed.child().kill_and_wait();
  REQUIRE(staging_in(folder.path()).size() == 1);
  const fs::path left = folder / staging_in(folder.path())[0];
  std::map<std::string, ino_t> made;
  for (const std::string path : {"nodes/Person.csv", "nodes/Post.csv", "nodes/Forum.csv"}) {
    struct stat status {};
    REQUIRE(::stat((left / path).c_str(), &status) == 0);
    made[path] = status.st_ino;
    // So that no new file gets the number of one that was removed.
    fs::create_hard_link(left / path, elsewhere / fs::path(path).filename().string());
  }
  REQUIRE(fs::exists(left / "rels/KNOWS.csv"));
  fs::path victim;
  std::set<std::string> kept{"nodes/Person.csv", "nodes/Post.csv", "nodes/Forum.csv"};

  SUBCASE("") {}
  SUBCASE("a file has changed meanwhile: it is made again, and all after it") {
    std::string bytes = read_file(left / "nodes/Post.csv").value();
    bytes[1000] = '!';
    fs::remove(left / "nodes/Post.csv");
    overwrite(left / "nodes/Post.csv", bytes);
    kept = {"nodes/Person.csv"};
  }
  SUBCASE("the list of finished files is torn") {
    fs::resize_file(left / ".made", fs::file_size(left / ".made") - 10);
    kept = {"nodes/Person.csv", "nodes/Post.csv"};
  }
  SUBCASE("the list is gone, or no list: all is made again") {
    overwrite(left / ".made", "no list");
    kept.clear();
  }
  SUBCASE("somebody put links and other files there: nothing is written through, none stays") {
    victim = elsewhere.write("victim", "mine");
    fs::remove(left / "rels/KNOWS.csv");
    fs::create_symlink(victim, left / "rels/KNOWS.csv");
    fs::remove(left / "nodes/Forum.csv");
    fs::create_symlink(whole->dataset.folder / "nodes/Forum.csv", left / "nodes/Forum.csv");
    fs::create_directory_symlink(elsewhere.path(), left / "more");
    overwrite(left / "nodes/Extra.csv", "id:ID\n");
    kept = {"nodes/Person.csv", "nodes/Post.csv"};
  }
  const auto obtained = DatasetCache(folder.path()).obtain(social);
  REQUIRE_MESSAGE(obtained, obtained.error().message);
  CHECK(obtained->source == "generated");
  CHECK(support::bytes_below(obtained->dataset.folder) == expected);
  for (const auto& [path, inode] : made) {
    CAPTURE(path);
    struct stat status {};
    REQUIRE(::stat((obtained->dataset.folder / path).c_str(), &status) == 0);
    CHECK((status.st_ino == inode) == kept.contains(path));
  }
  CHECK(staging_in(folder.path()).empty());
  if (!victim.empty()) CHECK(read_file(victim) == "mine");
}

TEST_CASE("of processes that go on with what a killed one left, one does and the others take it") {
  const TemporaryFolder folder;
  Generating(folder.path(), grid(300), 90'000).child().kill_and_wait();
  const auto work = [&] { return outcome(DatasetCache(folder.path()).obtain(grid(300))); };
  Child one(work);
  Child two(work);
  std::vector<std::string> outcomes{one.result(), two.result()};
  std::sort(outcomes.begin(), outcomes.end());
  CHECK_MESSAGE(outcomes[0].starts_with("cache sha256:"), outcomes[0]);
  CHECK_MESSAGE(outcomes[1].starts_with("generated sha256:"), outcomes[1]);
  CHECK(staging_in(folder.path()).empty());
}

TEST_CASE("a folder that cannot be written gives its datasets, and an error for others") {
  const TemporaryFolder folder;
  REQUIRE(DatasetCache(folder.path()).obtain(grid(20)));
  fs::permissions(folder.path(), fs::perms(0555));
  const auto as_other_user = [&](const Recipe& recipe) {
    return Child([&] {
             // Permissions do not stop root.
             if (::geteuid() == 0 && ::setuid(65534) != 0) return std::string("cannot drop root");
             return outcome(DatasetCache(folder.path()).obtain(recipe));
           })
        .result();
  };
  CHECK(as_other_user(grid(20)).starts_with("cache sha256:"));
  const std::string refused = as_other_user(grid(21));
  CHECK_MESSAGE(refused.starts_with("permission denied: dataset grid-21x21: cannot create"),
                refused);
  CHECK(refused.ends_with("Permission denied"));
  fs::permissions(folder.path(), fs::perms(0755));
  CHECK(DatasetCache(folder.path()).list().size() == 1);
}

TEST_CASE("a write that fails in the middle is an error that leaves nothing behind") {
  const TemporaryFolder folder;
  const std::string failed = Child([&] {
                               const rlimit limit{200'000, 200'000};
                               ::signal(SIGXFSZ, SIG_IGN);
                               ::setrlimit(RLIMIT_FSIZE, &limit);
                               return outcome(DatasetCache(folder.path()).obtain(grid(300)));
                             }).result();
  CHECK_MESSAGE(failed.find("dataset grid-300x300: cannot write") != std::string::npos, failed);
  CHECK(failed.ends_with("File too large"));
  CHECK(staging_in(folder.path()).empty());
  CHECK(DatasetCache(folder.path()).list().empty());
}

TEST_CASE("a full disk is an error that says so and leaves nothing behind") {
  const TemporaryFolder folder;
  // A file system of 1 MB; only root, and not in every container, may mount one.
  if (::mount("tmpfs", folder.path().c_str(), "tmpfs", 0, "size=1m") != 0) {
    MESSAGE("not run: no permission to mount a small file system");
    return;
  }
  // At the least 8 bytes a row it would fit; it takes nearly twice that.
  const std::string failed = outcome(DatasetCache(folder.path()).obtain(grid(200)));
  const bool clean = staging_in(folder.path()).empty();
  ::umount2(folder.path().c_str(), MNT_DETACH);
  CHECK_MESSAGE(failed.starts_with("resource exhausted: dataset grid-200x200: cannot write"),
                failed);
  CHECK(failed.ends_with("No space left on device"));
  CHECK(clean);
}

}  // namespace gb
