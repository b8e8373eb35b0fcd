#include "core/data/checksum.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <functional>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/data/json_text.h"

namespace gb {
namespace fs = std::filesystem;
namespace {

/// Parameters are stored as text and hashed as what the text means (datasets §7).
std::optional<std::string> typed_param(const std::string& text) {
  const std::string_view digits = std::string_view(text).substr(text.starts_with('-') ? 1 : 0);
  const bool integral =
      !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
  std::int64_t integer = 0;
  if (integral) {
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), integer);
    if (parsed.ec == std::errc()) return std::to_string(integer);
  }
  const nlohmann::json value = nlohmann::json::parse(text, nullptr, false);
  if (value.is_discarded() || value.is_string()) return json_string(text);
  return compact_json(value);
}

bool lies_in(const fs::path& inner, const fs::path& outer) {
  return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end();
}

Result<void> stays_inside(const fs::path& path, const fs::path& root) {
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  if (error) return tl::unexpected(system_error("resolve", path, error.value()));
  if (lies_in(real, root)) return {};
  return fail(
      ErrorCode::FailedPrecondition,
      "{} is a symbolic link that leads out of the dataset, to {}; put the file itself there",
      path.string(), real.string());
}

Result<void> for_each_piece(const fs::path& path,
                            const std::function<void(std::string_view)>& take) {
  std::string buffer(std::size_t{1} << 20U, '\0');
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return tl::unexpected(system_error("open", path, errno));
  ssize_t got = 0;
  int error_number = 0;
  for (;;) {
    got = ::read(descriptor, buffer.data(), buffer.size());
    error_number = errno;
    if (got < 0 && error_number == EINTR) continue;
    if (got <= 0) break;
    take({buffer.data(), static_cast<std::size_t>(got)});
  }
  ::close(descriptor);
  if (got < 0) return tl::unexpected(system_error("read", path, error_number));
  return {};
}

/// The file as it is now.
Result<ListedFile> measured(const fs::path& folder, const std::string& path) {
  const std::int64_t header_lines = path.find('/') == std::string::npos ? 0 : 1;
  ListedFile file{path, -header_lines, 0, {}};
  Sha256 sha;
  const auto read = for_each_piece(folder / path, [&](std::string_view bytes) {
    sha.update(bytes);
    file.bytes += static_cast<std::int64_t>(bytes.size());
    file.rows += std::count(bytes.begin(), bytes.end(), '\n');
  });
  if (!read) return tl::unexpected(read.error());
  file.sha256 = sha.finish();
  return file;
}

Result<std::string> checksum_as_listed(const fs::path& folder, const Dataset& dataset,
                                       std::vector<std::string> unlisted) {
  std::error_code error;
  const fs::path root = fs::canonical(folder, error);
  std::vector<ListedFile> files;
  for (const ListedFile& listed : dataset.listed_files) {
    if (auto inside = stays_inside(root / listed.path, root); !inside) {
      return tl::unexpected(inside.error());
    }
    const auto file = measured(folder, listed.path);
    if (!file) return tl::unexpected(file.error());
    files.push_back(*file);
    std::erase(unlisted, listed.path);
  }
  for (const std::string& path : unlisted) files.push_back({path, 0, 0, "not listed"});
  return checksum_of_list(files);
}

}  // namespace

Result<std::string> recipe_block(const Dataset& dataset) {
  std::string params;
  for (const auto& [key, text] : dataset.params) {
    const auto typed = typed_param(text);
    if (!typed) {
      return fail(ErrorCode::InvalidArgument,
                  "dataset {}: parameter {} nests deeper than 64 levels", dataset.name, key);
    }
    params += (params.empty() ? "" : ",") + json_string(key) + ":" + *typed;
  }
  return fmt::format(
      R"({{"generator":{},"generatorVersion":{},"seed":{},"params":{},"createdReference":"",)"
      R"("listDelimiter":{},"null":{}}})",
      json_string(dataset.generator), dataset.generator_version, dataset.seed,
      dataset.params.empty() ? "null" : "{" + params + "}", json_string(dataset.list_delimiter),
      json_string(dataset.null_spelling));
}

Result<std::vector<std::string>> checksummed_files(const fs::path& folder) {
  std::error_code error;
  std::error_code ignored;
  const fs::path root = fs::canonical(folder, error);
  if (error) return tl::unexpected(system_error("open", folder, error.value()));
  std::vector<std::string> files;
  for (const std::string part : {"nodes", "rels"}) {
    if (auto inside = stays_inside(root / part, root); !inside) {
      return tl::unexpected(inside.error());
    }
    fs::directory_iterator at(root / part, error);
    for (; !error && at != fs::directory_iterator(); at.increment(error)) {
      const std::string name = at->path().filename().string();
      if (!name.ends_with(".csv") || !at->is_regular_file(ignored)) continue;
      if (auto inside = stays_inside(at->path(), root); !inside) {
        return tl::unexpected(inside.error());
      }
      files.push_back(part + "/" + name);
    }
    if (error) return tl::unexpected(system_error("list", root / part, error.value()));
  }
  std::sort(files.begin(), files.end());  // std::string compares bytes as unsigned
  return files;
}

Result<void> hash_file(Sha256& sha, const fs::path& path) {
  return for_each_piece(path, [&](std::string_view bytes) { sha.update(bytes); });
}

std::string checksum_of_list(const std::vector<ListedFile>& files) {
  std::string lines;
  for (const ListedFile& file : files) {
    lines += fmt::format("{} {} {} {}\n", file.path, file.rows, file.bytes, file.sha256);
  }
  return "sha256:" + sha256_hex(lines);
}

Result<std::string> dataset_checksum(const fs::path& folder, const Dataset& dataset) {
  const auto block = recipe_block(dataset);
  if (!block) return tl::unexpected(block.error());
  const auto files = checksummed_files(folder);
  if (!files) return tl::unexpected(files.error());
  if (!dataset.listed_files.empty()) return checksum_as_listed(folder, dataset, *files);
  Sha256 sha;
  for (const std::string& file : *files) {
    sha.update(file);
    if (auto hashed = hash_file(sha, folder / file); !hashed) {
      return tl::unexpected(hashed.error());
    }
  }
  sha.update(*block);
  return "sha256:" + sha.finish();
}

}  // namespace gb
