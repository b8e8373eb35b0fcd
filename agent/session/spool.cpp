#include "agent/session/spool.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "agent/session/spool_file.h"
#include "core/base/file.h"
#include "core/base/id.h"

namespace gb {
namespace fs = std::filesystem;
namespace v1 = graphbench::v1;
namespace {

constexpr std::string_view kExtension = ".report";

std::optional<std::uint64_t> number_in(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// One line of a small file; empty when there is no such file.
Result<std::string> line_of(const fs::path& path) {
  auto text = read_file(path);
  if (!text) {
    if (text.error().code == ErrorCode::NotFound) return std::string();
    return text;
  }
  text->erase(std::find(text->begin(), text->end(), '\n'), text->end());
  return text;
}

/// A spool that was being made when the agent was killed.
void remove_unfinished(const fs::path& folder, const std::string& current) {
  std::error_code ignored;
  std::vector<fs::path> unfinished;
  for (fs::directory_iterator file(folder, ignored), end; !ignored && file != end;
       file.increment(ignored)) {
    const std::string name = file->path().filename().string();
    if (name != "current" && name != current && !name.starts_with("set-aside-")) {
      unfinished.push_back(file->path());
    }
  }
  for (const fs::path& path : unfinished) fs::remove_all(path, ignored);
}

v1::RunningRun named(const v1::RunReport& report) {
  v1::RunningRun run;
  run.set_run_id(report.run_id());
  run.set_cell_id(report.cell_id());
  run.set_fencing_number(report.fencing_number());
  return run;
}

}  // namespace

Result<std::unique_ptr<Spool>> Spool::open(const fs::path& folder) {
  std::unique_ptr<Spool> spool(new Spool(folder));
  const auto current = line_of(folder / "current");
  if (!current) return within("open the spool", current.error());
  remove_unfinished(folder, *current);
  Result<void> opened;
  if (is_identifier(*current)) {
    spool->id_ = *current;
    opened = spool->load();
  } else {
    opened = spool->begin({});
  }
  if (!opened) return within("open the spool", opened.error());
  return spool;
}

fs::path Spool::here() const { return folder_ / id_; }

fs::path Spool::path_of(std::uint64_t sequence) const {
  return here() / fmt::format("{:020}{}", sequence, kExtension);
}

Result<void> Spool::load() {
  const auto acknowledged = line_of(here() / "acknowledged");
  if (!acknowledged) return tl::unexpected(acknowledged.error());
  // Lost or torn: 0 means that everything is sent again, which the coordinator notices.
  acknowledged_to_ = number_in(*acknowledged).value_or(0);

  std::error_code error;
  fs::create_directories(here(), error);
  std::vector<fs::path> files;
  for (fs::directory_iterator file(here(), error), end; !error && file != end;
       file.increment(error)) {
    files.push_back(file->path());
  }
  if (error) return tl::unexpected(system_error("list", here(), error.value()));
  std::sort(files.begin(), files.end());

  std::string damage;
  for (const fs::path& file : files) {
    if (file.extension() == ".tmp") fs::remove(file, error);  // of a writer that was killed
    if (file.extension() != kExtension) continue;
    const auto sequence = number_in(file.stem().string());
    const auto report = read_report(file);
    if (sequence && report) {
      reports_[*sequence] = named(*report);
    } else if (!sequence || *sequence > acknowledged_to_) {
      damage = report ? file.string() + " has no number" : report.error().message;
    }
  }
  next_ = std::max(acknowledged_to_, reports_.empty() ? 0 : reports_.rbegin()->first) + 1;
  for (std::uint64_t sequence = acknowledged_to_ + 1; sequence < next_ && damage.empty();
       ++sequence) {
    if (!reports_.contains(sequence)) damage = fmt::format("report {} is missing", sequence);
  }
  return damage.empty() ? Result<void>{} : begin_anew(damage, false);
}

Result<void> Spool::begin(const std::vector<v1::RunReport>& reports) {
  const std::string id = new_uuid_v7();
  std::map<std::uint64_t, v1::RunningRun> held;
  std::error_code error;
  fs::create_directories(folder_ / id, error);
  if (error) return tl::unexpected(system_error("create the folder", folder_ / id, error.value()));
  for (v1::RunReport report : reports) {
    const std::uint64_t sequence = held.size() + 1;
    report.set_spool_id(id);
    report.set_sequence(sequence);
    const fs::path path = folder_ / id / fmt::format("{:020}{}", sequence, kExtension);
    if (auto written = write_report(path, report); !written) return written;
    held[sequence] = named(report);
  }
  // The one moment in which the new spool takes the old one's place.
  if (auto written = write_file_durably(folder_ / "current", id + "\n"); !written) return written;
  id_ = id;
  next_ = held.size() + 1;
  acknowledged_to_ = 0;
  reports_ = std::move(held);
  return {};
}

Result<void> Spool::begin_anew(std::string_view why, bool with_acknowledged) {
  std::vector<v1::RunReport> left;
  for (const auto& [sequence, run] : reports_) {
    if (sequence <= acknowledged_to_ && !with_acknowledged) continue;
    if (auto report = read_report(path_of(sequence))) left.push_back(std::move(*report));
  }
  const std::string old = id_;
  if (auto begun = begin(left); !begun) return begun;
  spdlog::error("spool begun anew old={} new={} reports={}: {}", old, id_, left.size(), why);
  std::error_code ignored;
  fs::rename(folder_ / old, folder_ / ("set-aside-" + old), ignored);
  return {};
}

std::string Spool::id() const {
  const std::lock_guard lock(mutex_);
  return id_;
}

Spool::Held Spool::held() const {
  const std::lock_guard lock(mutex_);
  if (reports_.empty()) return {0, 0, acknowledged_to_};
  return {reports_.begin()->first, reports_.rbegin()->first, acknowledged_to_};
}

Result<std::uint64_t> Spool::append(v1::RunReport report) {
  const std::lock_guard lock(mutex_);
  if (next_ - acknowledged_to_ > kMostWaiting) {
    return fail(ErrorCode::ResourceExhausted,
                "spool {}: {} reports wait for the coordinator, no more are taken",
                folder_.string(), kMostWaiting);
  }
  report.set_spool_id(id_);
  report.set_sequence(next_);
  if (auto written = write_report(path_of(next_), report); !written) {
    // Not ours to count on, so it must not stand in the way of the next one.
    std::error_code ignored;
    fs::remove(path_of(next_), ignored);
    return within("spool the report", written.error());
  }
  reports_[next_] = named(report);
  return next_++;
}

Result<std::optional<v1::RunReport>> Spool::after(std::uint64_t sequence) {
  const std::lock_guard lock(mutex_);
  const auto next = reports_.upper_bound(sequence);
  if (next == reports_.end()) return std::nullopt;
  auto report = read_report(path_of(next->first));
  if (report) return std::optional(std::move(*report));
  if (auto begun = begin_anew(report.error().message, false); !begun) {
    return within("begin the spool anew", begun.error());
  }
  return tl::unexpected(report.error());
}

Result<void> Spool::acknowledge(std::uint64_t durable_to) {
  const std::lock_guard lock(mutex_);
  durable_to = std::min(durable_to, next_ - 1);
  if (durable_to <= acknowledged_to_) return {};
  auto written = write_file_durably(here() / "acknowledged", std::to_string(durable_to) + "\n");
  // True all the same: not written, it costs a replay after a restart.
  acknowledged_to_ = durable_to;
  prune();
  return written;
}

Result<bool> Spool::meet(std::uint64_t durable_to) {
  {
    const std::lock_guard lock(mutex_);
    if (durable_to >= next_) {
      auto begun = begin_anew(
          fmt::format("the coordinator has report {}, we know of {}", durable_to, next_ - 1),
          false);
      if (!begun) return tl::unexpected(begun.error());
      return true;
    }
    const std::uint64_t first = reports_.empty() ? next_ : reports_.begin()->first;
    if (durable_to + 1 < first) {
      auto begun =
          begin_anew(fmt::format("the coordinator wants report {}, the first one held is {}",
                                 durable_to + 1, first),
                     true);
      if (!begun) return tl::unexpected(begun.error());
      return true;
    }
  }
  if (auto acknowledged = acknowledge(durable_to); !acknowledged) {
    return tl::unexpected(acknowledged.error());
  }
  return false;
}

std::vector<v1::RunningRun> Spool::waiting() const {
  const std::lock_guard lock(mutex_);
  std::vector<v1::RunningRun> runs;
  for (auto it = reports_.upper_bound(acknowledged_to_); it != reports_.end(); ++it) {
    runs.push_back(it->second);
  }
  return runs;
}

void Spool::prune() {
  std::error_code ignored;
  while (!reports_.empty() && reports_.begin()->first + kKeptAcknowledged <= acknowledged_to_) {
    fs::remove(path_of(reports_.begin()->first), ignored);
    reports_.erase(reports_.begin());
  }
}

}  // namespace gb
