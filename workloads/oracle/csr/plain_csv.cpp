#include "workloads/oracle/csr/plain_csv.h"

#include <algorithm>

#include "core/data/csv_reader.h"

namespace gb {
namespace {

constexpr std::size_t kChunkBytes = std::size_t{4} << 20U;
// Longer lines are CsvReader's to judge.
constexpr std::size_t kMostLineBytes = std::size_t{1} << 20U;
static_assert(kChunkBytes + kMostLineBytes < CsvReader::kMaxRecordBytes);

}  // namespace

Result<std::optional<PlainCsv>> PlainCsv::open(const std::filesystem::path& path,
                                               const std::vector<std::string_view>& columns) {
  const auto reader = CsvReader::open(path);
  if (!reader) return tl::unexpected(reader.error());
  auto file = MappedFile::open(path);
  if (!file) return tl::unexpected(file.error());
  PlainCsv csv(std::move(*file));
  csv.columns_.assign(reader->header().size(), -1);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const bool property = !reader->header().find_structural(columns[i]);
    const auto found = property ? reader->header().find_property(columns[i]) : std::nullopt;
    const auto column = found ? Result<std::size_t>(*found) : reader->column_of(columns[i]);
    if (!column) return tl::unexpected(column.error());
    csv.columns_[*column] = static_cast<int>(i);
  }
  const std::string_view bytes = csv.file_.bytes();
  const std::size_t header_end = bytes.find('\n');
  const std::string_view header = bytes.substr(0, header_end);
  if (!bytes.ends_with('\n') || header.empty() ||
      header.find_first_of("\"\r") != std::string_view::npos) {
    return std::nullopt;
  }
  csv.fast_end_ = bytes.data() + bytes.size() - std::min<std::size_t>(bytes.size(), 7);
  csv.starts_ = {header_end + 1};
  while (csv.starts_.back() != bytes.size()) {
    const std::size_t least = csv.starts_.back() + kChunkBytes;
    std::size_t end = bytes.size();
    if (least < end) {
      const std::size_t line_end = bytes.substr(least, kMostLineBytes).find('\n');
      if (line_end == std::string_view::npos) return std::nullopt;
      end = least + line_end + 1;
    }
    csv.starts_.push_back(end);
  }
  return csv;
}

}  // namespace gb
