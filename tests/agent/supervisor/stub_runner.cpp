// Stands where gb-runner stands and misbehaves as the request's `workload` says. Its `cell_id`
// names a file in `dataset_folder` to which the ids of its processes are written.
//
// stub_runner --agent RUNS_FOLDER NOTES_FOLDER BEHAVIOUR is an agent that supervises such a run.

#include <fcntl.h>
#include <google/protobuf/util/json_util.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "agent/pipe/pipe.h"
#include "agent/supervisor/supervisor.h"
#include "core/base/file.h"
#include "core/base/sha256.h"

namespace {

namespace v1 = graphbench::v1;

std::string notes;
int events = -1;

void note(pid_t process) { std::ofstream(notes, std::ios::app) << process << std::endl; }

void send(const v1::RunnerEvent& event) { (void)gb::EventWriter(events).write(event); }

void greet(std::uint32_t protocol = gb::kPipeProtocol) {
  v1::RunnerEvent event;
  event.mutable_hello()->set_protocol(protocol);
  event.mutable_hello()->set_process_id(getpid());
  send(event);
}

void enter(v1::RunPhase phase) {
  v1::RunnerEvent event;
  event.mutable_phase()->set_phase(phase);
  send(event);
}

void send_document(const std::string& bytes, const std::string& sha256) {
  v1::RunnerEvent event;
  event.mutable_document()->set_bytes(bytes);
  event.mutable_document()->set_sha256(sha256);
  send(event);
}

void finish_well() { send_document("{}", gb::sha256_hex("{}")); }

[[noreturn]] void sleep_for_ever() {
  for (;;) pause();
}

/// A child that leaves our session, our parentage and, on request, its environment.
void leave_a_daemon(bool without_environment) {
  const pid_t middle = fork();
  if (middle == 0) {
    setsid();
    if (fork() == 0) {
      note(getpid());
      close(events);
      if (without_environment) {
        execle(
            "/bin/sleep", "sleep", "1000", nullptr, environ + [] {
              int count = 0;
              while (environ[count] != nullptr) ++count;
              return count;
            }());
      }
      sleep_for_ever();
    }
    _exit(0);
  }
  waitpid(middle, nullptr, 0);
}

void leave_children_that_ignore_sigterm() {
  for (int i = 0; i < 3; ++i) {
    if (fork() == 0) {
      signal(SIGTERM, SIG_IGN);
      note(getpid());
      sleep_for_ever();
    }
  }
}

/// 64 processes that have lost sight of each other.
void multiply() {
  for (int generation = 0; generation < 6; ++generation) {
    if (fork() == 0) setsid();
  }
  note(getpid());
}

void flood(std::size_t bytes) {
  const std::string line(1023, 'x');
  for (std::size_t sent = 0; sent < bytes; sent += 1024) std::puts(line.c_str());
  std::puts("the end of the flood");
  std::fflush(stdout);
}

int misbehave(const std::string& how) {
  if (how == "garbage") {
    const std::string page = "HTTP/1.1 200 OK\r\n" + std::string(200, '<');
    [[maybe_unused]] const ssize_t sent = write(events, page.data(), page.size());
    sleep_for_ever();
  }
  if (how == "old-protocol") {
    greet(gb::kPipeProtocol + 1);
    sleep_for_ever();
  }
  greet();
  enter(v1::RUN_PHASE_LOAD);
  if (how == "done") {
    finish_well();
  } else if (how == "damaged") {
    send_document("{ }", gb::sha256_hex("{}"));
  } else if (how == "problem") {
    v1::RunnerEvent event;
    event.mutable_problem()->set_end(v1::CELL_END_INPUT_MISSING);
    event.mutable_problem()->set_message("open sqlite: no libsqlite3.so.0");
    send(event);
    return 1;
  } else if (how == "silent") {
    return 0;
  } else if (how == "exit-3") {
    std::fputs("first line\nno space left\xff on device\n", stderr);
    return 3;
  } else if (how == "crash") {
    std::fputs("about to load\n", stderr);
    signal(SIGSEGV, SIG_DFL);  // a sanitizer would make an exit code of it
    raise(SIGSEGV);
  } else if (how == "half") {
    [[maybe_unused]] const ssize_t sent = write(events, "\x40half", 5);
  } else if (how == "huge") {
    [[maybe_unused]] const ssize_t sent = write(events, "\xff\xff\xff\xff\x07", 5);
    sleep_for_ever();
  } else if (how == "flood") {
    flood(std::size_t{100} << 20U);
    finish_well();
  } else if (how == "flood-forever") {
    for (;;) flood(std::size_t{1} << 20U);
  } else if (how == "hang") {
    sleep_for_ever();
  } else if (how == "ignore-sigterm") {
    signal(SIGTERM, SIG_IGN);
    enter(v1::RUN_PHASE_MEASURE);
    leave_children_that_ignore_sigterm();
    sleep_for_ever();
  } else if (how == "multiply") {
    multiply();
    sleep_for_ever();
  } else if (how == "daemon") {
    leave_a_daemon(false);
    leave_a_daemon(true);
    finish_well();
  } else if (how == "daemon-and-hang") {
    leave_a_daemon(false);
    enter(v1::RUN_PHASE_MEASURE);
    sleep_for_ever();
  } else if (how == "document-then-hang") {
    finish_well();
    sleep_for_ever();
  } else if (how == "close-and-stay") {
    close(events);
    sleep_for_ever();
  }
  return 0;
}

int be_an_agent(char** arguments) {
  gb::Supervisor supervisor(
      {.runner = std::filesystem::read_symlink("/proc/self/exe"), .runs_folder = arguments[2]});
  v1::RunRequest request;
  request.set_run_id("run-of-a-killed-agent");
  request.set_cell_id("pids");
  request.set_dataset_folder(arguments[3]);
  request.set_workload(arguments[4]);
  const auto ignore_event = [](const v1::RunnerEvent&) {};
  const auto ignore_end = [](const gb::RunOutcome&) {};
  if (!supervisor.start(request, ignore_event, ignore_end)) return 1;
  sleep_for_ever();
}

}  // namespace

int main(int count, char** arguments) {
  if (count == 5 && std::string(arguments[1]) == "--agent") return be_an_agent(arguments);
  if (count != 5) return 64;
  events = std::atoi(arguments[4]);
  const auto text = gb::read_file(arguments[2]);
  v1::RunRequest request;
  if (!text || !google::protobuf::util::JsonStringToMessage(*text, &request).ok()) return 65;
  notes = request.dataset_folder() + "/" + request.cell_id();
  note(getpid());
  return misbehave(request.workload());
}
