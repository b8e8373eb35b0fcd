#pragma once

#include "core/base/error.h"
#include "core/data/dataset.h"
#include "workloads/oracle/csr/csr.h"

namespace gb {

/// The graph of a dataset's canonical CSV files, labels and types merged, nodes in the order of
/// files and lines; on `threads` threads. InvalidArgument naming file, line and column for what a
/// CsvReader refuses, an id that is no 64-bit integer, an id used twice, or an edge whose end is no
/// node.
Result<Csr> read_csr(const Dataset& dataset, unsigned threads);

}  // namespace gb
