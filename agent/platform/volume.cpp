#include "agent/platform/volume.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <map>
#include <sstream>

#include "agent/platform/system.h"

#if defined(__APPLE__)
#include <sys/mount.h>
#include <sys/param.h>
#else
#include <sys/vfs.h>
#endif

namespace gb {
namespace {

#if !defined(__APPLE__)
/// Names of statfs(2)'s magic numbers, for the case that the mount table cannot be read.
std::string magic_name(unsigned long magic) {
  static const std::map<unsigned long, std::string> kNames = {
      {0xEF53, "ext4"},         {0x58465342, "xfs"},   {0x9123683E, "btrfs"},
      {0x01021994, "tmpfs"},    {0x858458F6, "ramfs"}, {0x794C7630, "overlay"},
      {0x2FC12FC1, "zfs"},      {0x6969, "nfs"},       {0xF2F52010, "f2fs"},
      {0x01021997, "9p"},       {0x65735546, "fuse"},  {0xFF534D42, "cifs"},
      {0x958458F6, "hugetlbfs"}};
  const auto found = kNames.find(magic);
  return found == kNames.end() ? "unknown" : found->second;
}

/// The mount table writes space, tab, newline and backslash as \ooo.
std::string unescaped(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 3 < text.size()) {
      out += static_cast<char>((text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 +
                               (text[i + 3] - '0'));
      i += 3;
    } else {
      out += text[i];
    }
  }
  return out;
}

bool lies_in(const std::string& path, const std::string& mount) {
  if (mount == "/") return true;
  return path.compare(0, mount.size(), mount) == 0 &&
         (path.size() == mount.size() || path[mount.size()] == '/');
}

/// Fills in what /proc/self/mountinfo says of the deepest mount above `path`; the later of two on
/// one point hides the earlier.
void ask_mount_table(const std::string& path, Volume& volume) {
  std::istringstream lines(small_file("/proc/self/mountinfo"));
  std::size_t deepest = 0;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string id, parent, numbers, root, point, options, word, type, source, super_options;
    words >> id >> parent >> numbers >> root >> point >> options;
    while (words >> word && word != "-") {
    }
    if (!(words >> type >> source >> super_options)) continue;
    point = unescaped(point);
    if (!lies_in(path, point) || point.size() < deepest) continue;
    deepest = point.size();
    volume.file_system = type;
    volume.device = unescaped(source);
    volume.mount_options = options;
    if (!super_options.empty()) volume.mount_options.append(";").append(super_options);
  }
}
#endif

}  // namespace

Volume volume_of(const std::filesystem::path& folder) {
  Volume volume;
  struct statfs facts {};
  if (statfs(folder.c_str(), &facts) != 0) return volume;
#if defined(__APPLE__)
  volume.file_system = facts.f_fstypename;
  volume.device = facts.f_mntfromname;
#else
  const auto magic = static_cast<unsigned long>(facts.f_type) & 0xFFFFFFFFUL;
  volume.file_system = magic_name(magic);
  volume.in_memory = magic == 0x01021994 || magic == 0x858458F6 || magic == 0x958458F6;
  std::error_code failed;
  const auto real = std::filesystem::canonical(folder, failed);
  if (!failed) ask_mount_table(real.string(), volume);
#endif
  return volume;
}

int flush_to_device(int descriptor) {
#if defined(__APPLE__)
  return fcntl(descriptor, F_FULLFSYNC) == -1 ? errno : 0;
#else
  return fsync(descriptor) == 0 ? 0 : errno;
#endif
}

}  // namespace gb
