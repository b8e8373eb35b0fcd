#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/sha256.h"
#include "core/data/dataset.h"

namespace gb {

/// The part of a dataset's checksum that names its generator, seed and parameters: compact JSON in
/// the fixed form of datasets §7. InvalidArgument for a parameter that nests too deep.
Result<std::string> recipe_block(const Dataset& dataset);

/// The files a checksum covers, as "nodes/<file>" and "rels/<file>", in hashing order: every entry
/// of the two folders that ends in ".csv" and is no folder. FailedPrecondition when one of them, or
/// one of the folders, is a symbolic link that leads out of `folder`.
Result<std::vector<std::string>> checksummed_files(const std::filesystem::path& folder);

/// Feeds the whole file to the hash.
Result<void> hash_file(Sha256& sha, const std::filesystem::path& path);

/// The checksum of a list of files: "sha256:" and the hash of the lines "path rows bytes sha256", a
/// line feed after each (other-harnesses §2.5).
std::string checksum_of_list(const std::vector<ListedFile>& files);

/// "sha256:" and 64 hex digits over the files in `folder` and the recipe block (datasets §7); for a
/// dataset with listed files, that of the list as the files now are. A file in nodes/ or rels/ that
/// is not listed changes it too.
Result<std::string> dataset_checksum(const std::filesystem::path& folder, const Dataset& dataset);

}  // namespace gb
