#include "cli/scratch_folder.h"

#include "core/base/file.h"
#include "core/base/id.h"

namespace gb {

Result<std::unique_ptr<ScratchFolder>> ScratchFolder::create(const std::string& prefix) {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / (prefix + "-" + new_uuid_v7());
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) return tl::unexpected(system_error("create the folder", path, error.value()));
  return std::unique_ptr<ScratchFolder>(new ScratchFolder(path));
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace gb
