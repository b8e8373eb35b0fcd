#include "agent/probe/sync_probe.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string>
#include <system_error>

#include "agent/platform/volume.h"
#include "core/base/clock.h"

namespace gb {
namespace {

/// The middle one of an odd number of flushes.
std::int64_t middle(std::vector<std::int64_t> flushes) {
  const auto half = flushes.begin() + static_cast<std::ptrdiff_t>(flushes.size() / 2);
  std::nth_element(flushes.begin(), half, flushes.end());
  return *half;
}

std::string reason(const char* step, int error_number) {
  return fmt::format("{}: {}", step, std::generic_category().message(error_number));
}

/// A file of our own that is gone when this ends, whatever happened.
class PrivateFile {
 public:
  explicit PrivateFile(const std::filesystem::path& folder) : name_(folder / "sync-probe-XXXXXX") {
    descriptor_ = mkstemp(name_.data());
  }
  ~PrivateFile() {
    if (descriptor_ < 0) return;
    close(descriptor_);
    unlink(name_.c_str());
  }
  PrivateFile(const PrivateFile&) = delete;
  PrivateFile& operator=(const PrivateFile&) = delete;
  int descriptor() const { return descriptor_; }

 private:
  std::string name_;
  int descriptor_ = -1;
};

}  // namespace

void judge_flushes(SyncProbe& probe, bool in_memory) {
  if (probe.all_ns.size() != kSyncBatches * kSyncBatchSize) return;
  probe.median_ns = middle(probe.all_ns);
  std::vector<std::int64_t> medians;
  for (auto batch = probe.all_ns.begin(); batch != probe.all_ns.end(); batch += kSyncBatchSize) {
    medians.push_back(middle({batch, batch + kSyncBatchSize}));
  }
  const auto [low, high] = std::minmax_element(medians.begin(), medians.end());
  probe.low_ns = *low;
  probe.high_ns = *high;
  probe.reaches_device = !in_memory && probe.median_ns >= kSlowestMemoryFlushNanos;
}

SyncProbe probe_durable_sync(const std::filesystem::path& folder) {
  SyncProbe probe;
  const Volume volume = volume_of(folder);
  probe.file_system = volume.file_system;
  const PrivateFile file(folder);
  if (file.descriptor() < 0) {
    probe.why_not = reason("create the probe's file", errno);
    return probe;
  }
  const std::array<char, 4096> page{};
  std::vector<std::int64_t> flushes;
  flushes.reserve(kSyncBatches * kSyncBatchSize);
  for (std::size_t i = 0; i <= kSyncBatches * kSyncBatchSize; ++i) {
    const Instant start = now();
    const ssize_t written = pwrite(file.descriptor(), page.data(), page.size(), 0);
    const int write_error = errno;
    const int flush_error = flush_to_device(file.descriptor());
    const Nanos took = now() - start;
    if (written != static_cast<ssize_t>(page.size())) {
      probe.why_not = reason("write a page", written < 0 ? write_error : ENOSPC);
      return probe;
    }
    if (flush_error != 0) {
      probe.why_not = reason("flush a page", flush_error);
      return probe;
    }
    if (i > 0) flushes.push_back(took.count());
  }
  probe.all_ns = std::move(flushes);
  judge_flushes(probe, volume.in_memory);
  return probe;
}

}  // namespace gb
