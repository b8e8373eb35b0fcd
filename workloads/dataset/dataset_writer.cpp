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
  if (auto taken = writer.take_over(); !taken) return tl::unexpected(taken.error());
  if (writer.progress_) writer.progress_(0, writer.expected_rows_);
  return writer;
}

Result<void> DatasetWriter::still_wanted() const {
  if (!stop_.stop_requested()) return {};
  return fail(ErrorCode::Cancelled, "generating {} was cancelled", dataset_.name);
}

Result<void> DatasetWriter::take_over() {
  return MadeFiles(dataset_.folder).take_over([this](const MadeFile& file) {
    return trusted(file);
  });
}

/// Whether it is what was listed. Then it counts as written, and its hash is on its way.
Result<bool> DatasetWriter::trusted(const MadeFile& file) {
  if (auto wanted = still_wanted(); !wanted) return tl::unexpected(wanted.error());
  if (std::find(order_.begin(), order_.end(), file.path) == order_.end()) return false;
  const bool along = follows(file.path);
  Sha256 sha = along ? sha_.copy() : Sha256();
  if (along) sha.update(file.path);
  if (!hash_file(sha, dataset_.folder / file.path) || sha.copy().finish() != file.sha256) {
    return false;
  }
  if (along) sha_ = std::move(sha);
  if (auto closed = close_in_order(file.path, along); !closed) {
    return tl::unexpected(closed.error());
  }
  kept_.emplace(file.path, file);
  return true;
}

Result<void> DatasetWriter::nodes(std::string_view label, const Rows& rows, Leaves leaves) {
  return fill_nodes(
      label, [&](TableOutput& table) { return table.sequential(rows); }, leaves);
}

Result<void> DatasetWriter::rels(std::string_view type, const Rows& rows) {
  return fill_rels(type, [&](TableOutput& table) { return table.sequential(rows); });
}

Result<void> DatasetWriter::fill_nodes(std::string_view label, const Fill& fill, Leaves leaves) {
  const auto table = std::find_if(dataset_.nodes.begin(), dataset_.nodes.end(),
                                  [&](const NodeTable& t) { return t.label == label; });
  if (table == dataset_.nodes.end()) {
    return fail(ErrorCode::Internal, "the schema of {} has no label {}", dataset_.name, label);
  }
  const auto written =
      write("nodes/" + table->label + ".csv",
            header_of(table->properties.empty() ? "id:ID,:LABEL" : "id:ID", table->properties),
            fill, leaves);
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
  const auto written =
      write("rels/" + table->type + ".csv", header_of(":START_ID,:END_ID,:TYPE", table->properties),
            fill, Leaves::Nothing);
  if (!written) return tl::unexpected(written.error());
  return {};
}

Result<std::int64_t> DatasetWriter::write(const std::string& relative, const std::string& header,
                                          const Fill& fill, Leaves leaves) {
  if (const auto kept = kept_.find(relative); kept != kept_.end()) {
    return keep(kept->second, fill, leaves);
  }
  OutputFile file(dataset_.folder / relative);
  MadeFile made{relative, 0, 0, "", 0};
  const bool hash_along = follows(relative);
  Sha256 alone;  // of a file whose turn in the checksum comes later
  Sha256& sha = hash_along ? sha_ : alone;
  if (hash_along) sha.update(relative);
  TableOutput table(threads_, [&](std::string_view bytes, std::int64_t count) -> Result<void> {
    if (auto wanted = still_wanted(); !wanted) return wanted;
    if (auto written = file.write(bytes); !written) return written;
    sha.update(bytes);
    made.bytes += static_cast<std::int64_t>(bytes.size());
    made.rows += count;
    if (progress_ && count > 0) progress_(rows_ + made.rows, expected_rows_);
    return {};
  });
  if (auto put = table.header(header); !put) return tl::unexpected(put.error());
  if (auto filled = fill(table); !filled) return tl::unexpected(filled.error());
  if (auto finished = file.finish(); !finished) return tl::unexpected(finished.error());
  made.sha256 = sha.copy().finish();  // along: of all files up to this one
  made.random = random_ == nullptr ? 0 : random_->state();
  if (auto listed = MadeFiles(dataset_.folder).add(made); !listed) {
    return tl::unexpected(listed.error());
  }
  if (auto hashed = close_in_order(relative, hash_along); !hashed) {
    return tl::unexpected(hashed.error());
  }
  rows_ += made.rows;
  return made.rows;
}

/// A file that is there already.
Result<std::int64_t> DatasetWriter::keep(const MadeFile& file, const Fill& fill, Leaves leaves) {
  if (leaves == Leaves::Values) {
    TableOutput nowhere(1, [&](std::string_view, std::int64_t) { return still_wanted(); });
    if (auto drawn = fill(nowhere); !drawn) return tl::unexpected(drawn.error());
  }
  if (random_ != nullptr) *random_ = SplitMix64(Seed{file.random});
  rows_ += file.rows;
  if (progress_) progress_(rows_, expected_rows_);
  return file.rows;
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
  if (auto removed = MadeFiles(folder).remove_list(); !removed) {
    return tl::unexpected(removed.error());
  }
  for (const fs::path& part : {folder / "nodes", folder / "rels", folder}) {
    if (auto synced = sync_folder(part); !synced) return tl::unexpected(synced.error());
  }
  return dataset_;
}

}  // namespace gb
