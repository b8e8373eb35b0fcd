#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "workloads/dataset/import/import_source.h"

namespace gb {

/// The content of one file of the source, in pieces; unpacked when its name ends in ".gz". What
/// lies on the disk is hashed along, and handed to the source when the end is reached.
class SourceBytes {
 public:
  static Result<SourceBytes> open(ImportSource& source, std::string_view relative);
  ~SourceBytes();
  SourceBytes(SourceBytes&& other) noexcept;
  SourceBytes& operator=(SourceBytes&& other) noexcept;

  /// At most 256 KiB, valid until the next call; empty at the end. DataLoss for a gzip file that is
  /// damaged or ends too early.
  Result<std::string_view> next();
  /// Relative, as it was opened.
  const std::string& file() const;

 private:
  struct State;
  explicit SourceBytes(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace gb
