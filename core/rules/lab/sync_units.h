#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gb {

enum class CommitRuling { Pass, Violation, Indeterminate, Declined };

std::string_view name_of(CommitRuling ruling);  // "pass", ..., "declined"

/// What one durable sync costs on a volume: its probe's median and band, ns; <= 0 = not probed.
struct SyncBand {
  std::int64_t median_ns = -1, low_ns = -1, high_ns = -1;
};

/// Commits counted in durable syncs.
struct CommitJudgement {
  CommitRuling ruling = CommitRuling::Declined;
  double syncs = 0;             // at the median
  double fewest = 0, most = 0;  // at the dearest and the cheapest sync of the band
  std::string detail;
};

/// commit_ns: a commit's latency c. Passes if c / low <= ceiling, fails if c / high > ceiling, else
/// the volume's own uncertainty spans the ceiling and nothing is ruled. Declined where no sync was
/// probed or one takes less than 10 us, for then it reached no device. Without a band the median
/// stands for both ends.
CommitJudgement judge_commit(std::int64_t commit_ns, const SyncBand& band, double ceiling);

/// The unit of two sides on one machine: the cheaper probe for both, and the wider band. A side
/// that was not probed takes the other's.
SyncBand shared_band(const SyncBand& one, const SyncBand& other);

}  // namespace gb
