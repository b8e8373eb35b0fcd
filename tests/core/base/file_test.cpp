#include "core/base/file.h"

#include <doctest/doctest.h>
#include <sys/resource.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

/// A folder that goes when the test ends.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "gb-file-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~TemporaryFolder() { fs::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const fs::path& path() const { return path_; }
  std::size_t entries() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(path_), fs::directory_iterator()));
  }

 private:
  fs::path path_;
};

/// Lets no file of this process grow beyond a size: writes fail as on a full disk.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    rlimit limit = before_;
    limit.rlim_cur = bytes;
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

}  // namespace

TEST_CASE("what is written durably is read back, in folders made on the way") {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "a" / "b" / "file.json";
  const std::string bytes = std::string("one\0two\n", 8) + std::string(200'000, 'x');
  REQUIRE(gb::write_file_durably(path, bytes));
  CHECK(*gb::read_file(path) == bytes);
  REQUIRE(gb::write_file_durably(path, "new"));
  CHECK(*gb::read_file(path) == "new");
  CHECK(fs::directory_iterator(path.parent_path())->path() == path);
}

TEST_CASE("a file that exists is not replaced by creating it") {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "file";
  REQUIRE(gb::create_file_durably(path, "first"));
  const auto second = gb::create_file_durably(path, "second");
  REQUIRE(!second);
  CHECK(second.error().code == gb::ErrorCode::AlreadyExists);
  CHECK(second.error().message.find(path.string()) != std::string::npos);
  CHECK(*gb::read_file(path) == "first");
  CHECK(folder.entries() == 1);
}

TEST_CASE("a write that breaks off leaves the existing file untouched and no other behind") {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "file";
  REQUIRE(gb::write_file_durably(path, "precious"));
  {
    const FileSizeLimit limit(4096);
    CHECK(!gb::write_file_durably(path, std::string(100'000, 'x')));
    CHECK(!gb::create_file_durably(folder.path() / "other", std::string(100'000, 'x')));
  }
  CHECK(*gb::read_file(path) == "precious");
  CHECK(folder.entries() == 1);
}

TEST_CASE("writing where a folder stands, or below a file, fails and leaves nothing") {
  const TemporaryFolder folder;
  fs::create_directory(folder.path() / "taken");
  CHECK(!gb::write_file_durably(folder.path() / "taken", "bytes"));
  CHECK(folder.entries() == 1);
  REQUIRE(gb::write_file_durably(folder.path() / "taken" / "file", "bytes"));
  CHECK(!gb::write_file_durably(folder.path() / "taken" / "file" / "below", "bytes"));
  CHECK(*gb::read_file(folder.path() / "taken" / "file") == "bytes");
}

TEST_CASE("a missing file is NotFound with its path") {
  const TemporaryFolder folder;
  const auto missing = gb::read_file(folder.path() / "nothing");
  REQUIRE(!missing);
  CHECK(missing.error().code == gb::ErrorCode::NotFound);
  CHECK(missing.error().message.find("nothing") != std::string::npos);
  CHECK(!gb::read_file(folder.path()));
}

TEST_CASE("the size of a folder is that of its files, links not followed, -1 without a folder") {
  const TemporaryFolder folder;
  REQUIRE(gb::write_file_durably(folder.path() / "a", std::string(1000, 'a')));
  REQUIRE(gb::write_file_durably(folder.path() / "in" / "b", std::string(24, 'b')));
  fs::create_symlink(folder.path() / "a", folder.path() / "link");
  CHECK(gb::folder_bytes(folder.path()) == 1024);
  CHECK(gb::folder_bytes(folder.path() / "missing") == -1);
  CHECK(gb::folder_bytes("") == -1);
}
