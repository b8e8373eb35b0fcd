#include "coordinator/datasets/dataset_shelf.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include "coordinator/datasets/dataset_folder.h"
#include "core/base/file.h"
#include "core/base/sha256.h"
#include "core/data/checksum.h"
#include "core/data/manifest.h"

namespace gb {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20U;

bool fits(const Dataset& dataset, const DatasetQuestion& question) {
  return (question.name.empty() || dataset.name == question.name) &&
         (question.checksum.empty() || dataset.checksum == question.checksum) &&
         (question.recipe.empty() || recipe_block(dataset).value_or("") == question.recipe);
}

std::string asked_text(const DatasetQuestion& question) {
  std::string text = question.name.empty() ? "" : "\"" + question.name.substr(0, 80) + "\"";
  if (!question.checksum.empty()) {
    text += (text.empty() ? "" : " ") + question.checksum.substr(0, 80);
  }
  if (!question.recipe.empty()) text += " of recipe " + question.recipe.substr(0, 200);
  return text;
}

/// The manifest, what the checksum covers, and what the manifest lists beside it.
Result<std::vector<std::string>> served_files(const fs::path& folder, const Dataset& dataset) {
  auto hashed = checksummed_files(folder);
  if (!hashed) return hashed;
  std::vector<std::string> files{std::string(kManifestName)};
  files.insert(files.end(), hashed->begin(), hashed->end());
  for (const ListedFile& listed : dataset.listed_files) {
    if (!std::binary_search(hashed->begin(), hashed->end(), listed.path)) {
      files.push_back(listed.path);
    }
  }
  return files;
}

Result<std::string> stamps_of(const DatasetFolder& folder, const std::vector<std::string>& files) {
  std::string stamps;
  for (const std::string& path : files) {
    const auto file = folder.open_file(path);
    if (!file) return tl::unexpected(file.error());
    const auto stamp = (*file)->stamp();
    if (!stamp) return stamp;
    stamps += path + '\n' + *stamp + '\n';
  }
  return stamps;
}

/// all: fed with the file too, unless null.
Result<ShelvedFile> hashed_file(const DatasetFolder& folder, const std::string& path, Sha256* all,
                                const std::stop_token& stop) {
  const auto file = folder.open_file(path);
  if (!file) return tl::unexpected(file.error());
  ShelvedFile shelved{path, 0, {}};
  Sha256 sha;
  std::string bytes;
  do {
    if (stop.stop_requested()) {
      return fail(ErrorCode::Cancelled, "stopped while verifying a dataset");
    }
    if (auto read = (*file)->read(shelved.bytes, kPiece, bytes); !read) {
      return within(path, read.error());
    }
    sha.update(bytes);
    if (all != nullptr) all->update(bytes);
    shelved.bytes += static_cast<std::int64_t>(bytes.size());
  } while (bytes.size() == kPiece);
  shelved.sha256 = sha.finish();
  return shelved;
}

/// The checksum of a dataset whose files are these: as `dataset_checksum`, from one reading.
Result<std::string> checksum_of(const Dataset& dataset, const std::vector<ShelvedFile>& files,
                                Sha256 all) {
  if (dataset.listed_files.empty()) {
    const auto block = recipe_block(dataset);
    if (!block) return block;
    all.update(*block);
    return "sha256:" + all.finish();
  }
  std::vector<ListedFile> listed = dataset.listed_files;
  for (ListedFile& file : listed) {
    const auto is = std::find_if(files.begin(), files.end(),
                                 [&](const ShelvedFile& one) { return one.path == file.path; });
    file.bytes = is->bytes;
    file.sha256 = is->sha256;
  }
  for (const ShelvedFile& file : files) {
    const bool known = file.path == kManifestName ||
                       std::any_of(listed.begin(), listed.end(),
                                   [&](const ListedFile& one) { return one.path == file.path; });
    if (!known) listed.push_back({file.path, 0, file.bytes, "not listed"});
  }
  return checksum_of_list(listed);
}

}  // namespace

Result<std::vector<fs::path>> DatasetShelf::fitting(const DatasetQuestion& question) const {
  std::vector<fs::path> folders;
  std::error_code error;
  std::size_t seen = 0;
  fs::directory_iterator at(folder_, error);
  if (folder_.empty() || error.value() == ENOENT) return folders;
  for (; !error && at != fs::directory_iterator(); at.increment(error)) {
    if (at->path().filename().string().starts_with('.')) continue;
    if (++seen > limits_.folders) {
      return fail(ErrorCode::ResourceExhausted,
                  "{} holds more than {} entries, the limit of a folder of datasets; remove what "
                  "is not needed",
                  folder_.string(), limits_.folders);
    }
    std::error_code ignored;
    // A pipe in its place would hold up whoever opens it.
    if (!fs::is_regular_file(fs::symlink_status(at->path() / kManifestName, ignored))) continue;
    // A folder that is not (yet) a dataset is none of ours; one that is asked for is looked at
    // closely later.
    const auto dataset = read_manifest(at->path());
    if (dataset && fits(*dataset, question)) folders.push_back(at->path());
  }
  if (error) return tl::unexpected(system_error("list", folder_, error.value()));
  std::sort(folders.begin(), folders.end());
  return folders;
}

Result<ShelvedDataset> DatasetShelf::verified(const fs::path& path, const std::stop_token& stop) {
  const auto folder = DatasetFolder::open(path);
  if (!folder) return tl::unexpected(folder.error());
  const auto dataset = read_manifest(path);
  if (!dataset) return tl::unexpected(dataset.error());
  const auto files = served_files(path, *dataset);
  if (!files) return tl::unexpected(files.error());
  if (files->size() > limits_.files) {
    return fail(ErrorCode::ResourceExhausted,
                "{} has {} files, and {} is the most a dataset that is served may have",
                path.string(), files->size(), limits_.files);
  }
  // Before reading: what changes meanwhile is then seen the next time.
  auto stamps = stamps_of(*folder, *files);
  if (!stamps) return tl::unexpected(stamps.error());
  if (const auto known = known_.find(path); known != known_.end()) {
    if (known->second.stamps == *stamps) return known->second.dataset;
    known_.erase(known);
  }
  ShelvedDataset shelved{dataset->name, dataset->checksum, path, {}};
  Sha256 all;
  for (const std::string& file : *files) {
    const bool covered = file != kManifestName;
    if (covered) all.update(file);
    auto hashed = hashed_file(*folder, file, covered ? &all : nullptr, stop);
    if (!hashed) return tl::unexpected(hashed.error());
    shelved.files.push_back(std::move(*hashed));
  }
  const auto checksum = checksum_of(*dataset, shelved.files, std::move(all));
  if (!checksum) return tl::unexpected(checksum.error());
  if (*checksum != dataset->checksum) {
    return fail(ErrorCode::DataLoss,
                "dataset {} is not served: its files have the checksum {}, its manifest says {}",
                path.string(), *checksum, dataset->checksum);
  }
  known_[path] = {std::move(*stamps), shelved};
  return shelved;
}

Result<ShelvedDataset> DatasetShelf::find(const DatasetQuestion& question, std::stop_token stop) {
  if (question.name.empty() && question.checksum.empty()) {
    return fail(ErrorCode::InvalidArgument, "name the dataset, or its checksum");
  }
  const auto folders = fitting(question);
  if (!folders) return tl::unexpected(folders.error());
  if (folders->empty()) {
    return fail(ErrorCode::NotFound, "the coordinator has no dataset {} in {}",
                asked_text(question), folder_.empty() ? "any folder" : folder_.string());
  }
  std::map<std::string, ShelvedDataset> found;  // by checksum: two copies of one are no choice
  Error damage{ErrorCode::NotFound, ""};
  for (const fs::path& folder : *folders) {
    auto dataset = verified(folder, stop);
    if (dataset) {
      found.emplace(dataset->checksum, std::move(*dataset));
    } else if (damage.message.empty()) {
      damage = dataset.error();
    }
  }
  if (found.empty()) return tl::unexpected(damage);
  if (found.size() == 1) return std::move(found.begin()->second);
  std::string checksums;
  for (const auto& [checksum, dataset] : found) {
    checksums += (checksums.empty() ? "" : ", ") + checksum;
  }
  return fail(ErrorCode::InvalidArgument,
              "the coordinator has several datasets {}: {}; pin one of them", asked_text(question),
              checksums);
}

}  // namespace gb
