#pragma once

#include <string>
#include <vector>

#include "core/base/error.h"
#include "workloads/dataset/import/import_job.h"
#include "workloads/dataset/import/typed_columns.h"

namespace gb {

/// One file of a typed folder, and how to read it.
struct TypedFile {
  std::string path;
  std::string table;  // label, or relationship type unless a :TYPE column says it row by row
  char separator = '|';
  bool skip_first = false;  // it is a header
  std::vector<TypedColumn> columns;
};

/// What a typed folder holds: node files first read, then relationship files.
struct TypedPlan {
  std::vector<TypedFile> nodes;
  std::vector<TypedFile> rels;
};

/// Reads schema.cypher and copy.cypher where the folder has both, else the header of every .csv
/// file. Then every end of a relationship names the id space of some node file. Reports files that
/// are left out and headers that were mended.
Result<TypedPlan> plan_typed_import(ImportJob& job);

}  // namespace gb
