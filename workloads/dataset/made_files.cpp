#include "workloads/dataset/made_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/base/file.h"

namespace gb {
namespace fs = std::filesystem;
namespace {

std::string line_of(const MadeFile& file) {
  return nlohmann::json{{"path", file.path},
                        {"rows", file.rows},
                        {"bytes", file.bytes},
                        {"sha256", file.sha256},
                        {"random", file.random}}
             .dump() +
         "\n";
}

/// Up to the first line that is torn: whoever wrote it was killed.
std::vector<MadeFile> files_of(const std::string& text) {
  std::vector<MadeFile> files;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    try {
      const auto json = nlohmann::json::parse(line);
      files.push_back({json.at("path"), json.at("rows"), json.at("bytes"), json.at("sha256"),
                       json.at("random")});
    } catch (const nlohmann::json::exception&) {
      break;
    }
  }
  return files;
}

bool has_size(const fs::path& path, std::int64_t bytes) {
  std::error_code error;
  return fs::is_regular_file(fs::symlink_status(path, error)) &&
         static_cast<std::int64_t>(fs::file_size(path, error)) == bytes && !error;
}

/// Removes what is not among `kept`, and every link.
Result<void> clear(const fs::path& folder, const std::string& prefix,
                   const std::set<std::string>& kept) {
  std::error_code error;
  std::vector<fs::path> found;
  for (fs::directory_iterator at(folder, error); !error && at != fs::directory_iterator();
       at.increment(error)) {
    found.push_back(at->path());
  }
  if (error) return tl::unexpected(system_error("list", folder, error.value()));
  for (const fs::path& path : found) {
    const std::string name = prefix + path.filename().string();
    const auto type = fs::symlink_status(path, error).type();
    if (type == fs::file_type::directory && (name == "nodes" || name == "rels")) {
      if (auto cleared = clear(path, name + "/", kept); !cleared) return cleared;
    } else if (!kept.contains(name)) {
      fs::remove_all(path, error);
      if (error) return tl::unexpected(system_error("remove", path, error.value()));
    }
  }
  return {};
}

}  // namespace

Result<void> MadeFiles::take_over(const std::function<Result<bool>(const MadeFile&)>& trusted) {
  std::set<std::string> kept;
  std::string text;
  std::error_code unknown;
  const bool links = fs::is_symlink(folder_ / "nodes", unknown) ||
                     fs::is_symlink(folder_ / "rels", unknown) || fs::is_symlink(list(), unknown);
  const auto listed = links ? Result<std::string>("") : read_file(list());
  for (const MadeFile& file : files_of(listed.value_or(""))) {
    if (kept.contains(file.path) || !has_size(folder_ / file.path, file.bytes)) break;
    const auto trust = trusted(file);
    if (!trust) return tl::unexpected(trust.error());
    if (!*trust) break;
    kept.insert(file.path);
    text += line_of(file);
  }
  if (auto cleared = clear(folder_, "", kept); !cleared) return cleared;
  for (const char* part : {"nodes", "rels"}) {
    std::error_code error;
    fs::create_directory(folder_ / part, error);
    if (error) return tl::unexpected(system_error("create", folder_ / part, error.value()));
  }
  if (text.empty()) return {};
  return write_file_durably(list(), text);
}

Result<void> MadeFiles::add(const MadeFile& file) const {
  const std::string line = line_of(file);
  const int to =
      ::open(list().c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0644);
  // Not synced: a list that a power cut shortens costs a file made again.
  const bool written =
      to >= 0 && ::write(to, line.data(), line.size()) == static_cast<ssize_t>(line.size());
  const int error_number = errno;
  if (to >= 0) ::close(to);
  if (!written) return tl::unexpected(system_error("write", list(), error_number));
  return {};
}

Result<void> MadeFiles::remove_list() const {
  std::error_code error;
  fs::remove(list(), error);
  if (error) return tl::unexpected(system_error("remove", list(), error.value()));
  return {};
}

}  // namespace gb
