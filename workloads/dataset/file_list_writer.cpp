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
  for (const char* part : {"nodes", "rels"}) {
    std::error_code error;
    fs::create_directory(folder / part, error);
    if (error) return tl::unexpected(system_error("create", folder / part, error.value()));
  }
  if (writer.progress_) writer.progress_(0, writer.expected_rows_);
  return writer;
}

Result<void> FileListWriter::write(std::string_view path, std::optional<std::string_view> header,
                                   const Rows& rows) {
  const auto listed = std::find_if(dataset_.listed_files.begin(), dataset_.listed_files.end(),
                                   [&](const ListedFile& file) { return file.path == path; });
  if (listed == dataset_.listed_files.end()) {
    return fail(ErrorCode::Internal, "{} lists no file {}", dataset_.name, path);
  }
  const bool counts = path.find('/') != std::string_view::npos;  // not what repeats it elsewhere
  OutputFile file(dataset_.folder / path);
  Sha256 sha;
  const CsvWriter* rows_of = nullptr;
  CsvWriter csv([&](std::string_view bytes) -> Result<void> {
    if (stop_.stop_requested()) {
      return fail(ErrorCode::Cancelled, "generating {} was cancelled", dataset_.name);
    }
    if (auto written = file.write(bytes); !written) return written;
    sha.update(bytes);
    listed->bytes += static_cast<std::int64_t>(bytes.size());
    if (progress_ && counts) progress_(rows_ + rows_of->row_count(), expected_rows_);
    return {};
  });
  rows_of = &csv;
  if (header) csv.header(*header);
  rows(csv);
  if (auto finished = csv.finish(); !finished) return finished;
  if (auto finished = file.finish(); !finished) return finished;
  listed->rows = csv.row_count();
  listed->sha256 = sha.finish();
  if (counts) rows_ += listed->rows;
  return {};
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
  for (const fs::path& part : {folder / "nodes", folder / "rels", folder}) {
    if (auto synced = sync_folder(part); !synced) return tl::unexpected(synced.error());
  }
  return dataset_;
}

}  // namespace gb
