#include "agent/dataset_source/offer.h"

#include <algorithm>
#include <set>

#include "core/base/byte_size.h"
#include "core/data/manifest.h"

namespace gb {
namespace {

constexpr std::size_t kLongestName = 255;  // a file system's own limit

template <class... Args>
tl::unexpected<Error> refused(fmt::format_string<Args...> format, Args&&... args) {
  return fail(ErrorCode::InvalidArgument, "the coordinator's offer is refused: {}",
              fmt::format(format, std::forward<Args>(args)...));
}

/// A text from outside, fit for a message.
std::string shown(std::string_view text) {
  std::string out;
  for (const char c : text.substr(0, 100)) {
    const auto byte = static_cast<unsigned char>(c);
    out += byte < 0x20 || byte == 0x7F ? fmt::format("\\x{:02x}", byte) : std::string(1, c);
  }
  return out;
}

bool safe_path(std::string_view path) {
  const std::size_t slash = path.find('/');
  const std::string_view part =
      slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
  const std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  if (slash != std::string_view::npos && part != "nodes" && part != "rels") return false;
  // A file called "nodes" would stand where the folder belongs.
  if (part.empty() && (name == "nodes" || name == "rels")) return false;
  return !name.empty() && name.size() <= kLongestName && name.front() != '.' &&
         std::all_of(name.begin(), name.end(), [](char c) {
           const auto byte = static_cast<unsigned char>(c);
           return byte >= 0x20 && byte != 0x7F && c != '/' && c != '\\';
         });
}

bool is_digest(std::string_view text) { return is_checksum("sha256:" + std::string(text)); }

}  // namespace

Result<DatasetOffer> read_offer(const graphbench::v1::FindDatasetResponse& response,
                                const WantedDataset& wanted, const OfferLimits& limits) {
  DatasetOffer offer;
  offer.name = response.name();
  offer.checksum = response.checksum();
  if (offer.name != wanted.name) {
    return refused("it is of a dataset \"{}\"", shown(response.name()));
  }
  if (!is_checksum(offer.checksum)) return refused("\"{}\" is no checksum", shown(offer.checksum));
  if (!wanted.checksum.empty() && offer.checksum != wanted.checksum) {
    return refused("its checksum is {}, {} is wanted", offer.checksum, wanted.checksum);
  }
  if (static_cast<std::size_t>(response.files_size()) > limits.files) {
    return refused("it has {} files, the limit is {}", response.files_size(), limits.files);
  }
  std::set<std::string> paths;
  for (const auto& file : response.files()) {
    if (!safe_path(file.path())) return refused("no file may be called \"{}\"", shown(file.path()));
    if (!paths.insert(file.path()).second) return refused("{} is in it twice", file.path());
    if (!is_digest(file.sha256())) return refused("the digest of {} is none", file.path());
    const auto most = static_cast<std::uint64_t>(limits.bytes - offer.bytes);
    if (file.file_bytes() > most) {
      return refused("its files have more than {}, the limit", byte_size_text(limits.bytes));
    }
    const auto bytes = static_cast<std::int64_t>(file.file_bytes());
    if (file.path() == kManifestName && bytes > limits.manifest_bytes) {
      return refused("its manifest has {}, the limit is {}", byte_size_text(bytes),
                     byte_size_text(limits.manifest_bytes));
    }
    offer.bytes += bytes;
    offer.files.push_back({file.path(), bytes, file.sha256()});
  }
  if (offer.files.empty() || offer.files.front().path != kManifestName) {
    return refused("its first file is not {}", kManifestName);
  }
  return offer;
}

Result<void> check_against_manifest(const DatasetOffer& offer,
                                    const std::filesystem::path& folder) {
  const auto dataset = read_manifest(folder);
  if (!dataset) return tl::unexpected(dataset.error());
  std::set<std::string> known{std::string(kManifestName)};
  const auto add = [&](const std::vector<std::filesystem::path>& files, const std::string& usual) {
    if (files.empty()) known.insert(usual);
    for (const auto& file : files) {
      known.insert(file.lexically_relative(dataset->folder).generic_string());
    }
  };
  for (const NodeTable& table : dataset->nodes) add(table.files, "nodes/" + table.label + ".csv");
  for (const RelTable& table : dataset->rels) add(table.files, "rels/" + table.type + ".csv");
  for (const ListedFile& file : dataset->listed_files) known.insert(file.path);
  for (const OfferedFile& file : offer.files) {
    if (!known.contains(file.path)) return refused("its manifest does not name {}", file.path);
  }
  return {};
}

}  // namespace gb
