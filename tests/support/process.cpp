#include "tests/support/process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "core/base/id.h"

namespace gb::testing {
namespace fs = std::filesystem;
namespace {

std::string slurp(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

Process::Process(const fs::path& program, const std::vector<std::string>& arguments,
                 const std::map<std::string, std::string>& environment)
    : folder_(fs::temp_directory_path() / ("gb-test-process-" + new_uuid_v7())) {
  fs::create_directories(folder_);
  std::vector<std::string> words = {program.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const std::string out = folder_ / "out", err = folder_ / "err";
  id_ = ::fork();
  if (id_ != 0) return;
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const auto& [name, value] : environment) ::setenv(name.c_str(), value.c_str(), 1);
  ::dup2(::open("/dev/null", O_RDONLY), STDIN_FILENO);
  ::dup2(::open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDOUT_FILENO);
  ::dup2(::open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
  ::execv(argv[0], argv.data());
  ::_exit(127);
}

Process::~Process() {
  if (running()) {
    ::kill(id_, SIGKILL);
    (void)wait(std::chrono::seconds(5));
  }
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void Process::signal(int number) const { ::kill(id_, number); }

bool Process::running() {
  if (ended_) return false;
  if (::waitpid(id_, &status_, WNOHANG) == id_) ended_ = true;
  return !ended_;
}

Finished Process::wait(std::chrono::seconds patience) {
  if (!eventually([this] { return !running(); }, patience)) {
    ::kill(id_, SIGKILL);
    ::waitpid(id_, &status_, 0);
    ended_ = true;
  }
  const int code = WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
  return {code, slurp(folder_ / "out"), slurp(folder_ / "err")};
}

std::string Process::err() const { return slurp(folder_ / "err"); }

Finished run(const fs::path& program, const std::vector<std::string>& arguments,
             const std::map<std::string, std::string>& environment, std::chrono::seconds patience) {
  Process process(program, arguments, environment);
  return process.wait(patience);
}

std::vector<pid_t> processes_with(const std::vector<std::string>& texts) {
  std::vector<pid_t> found;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    const std::string line = slurp(entry.path() / "cmdline");  // empty for a zombie
    const bool all =
        !line.empty() && std::all_of(texts.begin(), texts.end(), [&](const std::string& text) {
          return line.find(text) != std::string::npos;
        });
    if (all) found.push_back(static_cast<pid_t>(std::stol(name)));
  }
  return found;
}

fs::path bin(const std::string& name) { return fs::path(GB_BIN_DIR) / name; }

}  // namespace gb::testing
