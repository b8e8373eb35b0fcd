#include "workloads/dataset/file_list_writer.h"

#include <algorithm>
#include <utility>

#include "core/base/file.h"
#include "core/base/sha256.h"
#include "core/data/checksum.h"
#include "core/data/manifest.h"
#include "workloads/dataset/output_file.h"

namespace gb {
namespace fs = std::filesystem;
namespace {

void place_files(std::vector<fs::path>& files, const fs::path& folder) {
  for (fs::path& file : files) file = folder / file;
}

/// Whether its rows are those of the dataset, not what repeats them elsewhere.
bool counts(std::string_view path) { return path.find('/') != std::string_view::npos; }

}  // namespace

Result<FileListWriter> FileListWriter::create(Dataset description, const fs::path& folder,
                                              DatasetProgress progress, std::stop_token stop) {
  FileListWriter writer;
  writer.progress_ = std::move(progress);
  writer.stop_ = std::move(stop);
  writer.expected_rows_ = description.node_count + description.edge_count;
  description.folder = folder;
  for (NodeTable& table : description.nodes) place_files(table.files, folder);
  for (RelTable& table : description.rels) place_files(table.files, folder);
  writer.dataset_ = std::move(description);
  if (auto taken = writer.take_over(); !taken) return tl::unexpected(taken.error());
  if (writer.progress_) writer.progress_(0, writer.expected_rows_);
  return writer;
}

Result<void> FileListWriter::still_wanted() const {
  if (!stop_.stop_requested()) return {};
  return fail(ErrorCode::Cancelled, "generating {} was cancelled", dataset_.name);
}

Result<void> FileListWriter::take_over() {
  return MadeFiles(dataset_.folder).take_over([this](const MadeFile& made) -> Result<bool> {
    if (auto wanted = still_wanted(); !wanted) return tl::unexpected(wanted.error());
    const auto listed =
        std::find_if(dataset_.listed_files.begin(), dataset_.listed_files.end(),
                     [&](const ListedFile& file) { return file.path == made.path; });
    if (listed == dataset_.listed_files.end()) return false;
    Sha256 sha;
    if (!hash_file(sha, dataset_.folder / made.path) || sha.finish() != made.sha256) return false;
    *listed = {made.path, made.rows, made.bytes, made.sha256};
    kept_.insert(made.path);
    return true;
  });
}

Result<void> FileListWriter::keep(const ListedFile& file, const Rows& rows, Leaves leaves) {
  if (leaves == Leaves::Values) {
    CsvWriter nowhere([this](std::string_view) { return still_wanted(); });
    rows(nowhere);
    if (auto drawn = nowhere.finish(); !drawn) return drawn;
  }
  if (counts(file.path)) rows_ += file.rows;
  if (progress_) progress_(rows_, expected_rows_);
  return {};
}

Result<void> FileListWriter::write(std::string_view path, std::optional<std::string_view> header,
                                   const Rows& rows, Leaves leaves) {
  const auto listed = std::find_if(dataset_.listed_files.begin(), dataset_.listed_files.end(),
                                   [&](const ListedFile& file) { return file.path == path; });
  if (listed == dataset_.listed_files.end()) {
    return fail(ErrorCode::Internal, "{} lists no file {}", dataset_.name, path);
  }
  if (kept_.contains(path)) return keep(*listed, rows, leaves);
  OutputFile file(dataset_.folder / path);
  Sha256 sha;
  const CsvWriter* rows_of = nullptr;
  CsvWriter csv([&](std::string_view bytes) -> Result<void> {
    if (auto wanted = still_wanted(); !wanted) return wanted;
    if (auto written = file.write(bytes); !written) return written;
    sha.update(bytes);
    listed->bytes += static_cast<std::int64_t>(bytes.size());
    if (progress_ && counts(path)) progress_(rows_ + rows_of->row_count(), expected_rows_);
    return {};
  });
  rows_of = &csv;
  if (header) csv.header(*header);
  rows(csv);
  if (auto finished = csv.finish(); !finished) return finished;
  if (auto finished = file.finish(); !finished) return finished;
  listed->rows = csv.row_count();
  listed->sha256 = sha.finish();
  if (counts(path)) rows_ += listed->rows;
  return MadeFiles(dataset_.folder)
      .add({listed->path, listed->rows, listed->bytes, listed->sha256, 0});
}

Result<Dataset> FileListWriter::finish() {
  dataset_.node_count = 0;
  dataset_.edge_count = 0;
  for (const ListedFile& file : dataset_.listed_files) {
    if (file.sha256.empty()) return fail(ErrorCode::Internal, "{} was not written", file.path);
    if (file.path.starts_with("nodes/")) dataset_.node_count += file.rows;
    if (file.path.starts_with("rels/")) dataset_.edge_count += file.rows;
  }
  dataset_.checksum = checksum_of_list(dataset_.listed_files);
  const fs::path& folder = dataset_.folder;
  if (auto written = create_file_durably(folder / kManifestName, manifest_text(dataset_));
      !written) {
    return tl::unexpected(written.error());
  }
  if (auto removed = MadeFiles(folder).remove_list(); !removed)
    return tl::unexpected(removed.error());
  for (const fs::path& part : {folder / "nodes", folder / "rels", folder}) {
    if (auto synced = sync_folder(part); !synced) return tl::unexpected(synced.error());
  }
  return dataset_;
}

}  // namespace gb
