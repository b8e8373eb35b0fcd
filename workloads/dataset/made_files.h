#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace gb {

/// A finished file of a dataset that is being generated.
struct MadeFile {
  std::string path;  // below the dataset's folder
  std::int64_t rows = 0;
  std::int64_t bytes = 0;
  std::string sha256;        // of what its writer says
  std::uint64_t random = 0;  // the state of the generator's stream behind it
};

/// What generating a file leaves behind for later ones, beside the state of the stream.
enum class Leaves {
  Nothing,  // a file that is there already is passed over
  Values,   // its rows are drawn again, and only not written
};

/// The list of a dataset's finished files, in its folder while it is generated: what a killed
/// process had finished need not be made again.
class MadeFiles {
 public:
  explicit MadeFiles(const std::filesystem::path& folder) : folder_(folder) {}

  /// Takes over the listed files in their order, up to the first that is not as long as it was or
  /// that `trusted` says no to; removes all others from the folder, and makes it ready for more.
  Result<void> take_over(const std::function<Result<bool>(const MadeFile&)>& trusted);

  /// Lists a file that is finished, and on the disk.
  Result<void> add(const MadeFile& file) const;
  /// Once the dataset is whole.
  Result<void> remove_list() const;

 private:
  std::filesystem::path list() const { return folder_ / ".made"; }

  std::filesystem::path folder_;
};

}  // namespace gb
