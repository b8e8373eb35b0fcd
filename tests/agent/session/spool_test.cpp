#include "agent/session/spool.h"

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <thread>

#include "core/base/file.h"
#include "tests/support/temporary_folder.h"

using namespace gb;
namespace fs = std::filesystem;
namespace v1 = graphbench::v1;

namespace {

v1::RunReport report(const std::string& run) {
  v1::RunReport report;
  report.set_run_id(run);
  report.set_cell_id("cell-of-" + run);
  report.set_fencing_number(3);
  report.set_end(v1::CELL_END_DONE);
  report.mutable_document()->set_bytes("{\"run\": \"" + run + "\"}");
  return report;
}

std::unique_ptr<Spool> open_spool(const fs::path& folder) {
  auto spool = Spool::open(folder);
  REQUIRE(spool);
  return std::move(*spool);
}

/// The spooled files, in order.
std::vector<fs::path> files_of(const fs::path& folder, const Spool& spool) {
  std::vector<fs::path> files;
  for (const auto& file : fs::directory_iterator(folder / spool.id())) {
    if (file.path().extension() == ".report") files.push_back(file.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

TEST_CASE("reports are numbered from 1 without gaps and come out in order, after a restart too") {
  const TemporaryFolder folder;
  std::string id;
  {
    auto spool = open_spool(folder.path());
    id = spool->id();
    CHECK(spool->held().to == 0);
    CHECK(*spool->append(report("a")) == 1);
    CHECK(*spool->append(report("b")) == 2);
  }
  auto spool = open_spool(folder.path());
  CHECK(spool->id() == id);
  CHECK(*spool->append(report("c")) == 3);
  CHECK(spool->held().from == 1);
  CHECK(spool->held().to == 3);
  const auto first = *spool->after(0);
  REQUIRE(first);
  CHECK(first->run_id() == "a");
  CHECK(first->spool_id() == id);
  CHECK(first->sequence() == 1);
  CHECK((*spool->after(2))->run_id() == "c");
  CHECK_FALSE(*spool->after(3));
}

TEST_CASE("what is acknowledged waits no more, and the last 64 of it stay for a replay") {
  const TemporaryFolder folder;
  auto spool = open_spool(folder.path());
  for (int i = 1; i <= 70; ++i) REQUIRE(spool->append(report("run-" + std::to_string(i))));
  REQUIRE(spool->acknowledge(68));
  CHECK(spool->waiting().size() == 2);
  CHECK(spool->waiting()[0].run_id() == "run-69");
  CHECK(spool->waiting()[0].fencing_number() == 3);
  CHECK(spool->held().from == 5);
  CHECK(spool->held().acknowledged_to == 68);
  CHECK(files_of(folder.path(), *spool).size() == 66);
  REQUIRE(spool->acknowledge(10));
  CHECK(spool->held().acknowledged_to == 68);
  spool.reset();
  spool = open_spool(folder.path());
  CHECK(spool->held().acknowledged_to == 68);
  CHECK(*spool->append(report("next")) == 71);
}

TEST_CASE("an agent that is killed loses no report that was spooled, and leaves no gap (F7)") {
  const TemporaryFolder folder;
  for (int round = 0; round < 5; ++round) {
    int pipe[2];
    REQUIRE(::pipe(pipe) == 0);
    const pid_t child = ::fork();
    if (child == 0) {
      auto spool = Spool::open(folder.path());
      for (;;) {
        const auto sequence = (*spool)->append(report("round-" + std::to_string(round)));
        if (!sequence || ::write(pipe[1], &*sequence, sizeof *sequence) < 0) ::_exit(1);
      }
    }
    ::close(pipe[1]);
    std::uint64_t last = 0;
    for (int i = 0; i < 5 + 3 * round; ++i)
      REQUIRE(::read(pipe[0], &last, sizeof last) == sizeof last);
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    while (::read(pipe[0], &last, sizeof last) == sizeof last) {
    }
    ::close(pipe[0]);
    auto spool = open_spool(folder.path());
    CHECK(spool->held().from == 1);
    CHECK(spool->held().to >= last);
    CHECK(spool->held().to <= last + 1);
    CHECK(spool->waiting().size() == spool->held().to);
    for (std::uint64_t at = 0; at < spool->held().to; ++at)
      CHECK((*spool->after(at))->sequence() == at + 1);
  }
}

TEST_CASE("a torn report begins a new spool with all that is whole, and is set aside") {
  const TemporaryFolder folder;
  auto spool = open_spool(folder.path());
  const std::string old = spool->id();
  for (const char* run : {"a", "b", "c", "d"}) REQUIRE(spool->append(report(run)));
  REQUIRE(spool->acknowledge(1));
  const fs::path torn = files_of(folder.path(), *spool)[2];
  SUBCASE("cut short") { fs::resize_file(torn, fs::file_size(torn) - 3); }
  SUBCASE("empty") { fs::resize_file(torn, 0); }
  SUBCASE("one bit flipped") {
    std::string bytes = *read_file(torn);
    bytes[80] = static_cast<char>(bytes[80] ^ 4);
    REQUIRE(write_file_durably(torn, bytes));
  }
  SUBCASE("gone") { fs::remove(torn); }
  spool.reset();
  spool = open_spool(folder.path());
  CHECK(spool->id() != old);
  CHECK(spool->held().acknowledged_to == 0);
  REQUIRE(spool->waiting().size() == 2);
  CHECK((*spool->after(0))->run_id() == "b");
  CHECK((*spool->after(0))->spool_id() == spool->id());
  CHECK((*spool->after(1))->run_id() == "d");
  CHECK((*spool->after(1))->sequence() == 2);
  CHECK(fs::exists(folder.path() / ("set-aside-" + old)));
}

TEST_CASE("a report that is damaged while the agent runs is found when it is read") {
  const TemporaryFolder folder;
  auto spool = open_spool(folder.path());
  const std::string old = spool->id();
  REQUIRE(spool->append(report("a")));
  REQUIRE(spool->append(report("b")));
  fs::resize_file(files_of(folder.path(), *spool)[0], 10);
  const auto read = spool->after(0);
  REQUIRE_FALSE(read);
  CHECK(read.error().code == ErrorCode::DataLoss);
  CHECK(spool->id() != old);
  CHECK((*spool->after(0))->run_id() == "b");
}

TEST_CASE("an acknowledged report may be damaged without harm") {
  const TemporaryFolder folder;
  auto spool = open_spool(folder.path());
  const std::string old = spool->id();
  REQUIRE(spool->append(report("a")));
  REQUIRE(spool->append(report("b")));
  REQUIRE(spool->acknowledge(1));
  fs::resize_file(files_of(folder.path(), *spool)[0], 10);
  spool.reset();
  spool = open_spool(folder.path());
  CHECK(spool->id() == old);
  CHECK(spool->held().from == 2);
}

TEST_CASE(
    "a coordinator that lost its tail is sent it again, one that has more than we wrote a new "
    "spool") {
  const TemporaryFolder folder;
  auto spool = open_spool(folder.path());
  const std::string old = spool->id();
  for (const char* run : {"a", "b", "c"}) REQUIRE(spool->append(report(run)));
  REQUIRE(spool->acknowledge(3));
  CHECK(*spool->meet(1) == false);
  CHECK((*spool->after(1))->run_id() == "b");
  CHECK(spool->held().acknowledged_to == 3);
  // Its number 7 would make it drop our next one as a duplicate.
  CHECK(*spool->meet(7) == true);
  CHECK(spool->id() != old);
  CHECK(*spool->append(report("d")) == 1);
}

TEST_CASE("a report too large for a message is refused at once, and the next one is not") {
  const TemporaryFolder folder;
  auto spool = open_spool(folder.path());
  v1::RunReport large = report("large");
  large.mutable_document()->set_bytes(std::string(17 * 1024 * 1024, 'x'));
  const auto refused = spool->append(large);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::InvalidArgument);
  CHECK(*spool->append(report("small")) == 1);
}

TEST_CASE("a disk without room is an error that leaves what was spooled as it was (F18)") {
  const TemporaryFolder folder;
  const pid_t child = ::fork();
  if (child == 0) {
    ::signal(SIGXFSZ, SIG_IGN);
    auto spool = Spool::open(folder.path());
    if (!spool || !(*spool)->append(report("before"))) ::_exit(1);
    const rlimit tiny{1000, 1000};
    ::setrlimit(RLIMIT_FSIZE, &tiny);
    v1::RunReport large = report("large");
    large.mutable_document()->set_bytes(std::string(5000, 'x'));
    const auto refused = (*spool)->append(large);
    if (refused || refused.error().message.find((*spool)->id()) == std::string::npos) ::_exit(2);
    const auto small = (*spool)->append(report("small"));
    ::_exit(small && *small == 2 ? 0 : 3);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  auto spool = open_spool(folder.path());
  CHECK(spool->waiting().size() == 2);
  CHECK((*spool->after(0))->run_id() == "before");
}
