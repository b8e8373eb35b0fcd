#include "workloads/dataset/import/import_source.h"

#include <algorithm>

#include "core/base/file.h"
#include "core/base/sha256.h"

namespace gb {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMaxFiles = 100'000;

bool lies_in(const fs::path& inner, const fs::path& outer) {
  return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end();
}

Result<std::vector<std::string>> list_files(const fs::path& root) {
  std::vector<std::string> files;
  std::error_code error;
  std::error_code ignored;
  // Links to folders are not followed; links to files are judged when one is opened.
  fs::recursive_directory_iterator at(root, error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (name.starts_with('.')) {
      at.disable_recursion_pending();
      continue;
    }
    if (!at->is_regular_file(ignored)) continue;
    files.push_back(at->path().lexically_relative(root).generic_string());
    if (files.size() > kMaxFiles) {
      return fail(ErrorCode::ResourceExhausted,
                  "{} holds more than {} files; name the folder of the dataset itself",
                  root.string(), kMaxFiles);
    }
  }
  if (error) return tl::unexpected(system_error("list", root, error.value()));
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

Result<ImportSource> ImportSource::open(const fs::path& path, ImportProgress progress,
                                        std::stop_token stop) {
  ImportSource source;
  source.progress_ = std::move(progress);
  source.stop_ = std::move(stop);
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  if (error) return tl::unexpected(system_error("open", path, error.value()));
  if (fs::is_directory(real, error)) {
    source.root_ = real;
    auto files = list_files(real);
    if (!files) return tl::unexpected(files.error());
    source.files_ = std::move(*files);
    return source;
  }
  if (!fs::is_regular_file(real, error)) {
    return fail(ErrorCode::InvalidArgument, "{} is neither a file nor a folder", path.string());
  }
  source.is_file_ = true;
  source.root_ = real.parent_path();
  source.files_ = {real.filename().string()};
  return source;
}

bool ImportSource::has(std::string_view relative) const {
  return std::binary_search(files_.begin(), files_.end(), relative);
}

Result<fs::path> ImportSource::resolve(std::string_view relative) const {
  const fs::path given(relative);
  const bool climbs = std::find(given.begin(), given.end(), fs::path("..")) != given.end();
  std::error_code error;
  const fs::path real = fs::canonical(root_ / given, error);
  const bool outside = given.is_absolute() || climbs || (!error && !lies_in(real, root_));
  if (outside) {
    return fail(ErrorCode::FailedPrecondition,
                "{}: leads out of {}; only files inside of the source are read, so put it there",
                relative, root_.string());
  }
  if (error) return tl::unexpected(system_error("open", root_ / given, error.value()));
  return real;
}

void ImportSource::expect(std::string_view relative, int passes) {
  std::error_code error;
  const std::uintmax_t bytes = fs::file_size(root_ / relative, error);
  if (!error) expected_bytes_ += passes * static_cast<std::int64_t>(bytes);
}

Result<void> ImportSource::advance(std::int64_t bytes) {
  read_bytes_ += bytes;
  if (progress_) progress_(read_bytes_, std::max(expected_bytes_, read_bytes_));
  if (!stop_.stop_requested()) return {};
  return fail(ErrorCode::Cancelled, "cancelled after {} bytes of the source", read_bytes_);
}

Result<void> ImportSource::was_read(const ImportedFile& file) {
  const auto [found, fresh] = read_.emplace(file.path, file);
  if (fresh || found->second.sha256 == file.sha256) return {};
  return fail(ErrorCode::FailedPrecondition, "{} changed while it was imported; import it again",
              (root_ / file.path).string());
}

void ImportSource::describe(ImportReport& report) const {
  std::string lines;
  report.files.clear();
  for (const auto& [path, file] : read_) {
    report.files.push_back(file);
    lines += file.sha256 + "  " + path + "\n";
  }
  report.sha256 = sha256_hex(lines);
}

}  // namespace gb
