// gb-runner as a process of its own: under a supervisor, by hand, and when it is to go.

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/file.h"
#include "tests/agent/runner/real_run.h"
#include "tests/agent/supervisor/supervised.h"

using namespace gb::testing;

namespace {

const std::string kRunner = std::string(GB_BIN_DIR) + "/gb-runner";

/// A run that is busy with one endless query for as long as a test needs.
v1::RunRequest endless(const gb::TemporaryFolder& folder) {
  const auto catalogue = catalogue_copy(folder);
  write_text(catalogue / "micro-read/micro-point.sql",
             "WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r) "
             "SELECT COUNT(*) AS n FROM r WHERE $id IS NOT NULL");
  auto request = request_for("sqlite", folder / "run");
  request.set_catalogue_folder(catalogue.string());
  return request;
}

pid_t start_by_hand(const std::filesystem::path& request, const std::filesystem::path& output,
                    int events) {
  const std::string descriptor = std::to_string(events);
  const pid_t process = fork();
  if (process != 0) return process;
  const int out = open(output.c_str(), O_CREAT | O_WRONLY | O_TRUNC, 0600);
  const int null_device = open("/dev/null", O_WRONLY);
  dup2(out, 1);
  dup2(null_device, 2);
  if (events >= 0) {
    execl(kRunner.c_str(), "gb-runner", "--request", request.c_str(), "--events-fd",
          descriptor.c_str(), nullptr);
  } else {
    execl(kRunner.c_str(), "gb-runner", "--request", request.c_str(), nullptr);
  }
  _exit(127);
}

int exit_code_of(pid_t process) {
  int status = 0;
  REQUIRE(waitpid(process, &status, 0) == process);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/// Reads events until the phase has begun.
void wait_for_phase(int events, v1::RunPhase phase) {
  gb::EventReader reader;
  char buffer[4096];
  for (;;) {
    const ssize_t count = read(events, buffer, sizeof buffer);
    REQUIRE(count > 0);
    reader.append(std::string_view(buffer, static_cast<std::size_t>(count)));
    for (auto next = reader.next();; next = reader.next()) {
      REQUIRE(next.has_value());
      if (!*next) break;
      if ((*next)->has_phase() && (*next)->phase().phase() == phase) return;
    }
  }
}

}  // namespace

TEST_CASE("under a supervisor a real run ends in a document and leaves nothing") {
  Scratch scratch;
  gb::Supervisor supervisor({.runner = kRunner, .runs_folder = scratch.folder / "runs"});
  Told told;
  const auto request = gb::testing::request_for(std::string("sqlite"), "ignored");
  REQUIRE(supervisor.start(request, told.event(), told.ended()).has_value());
  const gb::RunOutcome outcome = told.wait_for_end();
  CAPTURE(outcome.reason);
  REQUIRE(outcome.end == v1::CELL_END_DONE);
  const auto document = gb::decode_document(outcome.document->bytes(), "document");
  REQUIRE(document.has_value());
  CHECK(document->queries.size() == 9);
  CHECK(told.event_count() == 1 + 10 + 9 + 2 * 9);  // hello, phases, verdicts, blocks
  CHECK(std::filesystem::is_empty(scratch.folder / "runs"));
}

TEST_CASE("kill -9 of the runner is told with its phase, and the folder is gone") {
  Scratch scratch;
  const gb::TemporaryFolder folder;
  gb::Supervisor supervisor({.runner = kRunner, .runs_folder = scratch.folder / "runs"});
  Told told;
  REQUIRE(supervisor.start(endless(folder), told.event(), told.ended()).has_value());
  told.wait_for_phase(v1::RUN_PHASE_VERIFY);
  for (const gb::ProcessEntry& entry : gb::all_processes()) {
    if (entry.parent == getpid()) kill(entry.id, SIGKILL);
  }
  const gb::RunOutcome outcome = told.wait_for_end();
  CHECK(outcome.end == v1::CELL_END_ENGINE_FAILED);
  CHECK(outcome.reason.find("killed by signal 9 (Killed) in phase verify") != std::string::npos);
  CHECK(std::filesystem::is_empty(scratch.folder / "runs"));
}

TEST_CASE("a run that hangs in the engine is over its deadline and SIGTERM suffices") {
  Scratch scratch;
  const gb::TemporaryFolder folder;
  gb::Supervisor supervisor({.runner = kRunner, .runs_folder = scratch.folder / "runs"});
  Told told;
  auto request = endless(folder);
  request.mutable_settings()->set_run_deadline_nanos(8'000'000'000);
  REQUIRE(supervisor.start(request, told.event(), told.ended()).has_value());
  const gb::RunOutcome outcome = told.wait_for_end();
  CHECK(outcome.end == v1::CELL_END_ENGINE_TIMEOUT);
  CAPTURE(outcome.reason);
  CHECK(outcome.reason.find("deadline of 8s in phase verify; it printed nothing") !=
        std::string::npos);
}

TEST_CASE("by hand, the same request file prints the document and nothing else on stdout") {
  const gb::TemporaryFolder folder;
  const auto request = write_request(
      folder / "request.json", gb::testing::request_for(std::string("sqlite-mem"), folder / "run"));
  CHECK(exit_code_of(start_by_hand(request, folder / "out.json", -1)) == 0);
  const auto bytes = gb::read_file(folder / "out.json");
  REQUIRE(bytes.has_value());
  const auto document = gb::decode_document(*bytes, "out.json");
  REQUIRE(document.has_value());
  CHECK(document->queries.size() == 9);
}

TEST_CASE("a bad request file is exit code 64 and a missing engine 5") {
  const gb::TemporaryFolder folder;
  folder.write("request.json", "{\"protocol\": 7}");
  CHECK(exit_code_of(start_by_hand(folder / "request.json", folder / "out", -1)) == 64);
  const auto request = write_request(
      folder / "missing.json", gb::testing::request_for(std::string("oracle"), folder / "run"));
  CHECK(exit_code_of(start_by_hand(request, folder / "out", -1)) == 5);
}

TEST_CASE("SIGTERM ends a runner whose engine hangs, at once") {
  const gb::TemporaryFolder folder;
  const auto request = write_request(folder / "request.json", endless(folder));
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t process = start_by_hand(request, folder / "out", ends[1]);
  close(ends[1]);
  wait_for_phase(ends[0], v1::RUN_PHASE_VERIFY);
  const gb::Instant asked = gb::now();
  kill(process, SIGTERM);
  CHECK(exit_code_of(process) == 128 + SIGTERM);
  CHECK(gb::now() - asked < std::chrono::seconds(2));
  close(ends[0]);
}

TEST_CASE("a runner whose reader is gone ends by itself, whatever its engine does") {
  const gb::TemporaryFolder folder;
  const auto request = write_request(folder / "request.json", endless(folder));
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  const pid_t process = start_by_hand(request, folder / "out", ends[1]);
  close(ends[1]);
  wait_for_phase(ends[0], v1::RUN_PHASE_VERIFY);
  close(ends[0]);
  CHECK(exit_code_of(process) == 128 + SIGPIPE);
}
