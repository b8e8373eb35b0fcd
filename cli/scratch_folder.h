#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "core/base/error.h"

namespace gb {

/// A folder of our own below the system's temporary folder that goes with us.
class ScratchFolder {
 public:
  static Result<std::unique_ptr<ScratchFolder>> create(const std::string& prefix);
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  explicit ScratchFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

}  // namespace gb
