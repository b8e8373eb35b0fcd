#include "agent/supervisor/spawn.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#if defined(__linux__)
#include <sys/prctl.h>
#endif

extern char** environ;

namespace gb {
namespace {

struct Pipe {
  Descriptor read, write;
};

Result<Pipe> make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    return fail(ErrorCode::ResourceExhausted, "open a pipe: {}",
                std::generic_category().message(errno));
  }
  return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

/// All that the child needs, made before the fork: between fork and exec only async-signal-safe
/// calls are allowed, for another thread may have held the allocator's lock.
struct ChildPlan {
  std::vector<char*> arguments, environment;
  const char* folder = nullptr;
  int null_device = -1, output = -1, events = -1, problem = -1;
  pid_t parent = 0;
};

[[noreturn]] void give_up(int problem) {
  const int reason = errno;
  [[maybe_unused]] const ssize_t told = write(problem, &reason, sizeof reason);
  _exit(127);
}

[[noreturn]] void become(const ChildPlan& plan) {
  setsid();
#if defined(__linux__)
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (getppid() != plan.parent) _exit(127);  // it died before the line above
#endif
  for (int signal_number = 1; signal_number < NSIG; ++signal_number) {
    signal(signal_number, SIG_DFL);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);

  // First all out of the way, so that no dup2 overwrites one still needed.
  constexpr int kAside = 16;
  const int null_device = fcntl(plan.null_device, F_DUPFD_CLOEXEC, kAside);
  const int output = fcntl(plan.output, F_DUPFD_CLOEXEC, kAside);
  const int events = fcntl(plan.events, F_DUPFD_CLOEXEC, kAside);
  const int aside = fcntl(plan.problem, F_DUPFD_CLOEXEC, kAside);
  constexpr int kProblem = kChildEvents + 1;
  if (null_device < 0 || output < 0 || events < 0 || aside < 0 ||
      dup3(aside, kProblem, O_CLOEXEC) < 0) {
    give_up(plan.problem);
  }
  if (dup2(null_device, 0) < 0 || dup2(output, 1) < 0 || dup2(output, 2) < 0 ||
      dup2(events, kChildEvents) < 0) {
    give_up(kProblem);
  }
#if defined(SYS_close_range)
  // A library's descriptor without close-on-exec must not live on in an engine.
  syscall(SYS_close_range, static_cast<unsigned>(kProblem + 1), ~0U, 0U);
#endif

  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  const int badness = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (badness >= 0) {
    [[maybe_unused]] const ssize_t raised = write(badness, "1000", 4);
    close(badness);
  }
  if (chdir(plan.folder) != 0) give_up(kProblem);
  execve(plan.arguments[0], plan.arguments.data(), plan.environment.data());
  give_up(kProblem);
}

pid_t fork_into(const ChildPlan& plan) {
  // A handler of ours must not run in the child before it has shed them.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t process = fork();
  if (process == 0) become(plan);
  const int fork_error = errno;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = fork_error;
  return process;
}

/// 0 once the program runs, else the errno with which it could not.
int wait_for_exec(int problem) {
  int reason = 0;
  ssize_t count = 0;
  do {
    count = read(problem, &reason, sizeof reason);
  } while (count < 0 && errno == EINTR);
  return count == static_cast<ssize_t>(sizeof reason) ? reason : 0;
}

ErrorCode code_of(int exec_error) {
  if (exec_error == ENOENT || exec_error == ENOTDIR) return ErrorCode::NotFound;
  if (exec_error == EACCES) return ErrorCode::PermissionDenied;
  return ErrorCode::Internal;
}

}  // namespace

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  if (this != &other) {
    reset();
    value_ = other.release();
  }
  return *this;
}

int Descriptor::release() { return std::exchange(value_, -1); }

void Descriptor::reset() {
  if (value_ >= 0) close(value_);
  value_ = -1;
}

Result<Spawned> spawn(const std::vector<std::string>& arguments, const std::string& mark,
                      const std::filesystem::path& folder) {
  auto events = make_pipe();
  if (!events) return tl::unexpected(events.error());
  auto output = make_pipe();
  if (!output) return tl::unexpected(output.error());
  auto problem = make_pipe();
  if (!problem) return tl::unexpected(problem.error());
  const Descriptor null_device(open("/dev/null", O_RDONLY | O_CLOEXEC));

  ChildPlan plan;
  for (const std::string& argument : arguments) {
    plan.arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  plan.arguments.push_back(nullptr);
  plan.environment.push_back(const_cast<char*>(mark.c_str()));
  for (char** entry = environ; *entry != nullptr; ++entry) plan.environment.push_back(*entry);
  plan.environment.push_back(nullptr);
  plan.folder = folder.c_str();
  plan.null_device = null_device.get();
  plan.output = output->write.get();
  plan.events = events->write.get();
  plan.problem = problem->write.get();
  plan.parent = getpid();

  Spawned child;
  child.process = fork_into(plan);
  if (child.process < 0) {
    return fail(ErrorCode::ResourceExhausted, "start {}: fork: {}", arguments[0],
                std::generic_category().message(errno));
  }
  // Ours must be closed, or the child's end would never be seen.
  events->write.reset();
  output->write.reset();
  problem->write.reset();
  if (const int reason = wait_for_exec(problem->read.get()); reason != 0) {
    waitpid(child.process, nullptr, 0);
    return fail(code_of(reason), "start {}: {}", arguments[0],
                std::generic_category().message(reason));
  }
  child.events = std::move(events->read);
  child.output = std::move(output->read);
  fcntl(child.events.get(), F_SETFL, O_NONBLOCK);
  fcntl(child.output.get(), F_SETFL, O_NONBLOCK);
#if defined(SYS_pidfd_open)
  child.handle = Descriptor(static_cast<int>(syscall(SYS_pidfd_open, child.process, 0U)));
#endif
  return child;
}

}  // namespace gb
