#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "agent/dataset_source/offer.h"
#include "core/base/error.h"
#include "core/base/sha256.h"
#include "graphbench/v1/dataset_service.pb.h"

namespace gb {

/// The files of an offer as they arrive in a folder: written, hashed and compared piece by piece.
/// Nothing is written outside of the folder, and no more than was announced.
class PartialDownload {
 public:
  /// No piece may hold more of a file, in bytes.
  static constexpr std::int64_t kLargestPiece = std::int64_t{1} << 20U;

  /// Takes over what is already in the folder: the beginnings of the offer's files, hashed anew.
  /// Anything else in it is removed. ResourceExhausted when the rest does not fit on the disk.
  static Result<PartialDownload> begin(std::filesystem::path folder, DatasetOffer offer);
  ~PartialDownload();
  PartialDownload(PartialDownload&& other) noexcept;
  PartialDownload& operator=(PartialDownload&&) = delete;

  graphbench::v1::FetchDatasetRequest request() const;

  /// InvalidArgument: a piece nobody asked for, of another size than it says, or a damaged one.
  /// DataLoss: the file is whole now and not what was promised; it begins anew. ResourceExhausted:
  /// disk full.
  Result<void> take(const graphbench::v1::DatasetPiece& piece);

  bool complete() const;
  std::int64_t bytes_done() const { return done_; }
  std::int64_t bytes_total() const { return offer_.bytes; }
  /// Once complete: makes sure that all of it is on the disk.
  Result<void> finish() const;

 private:
  struct Part {
    OfferedFile file;
    std::int64_t offset = 0;  // what is there
    Sha256 sha;               // of what is there
    bool whole = false;
  };
  PartialDownload(std::filesystem::path folder, DatasetOffer offer)
      : folder_(std::move(folder)), offer_(std::move(offer)) {}

  Result<void> take_over(const OfferedFile& file);
  Result<void> append(Part& part, std::string_view bytes);
  Result<void> close_whole(Part& part);
  Result<void> start_anew(Part& part);
  void close_file();

  std::filesystem::path folder_;
  DatasetOffer offer_;
  std::map<std::string, Part> parts_;
  std::int64_t done_ = 0;
  std::string open_path_;  // of the file that is being written; empty: none
  int descriptor_ = -1;
  std::string plain_;
};

}  // namespace gb
