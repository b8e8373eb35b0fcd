#include "workloads/dataset/dataset_writer.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

#include "core/base/file.h"
#include "core/data/checksum.h"
#include "core/data/manifest.h"
#include "workloads/dataset/output_file.h"

namespace gb {
namespace fs = std::filesystem;
namespace {

std::int64_t memory_bytes() {
  return std::int64_t{::sysconf(_SC_PHYS_PAGES)} * ::sysconf(_SC_PAGE_SIZE);
}

std::string header_of(std::string header, const std::vector<Property>& properties) {
  for (const Property& property : properties) {
    header += fmt::format(",{}:{}", property.name, name_of(property.type));
  }
  return header;
}

}  // namespace

Result<DatasetWriter> DatasetWriter::create(Dataset description, const fs::path& folder,
                                            DatasetProgress progress, std::stop_token stop,
                                            GeneratorResources resources) {
  DatasetWriter writer;
  writer.progress_ = std::move(progress);
  writer.stop_ = std::move(stop);
  writer.threads_ = thread_count(resources.threads);
  writer.sort_memory_bytes_ =
      resources.sort_memory_bytes > 0 ? resources.sort_memory_bytes : memory_bytes() / 2;
  // Without the number of edges there is no total to show progress against.
  if (description.edge_count > 0) {
    writer.expected_rows_ = description.node_count + description.edge_count;
  }
  description.folder = folder;
  for (NodeTable& table : description.nodes) {
    writer.order_.push_back("nodes/" + table.label + ".csv");
    table.files = {folder / writer.order_.back()};
  }
  for (RelTable& table : description.rels) {
    writer.order_.push_back("rels/" + table.type + ".csv");
    table.files = {folder / writer.order_.back()};
  }
  std::sort(writer.order_.begin(), writer.order_.end());
  writer.dataset_ = std::move(description);
  for (const char* part : {"nodes", "rels"}) {
    std::error_code error;
    fs::create_directory(folder / part, error);
    if (error) return tl::unexpected(system_error("create", folder / part, error.value()));
  }
  if (writer.progress_) writer.progress_(0, writer.expected_rows_);
  return writer;
}

Result<void> DatasetWriter::still_wanted() const {
  if (!stop_.stop_requested()) return {};
  return fail(ErrorCode::Cancelled, "generating {} was cancelled", dataset_.name);
}

Result<void> DatasetWriter::nodes(std::string_view label, const Rows& rows) {
  return fill_nodes(label, [&](TableOutput& table) { return table.sequential(rows); });
}

Result<void> DatasetWriter::rels(std::string_view type, const Rows& rows) {
  return fill_rels(type, [&](TableOutput& table) { return table.sequential(rows); });
}

Result<void> DatasetWriter::fill_nodes(std::string_view label, const Fill& fill) {
  const auto table = std::find_if(dataset_.nodes.begin(), dataset_.nodes.end(),
                                  [&](const NodeTable& t) { return t.label == label; });
  if (table == dataset_.nodes.end()) {
    return fail(ErrorCode::Internal, "the schema of {} has no label {}", dataset_.name, label);
  }
  const auto written = write(
      "nodes/" + table->label + ".csv",
      header_of(table->properties.empty() ? "id:ID,:LABEL" : "id:ID", table->properties), fill);
  if (!written) return tl::unexpected(written.error());
  node_rows_ += *written;
  return {};
}

Result<void> DatasetWriter::fill_rels(std::string_view type, const Fill& fill) {
  const auto table = std::find_if(dataset_.rels.begin(), dataset_.rels.end(),
                                  [&](const RelTable& t) { return t.type == type; });
  if (table == dataset_.rels.end()) {
    return fail(ErrorCode::Internal, "the schema of {} has no type {}", dataset_.name, type);
  }
  const auto written = write("rels/" + table->type + ".csv",
                             header_of(":START_ID,:END_ID,:TYPE", table->properties), fill);
  if (!written) return tl::unexpected(written.error());
  return {};
}

Result<std::int64_t> DatasetWriter::write(const std::string& relative, const std::string& header,
                                          const Fill& fill) {
  OutputFile file(dataset_.folder / relative);
  const bool hash_along = hashed_ < order_.size() && order_[hashed_] == relative;
  if (hash_along) sha_.update(relative);
  std::int64_t rows = 0;
  TableOutput table(threads_, [&](std::string_view bytes, std::int64_t count) -> Result<void> {
    if (auto wanted = still_wanted(); !wanted) return wanted;
    if (auto written = file.write(bytes); !written) return written;
    if (hash_along) sha_.update(bytes);
    rows += count;
    if (progress_ && count > 0) progress_(rows_ + rows, expected_rows_);
    return {};
  });
  if (auto put = table.header(header); !put) return tl::unexpected(put.error());
  if (auto filled = fill(table); !filled) return tl::unexpected(filled.error());
  if (auto finished = file.finish(); !finished) return tl::unexpected(finished.error());
  if (auto hashed = close_in_order(relative, hash_along); !hashed) {
    return tl::unexpected(hashed.error());
  }
  rows_ += rows;
  return rows;
}

/// Counts a finished file in, and hashes those that waited for it.
Result<void> DatasetWriter::close_in_order(const std::string& relative, bool hashed) {
  if (!hashed) {
    unhashed_.insert(relative);
    return {};
  }
  ++hashed_;
  while (hashed_ < order_.size() && unhashed_.erase(order_[hashed_]) > 0) {
    sha_.update(order_[hashed_]);
    if (auto read = hash_file(sha_, dataset_.folder / order_[hashed_]); !read) return read;
    ++hashed_;
  }
  return {};
}

Result<Dataset> DatasetWriter::finish() {
  if (hashed_ != order_.size()) {
    return fail(ErrorCode::Internal, "{} was not written", order_[hashed_]);
  }
  dataset_.node_count = node_rows_;
  dataset_.edge_count = rows_ - node_rows_;
  const auto block = recipe_block(dataset_);
  if (!block) return tl::unexpected(block.error());
  sha_.update(*block);
  dataset_.checksum = "sha256:" + sha_.finish();
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
