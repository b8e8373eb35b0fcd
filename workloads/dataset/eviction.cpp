#include "workloads/dataset/eviction.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

#include "core/base/file.h"
#include "core/base/id.h"
#include "core/data/manifest.h"
#include "workloads/dataset/staging.h"

namespace gb {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kUsed = ".used";
constexpr std::string_view kCorrupt = ".corrupt-";
// As a staging folder is called: if we die while removing, another process removes the rest.
constexpr std::string_view kRemoved = ".gen-";

struct Candidate {
  fs::path path;
  std::int64_t bytes = 0;
  bool corrupt = false;
  fs::file_time_type used;  // last

  bool operator<(const Candidate& other) const {
    if (corrupt != other.corrupt) return corrupt;
    return used != other.used ? used < other.used : path < other.path;
  }
};

fs::path use_file(const fs::path& entry) { return entry.parent_path() / kUsed / entry.filename(); }

fs::file_time_type last_use(const fs::path& entry) {
  std::error_code error;
  const auto used = fs::last_write_time(use_file(entry), error);
  return error ? fs::last_write_time(entry, error) : used;  // never used: since it was made
}

std::vector<Candidate> candidates(const fs::path& folder) {
  std::vector<Candidate> found;
  std::error_code error;
  fs::directory_iterator at(folder, error);
  for (; !error && at != fs::directory_iterator(); at.increment(error)) {
    std::error_code ignored;
    const fs::path& path = at->path();
    const bool corrupt = path.filename().string().starts_with(kCorrupt);
    const bool hidden = path.filename().string().starts_with('.');
    // Only what is a dataset: a folder of datasets may hold other things.
    if (at->is_symlink(ignored) || !at->is_directory(ignored) || (hidden && !corrupt) ||
        (!corrupt && !fs::exists(path / kManifestName, ignored))) {
      continue;
    }
    found.push_back({path, std::max<std::int64_t>(0, folder_bytes(path)), corrupt, last_use(path)});
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

void record_use(const fs::path& entry) {
  const fs::path file = use_file(entry);
  std::error_code ignored;
  fs::create_directory(file.parent_path(), ignored);
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0644);
  if (descriptor < 0) return;
  ::futimens(descriptor, nullptr);
  ::close(descriptor);
}

Result<void> remove_entry(const fs::path& entry) {
  const auto lock = HeldLock::take(entry);
  if (!lock) {
    return fail(ErrorCode::FailedPrecondition,
                "{} is in use; wait until the run that reads it has ended", entry.string());
  }
  const fs::path removed = entry.parent_path() / (std::string(kRemoved) + new_uuid_v7());
  if (std::rename(entry.c_str(), removed.c_str()) != 0) {
    return tl::unexpected(system_error("remove", entry, errno));
  }
  std::error_code error;
  fs::remove(use_file(entry), error);
  fs::remove_all(removed, error);
  if (error) return tl::unexpected(system_error("remove", removed, error.value()));
  return {};
}

Eviction make_room(const fs::path& folder, std::int64_t limit_bytes) {
  Eviction eviction;
  if (limit_bytes <= 0) return eviction;
  const std::vector<Candidate> all = candidates(folder);
  for (const Candidate& candidate : all) eviction.bytes += candidate.bytes;
  for (const Candidate& candidate : all) {
    if (eviction.bytes <= limit_bytes) break;
    if (!remove_entry(candidate.path)) continue;
    eviction.bytes -= candidate.bytes;
    eviction.removed.push_back(candidate.path.filename().string());
  }
  return eviction;
}

}  // namespace gb
