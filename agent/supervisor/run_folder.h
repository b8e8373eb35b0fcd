#pragma once

#include <filesystem>
#include <string>

#include "agent/supervisor/spawn.h"
#include "core/base/error.h"

namespace gb {

/// A folder of one run's own, removed with everything in it when this ends. A lock in it says that
/// its supervisor lives.
class RunFolder {
 public:
  /// AlreadyExists: a run of this name lives, or left its folder and another supervisor has yet to
  /// sweep it.
  static Result<RunFolder> create(const std::filesystem::path& runs_folder,
                                  const std::string& run_id);
  ~RunFolder() { remove(); }
  RunFolder(RunFolder&& other) noexcept = default;
  RunFolder& operator=(RunFolder&&) = delete;

  const std::filesystem::path& path() const { return path_; }
  void remove();

 private:
  RunFolder(std::filesystem::path path, Descriptor lock)
      : path_(std::move(path)), lock_(std::move(lock)) {}
  std::filesystem::path path_;
  Descriptor lock_;
};

/// The variable by which every process of a run can be recognised: "GRAPH_BENCH_RUN=<run id>".
std::string mark_of(const std::string& run_id);

/// Ends the processes and removes the folders of runs whose supervisor was killed. Folders without
/// our lock file, or with one that is held, are left alone.
void sweep_runs(const std::filesystem::path& runs_folder);

}  // namespace gb
