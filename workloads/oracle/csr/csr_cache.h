#pragma once

#include <filesystem>

#include "core/base/error.h"
#include "core/data/dataset.h"
#include "workloads/oracle/csr/csr.h"

namespace gb {

/// The graph of a dataset from `file`, mapped; or from the canonical CSV, and then `file` is made
/// for the next time, atomically. A file that is damaged, of another version or of another dataset
/// is made again; one that cannot be written is done without. Errors are those of read_csr.
Result<Csr> cached_csr(const Dataset& dataset, const std::filesystem::path& file, unsigned threads);

}  // namespace gb
