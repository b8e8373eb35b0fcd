// Edge lists as SNAP publishes them: two integers a line, perhaps a weight, '#' before a comment.
#include <algorithm>
#include <utility>
#include <vector>

#include "workloads/dataset/import/bare_output.h"
#include "workloads/dataset/import/import_job.h"
#include "workloads/dataset/import/source_lines.h"

namespace gb {
namespace {

/// Distinct integers; memory is twice what they need.
class DistinctIds {
 public:
  void add(std::int64_t id) {
    ids_.push_back(id);
    if (ids_.size() > 2 * distinct_ + kSlack) compact();
  }
  const std::vector<std::int64_t>& sorted() {
    compact();
    return ids_;
  }

 private:
  static constexpr std::size_t kSlack = std::size_t{1} << 16U;
  void compact() {
    std::sort(ids_.begin(), ids_.end());
    ids_.erase(std::unique(ids_.begin(), ids_.end()), ids_.end());
    distinct_ = ids_.size();
  }
  std::vector<std::int64_t> ids_;
  std::size_t distinct_ = 0;
};

bool begins_with_letter(std::string_view text) {
  return !text.empty() &&
         ((text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z'));
}

/// What the first pass found out, and what both read alike.
class EdgeListReader {
 public:
  EdgeListReader(ImportJob& job, const std::string& file) : job_(job), file_(file) {}

  /// Calls use(row) for each row that can be taken over; reports the others in the first pass.
  template <class Use>
  Result<void> pass(bool first, Use use) {
    ImportReport silent;
    auto lines = SourceLines::open(job_.source, first ? job_.report : silent, file_);
    if (!lines) return tl::unexpected(lines.error());
    bool header_may_come = true;
    for (;;) {
      const Result<bool> more = lines->next();
      if (!more) return tl::unexpected(more.error());
      if (!*more) return {};
      std::string_view rest = lines->line();
      const std::string_view start = take_field(rest);
      if (start.empty() || start[0] == '#' || start[0] == '%') continue;
      const std::string_view end = take_field(rest);
      if (std::exchange(header_may_come, false) && begins_with_letter(start) &&
          begins_with_letter(end)) {
        if (first) {
          job_.report.note(ImportAction::Kept, "header lines, which name columns", lines->where());
        }
        continue;
      }
      EdgeRow row;
      const auto taken = take(first, start, end, rest, *lines, row);
      if (!taken) return tl::unexpected(taken.error());
      if (!*taken) continue;
      if (auto used = use(row); !used) return used;
    }
  }

  WeightType weights() const { return weights_; }

 private:
  Result<bool> take(bool first, std::string_view start, std::string_view end, std::string_view rest,
                    const SourceLines& lines, EdgeRow& row) {
    const auto drop = [&](std::string_view reason, int column,
                          std::string_view value) -> Result<bool> {
      if (!first) return false;
      auto dropped = job_.drop(reason, fmt::format("{}: column {}", lines.where(), column), value);
      if (!dropped) return tl::unexpected(dropped.error());
      return false;
    };
    if (end.empty()) return drop("a row with one column, where an edge needs two", 2, {});
    const auto from = whole_int64(start);
    if (!from) return drop("an id that is no 64-bit integer", 1, start);
    const auto to = whole_int64(end);
    if (!to) return drop("an id that is no 64-bit integer", 2, end);
    row.start = *from;
    row.end = *to;
    const std::string_view weight = take_field(rest);
    if (first && !std::exchange(weighted_known_, true)) weighted_ = !weight.empty();
    if (weighted_) {
      if (weight.empty()) return drop("a row without the weight that the first row has", 3, {});
      WeightType type = weights_;
      if (!read_weight(weight, row, type)) {
        return drop("a weight that is no finite number, or an integer beyond 64 bits", 3, weight);
      }
      if (first) weights_ = type;
    }
    if (first && !(weighted_ ? take_field(rest) : weight).empty()) {
      job_.report.note(ImportAction::Repaired,
                       "rows with more columns than the first needs, left out", lines.where());
    }
    if (first && row.start == row.end) {
      job_.report.note(ImportAction::Kept, "loops, edges from a node to itself", lines.where());
    }
    return true;
  }

  ImportJob& job_;
  const std::string& file_;
  bool weighted_known_ = false;
  bool weighted_ = false;
  WeightType weights_ = WeightType::None;
};

}  // namespace

Result<void> import_edge_list(ImportJob& job) {
  if (job.source.files().size() != 1) {
    return fail(ErrorCode::InvalidArgument,
                "an edge list is one file, and there are {}; name the file itself",
                job.source.files().size());
  }
  const std::string file = job.source.files().front();
  job.source.expect(file, 2);
  EdgeListReader reader(job, file);
  DistinctIds ids;
  // Which nodes there are, and whether a weight is a fraction, only the whole file tells.
  auto read = reader.pass(true, [&](const EdgeRow& row) -> Result<void> {
    ids.add(row.start);
    ids.add(row.end);
    return {};
  });
  if (!read) return read;
  auto out = BareOutput::create(job, reader.weights());
  if (!out) return tl::unexpected(out.error());
  for (const std::int64_t id : ids.sorted()) {
    if (auto written = out->node(id); !written) return written;
  }
  const bool mirrored = mirrors(job.options.mirroring, false);
  job.dataset.params["mirrored"] = mirrored ? "true" : "false";
  return reader.pass(false, [&](const EdgeRow& row) { return out->edge(row, mirrored); });
}

}  // namespace gb
