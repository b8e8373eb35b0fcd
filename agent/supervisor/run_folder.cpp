#include "agent/supervisor/run_folder.h"

#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "agent/supervisor/strays.h"
#include "core/base/file.h"
#include "core/base/id.h"

namespace gb {
namespace {

constexpr const char* kLockName = "supervisor.lock";

void remove_folder(const std::filesystem::path& folder) {
  std::error_code failed;
  std::filesystem::remove_all(folder, failed);
  if (failed) {
    spdlog::warn("run folder not removed path={} reason={}", folder.string(), failed.message());
  }
}

}  // namespace

Result<RunFolder> RunFolder::create(const std::filesystem::path& runs_folder,
                                    const std::string& run_id) {
  if (!is_identifier(run_id)) {
    return fail(ErrorCode::InvalidArgument, "\"{}\" is no run id", run_id.substr(0, 80));
  }
  std::error_code failed;
  const auto path = std::filesystem::absolute(runs_folder, failed) / run_id;
  std::filesystem::create_directories(path.parent_path(), failed);
  if (failed) {
    return tl::unexpected(system_error("make the runs folder", path.parent_path(), failed.value()));
  }
  if (!std::filesystem::create_directory(path, failed)) {
    if (failed) return tl::unexpected(system_error("make the run folder", path, failed.value()));
    return fail(ErrorCode::AlreadyExists, "run folder {} exists: is another agent running {}?",
                path.string(), run_id);
  }
  std::filesystem::permissions(path, std::filesystem::perms::owner_all, failed);
  Descriptor lock(open((path / kLockName).c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600));
  if (lock.get() < 0 || flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
    const Error error = system_error("lock the run folder", path, errno);
    remove_folder(path);
    return tl::unexpected(error);
  }
  return RunFolder(path, std::move(lock));
}

void RunFolder::remove() {
  if (lock_.get() < 0) return;
  remove_folder(path_);
  lock_.reset();
}

std::string mark_of(const std::string& run_id) { return "GRAPH_BENCH_RUN=" + run_id; }

void sweep_runs(const std::filesystem::path& runs_folder) {
  std::error_code failed;
  for (const auto& entry : std::filesystem::directory_iterator(runs_folder, failed)) {
    const Descriptor lock(open((entry.path() / kLockName).c_str(), O_RDWR | O_CLOEXEC));
    if (lock.get() < 0 || flock(lock.get(), LOCK_EX | LOCK_NB) != 0) continue;
    const std::string run_id = entry.path().filename();
    spdlog::warn("sweeping a run whose agent was killed run={}", run_id);
    end_all_marked(mark_of(run_id), std::chrono::seconds(5));
    remove_folder(entry.path());
  }
}

}  // namespace gb
