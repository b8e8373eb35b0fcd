#include "cli/scratch_folder.h"

#include "core/base/file.h"
#include "core/base/id.h"

namespace gb {

Result<std::unique_ptr<ScratchFolder>> ScratchFolder::create(const std::string& prefix) {
  std::error_code error;
  const std::filesystem::path temporary = std::filesystem::temp_directory_path(error);
  if (error) {
    return fail(ErrorCode::Unavailable,
                "there is no temporary folder ({}): set TMPDIR to a folder that is there",
                error.message());
  }
  const std::filesystem::path path =
      std::filesystem::absolute(temporary) / (prefix + "-" + new_uuid_v7());
  std::filesystem::create_directories(path, error);
  if (error) return tl::unexpected(system_error("create the folder", path, error.value()));
  return std::unique_ptr<ScratchFolder>(new ScratchFolder(path));
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace gb
