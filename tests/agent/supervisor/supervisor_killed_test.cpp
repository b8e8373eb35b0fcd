#include <sys/wait.h>

#include "tests/agent/supervisor/supervised.h"

using namespace gb::testing;

namespace {

pid_t start_agent(const Scratch& scratch, const std::string& behaviour) {
  const std::string runs = scratch.folder / "runs", notes = scratch.folder / "notes";
  const pid_t agent = fork();
  if (agent == 0) {
    execl(STUB_RUNNER, STUB_RUNNER, "--agent", runs.c_str(), notes.c_str(), behaviour.c_str(),
          nullptr);
    _exit(127);
  }
  REQUIRE(agent > 0);
  return agent;
}

}  // namespace

TEST_CASE("kill -9 of the agent kills its runner with it") {
  Scratch scratch;
  const pid_t agent = start_agent(scratch, "hang");
  REQUIRE(eventually([&] { return !noted(scratch, "pids").empty(); }));
  const pid_t runner = noted(scratch, "pids").at(0);
  REQUIRE(alive(runner));
  kill(agent, SIGKILL);
  waitpid(agent, nullptr, 0);
  CHECK(eventually([&] { return !alive(runner); }));
  waitpid(runner, nullptr, WNOHANG);
}

TEST_CASE("the next agent ends the daemons and removes the folder of a killed one") {
  Scratch scratch;
  const pid_t agent = start_agent(scratch, "daemon-and-hang");
  REQUIRE(eventually([&] { return noted(scratch, "pids").size() == 2; }));
  kill(agent, SIGKILL);
  waitpid(agent, nullptr, 0);
  const auto processes = noted(scratch, "pids");
  CHECK(eventually([&] { return !alive(processes.at(0)); }));
  CHECK(alive(processes.at(1)));  // its own session: the kernel does not know whose it is
  CHECK(std::filesystem::exists(scratch.folder / "runs" / "run-of-a-killed-agent"));

  const gb::Supervisor next({.runner = STUB_RUNNER, .runs_folder = scratch.folder / "runs"});
  CHECK_FALSE(alive(processes.at(1)));
  CHECK(std::filesystem::is_empty(scratch.folder / "runs"));
  for (const pid_t process : processes) waitpid(process, nullptr, WNOHANG);
}

TEST_CASE("the folder of a run that another living agent holds is left alone") {
  Scratch scratch;
  const pid_t agent = start_agent(scratch, "hang");
  REQUIRE(eventually([&] { return !noted(scratch, "pids").empty(); }));
  { const gb::Supervisor other({.runner = STUB_RUNNER, .runs_folder = scratch.folder / "runs"}); }
  CHECK(alive(noted(scratch, "pids").at(0)));
  CHECK(std::filesystem::exists(scratch.folder / "runs" / "run-of-a-killed-agent"));
  kill(agent, SIGKILL);
  waitpid(agent, nullptr, 0);
  CHECK(eventually([&] { return !alive(noted(scratch, "pids").at(0)); }));
  waitpid(noted(scratch, "pids").at(0), nullptr, WNOHANG);
}
