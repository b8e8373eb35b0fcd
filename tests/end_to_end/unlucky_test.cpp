#include <doctest/doctest.h>
#include <signal.h>
#include <sys/mount.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/support/lab_process.h"

namespace fs = std::filesystem;
using namespace gb::testing;
using gb::TemporaryFolder;

namespace {

using Environment = std::map<std::string, std::string>;

bool says(const Finished& done, const std::string& words) {
  return done.err.find(words) != std::string::npos;
}

std::vector<std::string> gb_run_words(const TemporaryFolder& folder,
                                      const std::vector<std::string>& more) {
  std::vector<std::string> words = {
      "run", "--workload",   "micro-read", "--engines",  "sqlite",           "--warm-up",
      "0s",  "--operations", "20",         "--datasets", folder / "datasets"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

Finished gb_run(const TemporaryFolder& folder, const std::vector<std::string>& more,
                const Environment& environment = {}) {
  return run(bin("gb"), gb_run_words(folder, more), environment, std::chrono::seconds(60));
}

/// Through a shell, for where its output goes.
Finished shell(const TemporaryFolder& folder, const std::string& output) {
  std::string line = "exec '" + bin("gb").string() + "'";
  for (const std::string& word : gb_run_words(folder, {"--out", folder / "results"}))
    line += " '" + word + "'";
  return run("/bin/sh", {"-c", line + " " + output});
}

std::size_t entries(const fs::path& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

/// A file system of few bytes, which only root can make.
struct TinyDisk {
  TinyDisk(const TemporaryFolder& folder, const std::string& size) : path(folder / "disk") {
    fs::create_directories(path);
    there = ::mount("tmpfs", path.c_str(), "tmpfs", 0, ("size=" + size).c_str()) == 0;
    if (!there) MESSAGE("SKIPPED: only root can mount a small disk");
  }
  ~TinyDisk() {
    if (there) ::umount2(path.c_str(), MNT_DETACH);
  }
  fs::path path;
  bool there = false;
};

/// Takes what is left of a disk, until destroyed.
struct Filling {
  explicit Filling(const fs::path& disk) : file(disk / "filling") {
    std::ofstream stream(file, std::ios::binary);
    const std::string block(4096, 'x');
    while (stream.write(block.data(), static_cast<std::streamsize>(block.size())).flush()) {
    }
  }
  ~Filling() {
    std::error_code ignored;
    fs::remove(file, ignored);
  }
  fs::path file;
};

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

TEST_CASE("results that could not be kept are not measured") {
  const TemporaryFolder folder;
  std::ofstream(folder / "file") << "no folder";
  const Finished done = gb_run(folder, {"--out", folder / "file/results"});
  INFO(done.err);
  CHECK(done.exit_code == 5);
  CHECK(says(done, "results cannot be kept in"));
  CHECK(says(done, "--out"));
  CHECK_FALSE(says(done, "1/1"));
  CHECK_FALSE(fs::exists(folder / "datasets"));
}

TEST_CASE("results for which the disk is too full are shown, and the exit code is 5") {
  const TemporaryFolder folder;
  const TinyDisk disk(folder, "8k");
  if (!disk.there) return;
  std::ofstream(disk.path / "all_of_it") << std::string(8192, 'x');
  const Finished done = gb_run(folder, {"--out", disk.path / "results"});
  INFO(done.err);
  CHECK(done.exit_code == 5);
  CHECK(says(done, "was not kept"));
  CHECK(says(done, "No space left on device"));
  CHECK(done.out.find("micro-scan-stats") != std::string::npos);
}

TEST_CASE("a temporary folder that is full or not there ends gb run with a reason, soon") {
  const TemporaryFolder folder;
  const Finished absent =
      gb_run(folder, {"--out", folder / "results"}, {{"TMPDIR", folder / "nothing"}});
  INFO(absent.err);
  CHECK(absent.exit_code == 5);
  CHECK(says(absent, "set TMPDIR"));

  const TinyDisk disk(folder, "200k");
  if (!disk.there) return;
  const Finished full = gb_run(folder, {"--out", folder / "results"}, {{"TMPDIR", disk.path}});
  INFO(full.err);
  CHECK(full.exit_code == 5);
  CHECK(says(full, "the disk of the store is full"));
  CHECK(says(full, "TMPDIR"));
  CHECK(entries(disk.path) == 0);
}

TEST_CASE("output that does not arrive is an error, and a reader that has seen enough is none") {
  const TemporaryFolder folder;
  const Finished lost = shell(folder, "> /dev/full");
  INFO(lost.err);
  CHECK(lost.exit_code == 5);
  CHECK(says(lost, "stdout took not all of the output"));
  CHECK(shell(folder, "| head -n 1").exit_code == 0);
  // The number of a closed stdout must not become a file of ours that the table is written into.
  const Finished closed = shell(folder, ">&-");
  INFO(closed.err);
  CHECK(closed.exit_code == 0);
}

TEST_CASE("without gb-runner, without SQLite and with a seed below one gb run says what is wrong") {
  const TemporaryFolder folder;
  const std::vector<std::string> out = {"--out", folder / "results"};
  fs::copy_file(bin("gb"), folder / "gb");
  const Finished alone = run(folder / "gb", gb_run_words(folder, out));
  CHECK(alone.exit_code == 5);
  CHECK(says(alone, "no runner at"));

  const Finished no_engine = gb_run(folder, out, {{"GRAPH_BENCH_SQLITE_LIB", "/nonexistent"}});
  CHECK(no_engine.exit_code == 5);
  CHECK(says(no_engine, "/nonexistent"));
  CHECK(says(no_engine, "apt-get install libsqlite3-0"));

  const Finished no_utf8 = run(bin("gb"), {"run", "--workload", "micro-read", "--engines", "sqlite",
                                           "--out", folder / "results", "--datasets", "\xff"});
  CHECK(no_utf8.exit_code == 64);
  CHECK(says(no_utf8, "UTF-8"));
  CHECK(gb_run(folder, {"--operation-limit", "0s"}).exit_code == 64);
  for (const char* seed : {"-1", "0", "nan", "9223372036854775808"}) {
    const Finished done = gb_run(folder, {"--seed", seed});
    CHECK(done.exit_code == 64);
    CHECK(says(done, "seed"));
  }
}

TEST_CASE("a gb run that is interrupted, stopped or loses its terminal leaves nothing behind") {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    for (const int after_ms : {60, 250, 700}) {
      CAPTURE(signal);
      CAPTURE(after_ms);
      const TemporaryFolder folder;
      fs::create_directories(folder / "tmp");
      Process gb(bin("gb"),
                 {"run", "--workload", "micro-read", "--engines", "sqlite", "--warm-up", "30s",
                  "--datasets", folder / "datasets", "--out", folder / "results"},
                 {{"TMPDIR", folder / "tmp"}});
      REQUIRE(eventually([&] { return entries(folder / "tmp") > 0; }));
      std::this_thread::sleep_for(std::chrono::milliseconds(after_ms));
      gb.signal(signal);
      CHECK(gb.wait(std::chrono::seconds(10)).exit_code == 130);
      CHECK(entries(folder / "tmp") == 0);
      CHECK(processes_with({"gb-runner", (folder / "tmp").string()}).empty());
      CHECK_FALSE(fs::exists(folder / "results"));
    }
  }
}

TEST_CASE("F17: a lab whose disk is full refuses work, goes on reading, and recovers by itself") {
  const TemporaryFolder folder;
  const TinyDisk disk(folder, "24m");
  if (!disk.there) return;
  LabProcesses lab(disk.path / "coordinator");
  lab.start_agent("alpha");
  REQUIRE(lab.gb({"agent", "list", "--wait", "1"}).exit_code == 0);
  const fs::path file = lab.write_matrix("[\"alpha\"]");
  std::string before;
  {
    const Filling full(disk.path);
    // What fits into pages that are there already may still be taken.
    const bool refused = eventually([&] {
      const Finished submitted = lab.gb({"matrix", "submit", file});
      if (submitted.exit_code == 0) before = first_line(submitted.out);
      return submitted.exit_code != 0 && says(submitted, "the disk of the store is full");
    });
    CHECK(refused);
    CHECK(lab.gb({"matrix", "list"}).exit_code == 0);
  }
  const Finished submitted = lab.gb({"matrix", "submit", file});
  INFO(submitted.err);
  REQUIRE(submitted.exit_code == 0);
  CHECK(lab.gb({"matrix", "watch", first_line(submitted.out)}).exit_code == 0);
  if (!before.empty()) CHECK(lab.gb({"matrix", "watch", before}).exit_code == 0);
}

TEST_CASE("F18: an agent whose disk is full says so in the cell, and works again with room") {
  const TemporaryFolder folder;
  const TinyDisk disk(folder, "8m");
  if (!disk.there) return;
  LabProcesses lab;
  lab.start_agent("alpha", disk.path / "alpha");
  REQUIRE(lab.gb({"agent", "list", "--wait", "1"}).exit_code == 0);
  const fs::path file = lab.write_matrix("[\"alpha\"]", "max_attempts = 1\n");
  std::string matrix;
  {
    const Filling full(disk.path);
    const Finished submitted = lab.gb({"matrix", "submit", file});
    REQUIRE(submitted.exit_code == 0);
    matrix = first_line(submitted.out);
    std::this_thread::sleep_for(std::chrono::seconds(2));
  }
  const Finished ended = lab.gb({"matrix", "watch", matrix});
  INFO(ended.err);
  CHECK(ended.exit_code == 5);
  CHECK((says(ended, "No space left") || says(ended, "disk is full")));
  const Finished again = lab.gb({"matrix", "submit", file, "--wait", "--out", folder / "results"});
  INFO(again.err);
  CHECK(again.exit_code == 0);
}
