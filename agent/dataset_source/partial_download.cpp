#include "agent/dataset_source/partial_download.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <set>
#include <utility>

#include "core/base/byte_size.h"
#include "core/base/file.h"
#include "core/data/checksum.h"
#include "core/data/manifest.h"

namespace gb {
namespace fs = std::filesystem;
namespace v1 = graphbench::v1;
namespace {

constexpr std::array<const char*, 2> kParts{"nodes", "rels"};

/// Removes what is no regular file of the offer, and what is longer than its file.
Result<void> clean(const fs::path& folder, const DatasetOffer& offer) {
  std::map<std::string, std::int64_t> wanted;
  for (const OfferedFile& file : offer.files) wanted[file.path] = file.bytes;
  for (const std::string part : {"", "nodes", "rels"}) {
    const fs::path here = part.empty() ? folder : folder / part;
    std::error_code error;
    // Listed first: what is removed while it is walked over may or may not be seen.
    std::vector<fs::path> entries;
    fs::directory_iterator at(here, error);
    for (; !error && at != fs::directory_iterator(); at.increment(error)) {
      entries.push_back(at->path());
    }
    if (error) return tl::unexpected(system_error("list", here, error.value()));
    for (const fs::path& entry : entries) {
      const std::string name = entry.filename().string();
      const auto status = fs::symlink_status(entry, error);
      const bool folder_of_ours =
          part.empty() && fs::is_directory(status) && (name == "nodes" || name == "rels");
      if (folder_of_ours) continue;
      const auto found = wanted.find(part.empty() ? name : part + "/" + name);
      const bool kept = found != wanted.end() && fs::is_regular_file(status) &&
                        fs::hard_link_count(entry, error) == 1 &&
                        static_cast<std::int64_t>(fs::file_size(entry, error)) <= found->second;
      if (kept) continue;
      fs::remove_all(entry, error);
      if (error) return tl::unexpected(system_error("remove", entry, error.value()));
    }
  }
  return {};
}

Result<void> make_parts(const fs::path& folder) {
  for (const char* part : kParts) {
    const fs::path path = folder / part;
    struct stat is {};
    const bool there = ::lstat(path.c_str(), &is) == 0;
    if (there && S_ISDIR(is.st_mode)) continue;
    if (there && ::unlink(path.c_str()) != 0) {
      return tl::unexpected(system_error("remove", path, errno));
    }
    if (::mkdir(path.c_str(), 0755) != 0) {
      return tl::unexpected(system_error("create the folder", path, errno));
    }
  }
  return {};
}

template <class... Args>
tl::unexpected<Error> refused(fmt::format_string<Args...> format, Args&&... args) {
  return fail(ErrorCode::InvalidArgument, "a piece of the download is refused: {}",
              fmt::format(format, std::forward<Args>(args)...));
}

/// The bytes of the file that a piece holds, in `plain` where they had to be decoded.
Result<std::string_view> decoded(const v1::DatasetPiece& piece, std::string& plain) {
  const std::string& bytes = piece.bytes();
  const std::size_t announced = piece.plain_bytes();
  if (piece.encoding() == v1::DatasetPiece::ENCODING_PLAIN) {
    if (bytes.size() == announced) return bytes;
    return refused("it says {} bytes and has {}", announced, bytes.size());
  }
  if (piece.encoding() != v1::DatasetPiece::ENCODING_ZSTD) {
    return refused("it is encoded in a way this agent does not know");
  }
  if (ZSTD_getFrameContentSize(bytes.data(), bytes.size()) != announced) {
    return refused("its frame is not one of {} bytes, as it says", announced);
  }
  // No more is ever written than was announced, whatever the frame holds.
  plain.resize(announced);
  const std::size_t size = ZSTD_decompress(plain.data(), plain.size(), bytes.data(), bytes.size());
  if (ZSTD_isError(size) != 0) return refused("it cannot be decoded: {}", ZSTD_getErrorName(size));
  if (size != announced) return refused("it says {} bytes and holds {}", announced, size);
  return plain;
}

}  // namespace

Result<PartialDownload> PartialDownload::begin(fs::path folder, DatasetOffer offer) {
  if (auto made = make_parts(folder); !made) return tl::unexpected(made.error());
  if (auto cleaned = clean(folder, offer); !cleaned) return tl::unexpected(cleaned.error());
  PartialDownload download(std::move(folder), std::move(offer));
  for (const OfferedFile& file : download.offer_.files) {
    if (auto taken = download.take_over(file); !taken) return tl::unexpected(taken.error());
  }
  if (download.parts_.at(std::string(kManifestName)).whole) {
    auto belongs = check_against_manifest(download.offer_, download.folder_);
    if (!belongs) return tl::unexpected(belongs.error());
  }
  std::error_code error;
  const fs::space_info space = fs::space(download.folder_, error);
  const std::int64_t rest = download.bytes_total() - download.bytes_done();
  if (!error && static_cast<std::uintmax_t>(rest) > space.available) {
    return fail(ErrorCode::ResourceExhausted, "dataset {} needs {} more, and {} has {} free",
                download.offer_.name, byte_size_text(rest), download.folder_.parent_path().string(),
                byte_size_text(static_cast<std::int64_t>(space.available)));
  }
  return download;
}

PartialDownload::~PartialDownload() { close_file(); }

PartialDownload::PartialDownload(PartialDownload&& other) noexcept
    : folder_(std::move(other.folder_)),
      offer_(std::move(other.offer_)),
      parts_(std::move(other.parts_)),
      done_(other.done_),
      open_path_(std::move(other.open_path_)),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

void PartialDownload::close_file() {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
  open_path_.clear();
}

Result<void> PartialDownload::take_over(const OfferedFile& file) {
  Part& part = parts_[file.path];
  part.file = file;
  const fs::path path = folder_ / file.path;
  std::error_code error;
  const auto size = fs::file_size(path, error);
  if (!error && size > 0) {
    if (auto hashed = hash_file(part.sha, path); !hashed) return hashed;
    part.offset = static_cast<std::int64_t>(size);
    done_ += part.offset;
  }
  if (part.offset < file.bytes) return {};
  // An empty file that nobody will send a piece of, too.
  if (auto opened = append(part, {}); !opened) return opened;
  // What an earlier try left damaged is simply fetched anew.
  if (auto whole = close_whole(part); !whole && whole.error().code != ErrorCode::DataLoss) {
    return whole;
  }
  return {};
}

v1::FetchDatasetRequest PartialDownload::request() const {
  v1::FetchDatasetRequest request;
  request.set_checksum(offer_.checksum);
  for (const auto& [path, part] : parts_) {
    if (part.offset == 0) continue;
    auto& offset = *request.add_offsets();
    offset.set_path(path);
    offset.set_offset(static_cast<std::uint64_t>(part.offset));
  }
  return request;
}

Result<void> PartialDownload::take(const v1::DatasetPiece& piece) {
  const auto found = parts_.find(piece.path());
  if (found == parts_.end()) {
    return refused("it is of a file that was not announced");
  }
  Part& part = found->second;
  if (piece.offset() != static_cast<std::uint64_t>(part.offset) || part.whole) {
    return refused("it begins at byte {} of {}, expected was {}", piece.offset(), part.file.path,
                   part.offset);
  }
  const std::int64_t size = piece.plain_bytes();
  if (size <= 0 || size > kLargestPiece) {
    return refused("{} bytes of {}; from 1 to {} are allowed", size, part.file.path, kLargestPiece);
  }
  if (size > part.file.bytes - part.offset) {
    return refused("{} has {} bytes, as was announced, and this goes beyond", part.file.path,
                   part.file.bytes);
  }
  const auto bytes = decoded(piece, plain_);
  if (!bytes) return tl::unexpected(bytes.error());
  if (auto written = append(part, *bytes); !written) return written;
  part.sha.update(*bytes);
  part.offset += size;
  done_ += size;
  if (part.offset < part.file.bytes) return {};
  if (auto whole = close_whole(part); !whole) return whole;
  // Before anything else of it is fetched.
  if (part.file.path == kManifestName) return check_against_manifest(offer_, folder_);
  return {};
}

Result<void> PartialDownload::append(Part& part, std::string_view bytes) {
  const fs::path path = folder_ / part.file.path;
  if (open_path_ != part.file.path || descriptor_ < 0) {
    close_file();
    descriptor_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0644);
    if (descriptor_ < 0) return tl::unexpected(system_error("create", path, errno));
    open_path_ = part.file.path;
  }
  off_t at = static_cast<off_t>(part.offset);
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(descriptor_, bytes.data(), bytes.size(), at);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return tl::unexpected(system_error("write", path, errno));
    bytes.remove_prefix(static_cast<std::size_t>(written));
    at += written;
  }
  return {};
}

Result<void> PartialDownload::close_whole(Part& part) {
  const int synced = ::fsync(descriptor_);
  const int error_number = errno;
  close_file();
  if (synced != 0) {
    return tl::unexpected(system_error("sync", folder_ / part.file.path, error_number));
  }
  const std::string digest = std::exchange(part.sha, Sha256()).finish();
  part.whole = digest == part.file.sha256;
  if (part.whole) return {};
  if (auto anew = start_anew(part); !anew) return anew;
  return fail(ErrorCode::DataLoss, "{} arrived with the SHA-256 {}, {} was promised",
              part.file.path, digest, part.file.sha256);
}

Result<void> PartialDownload::start_anew(Part& part) {
  done_ -= part.offset;
  part.offset = 0;
  std::error_code error;
  fs::remove(folder_ / part.file.path, error);
  if (error) {
    return tl::unexpected(system_error("remove", folder_ / part.file.path, error.value()));
  }
  return {};
}

bool PartialDownload::complete() const {
  return std::all_of(parts_.begin(), parts_.end(),
                     [](const auto& one) { return one.second.whole; });
}

Result<void> PartialDownload::finish() const {
  for (const char* part : kParts) {
    if (auto synced = sync_folder(folder_ / part); !synced) return synced;
  }
  return sync_folder(folder_);
}

}  // namespace gb
