#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "graphbench/v1/agent_service.pb.h"

namespace gb {

/// Reports that the coordinator may not have yet, in a folder: a file per report, numbered from 1
/// without gaps, each with its checksum. What `append` returned for is there after kill -9 and
/// after a power cut. The last 64 acknowledged reports stay, for a coordinator that lost its tail.
///
/// A report that cannot be read any more would be a gap, which the coordinator refuses. So would a
/// watermark beyond our last number (our own tail is lost). Both make a new spool with a new id,
/// which begins with what is left; the old folder is set aside. Any thread.
class Spool {
 public:
  static constexpr std::uint64_t kKeptAcknowledged = 64;
  /// One agent makes one run at a time, so this many waiting means that something is very wrong.
  static constexpr std::size_t kMostWaiting = 1000;

  /// Creates the folder when it is missing. Errors of the file system, naming the path.
  static Result<std::unique_ptr<Spool>> open(const std::filesystem::path& folder);

  /// The spool's id: changes when a new spool had to begin.
  std::string id() const;

  struct Held {
    std::uint64_t from = 0, to = 0;  // 0, 0: nothing
    std::uint64_t acknowledged_to = 0;
  };
  Held held() const;

  /// Gives the report its spool id and sequence, and returns the sequence once it is on the disk.
  /// ResourceExhausted: the disk is full, or kMostWaiting reports wait. InvalidArgument: too large
  /// to ever be sent. After an error everything is as before.
  Result<std::uint64_t> append(graphbench::v1::RunReport report);

  /// The first report above `sequence`; nothing when there is none. A file that cannot be read any
  /// more makes a new spool: look at `id` again after an error.
  Result<std::optional<graphbench::v1::RunReport>> after(std::uint64_t sequence);

  /// Everything up to `durable_to` is safe at the coordinator. A lower number than before is
  /// ignored.
  Result<void> acknowledge(std::uint64_t durable_to);

  /// Compares with the coordinator's watermark at Welcome, which may be lower than what was
  /// acknowledged: then it is replayed. True: a new spool began, so say Hello again.
  Result<bool> meet(std::uint64_t durable_to);

  /// The runs whose reports are not acknowledged, oldest first.
  std::vector<graphbench::v1::RunningRun> waiting() const;

 private:
  explicit Spool(std::filesystem::path folder) : folder_(std::move(folder)) {}
  std::filesystem::path here() const;
  std::filesystem::path path_of(std::uint64_t sequence) const;
  Result<void> load();
  Result<void> begin(const std::vector<graphbench::v1::RunReport>& reports);
  Result<void> begin_anew(std::string_view why, bool with_acknowledged);
  void prune();

  const std::filesystem::path folder_;
  mutable std::mutex mutex_;  // guards all below, and the files
  std::string id_;
  std::uint64_t next_ = 1;
  std::uint64_t acknowledged_to_ = 0;
  std::map<std::uint64_t, graphbench::v1::RunningRun> reports_;  // held, by sequence
};

}  // namespace gb
