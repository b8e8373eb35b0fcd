#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "workloads/catalogue/catalogue.h"
#include "workloads/catalogue/catalogue_files.h"

namespace gb {

/// What a `workload.toml` says: all but its queries is complete; those are named by id.
struct WorkloadDefinition {
  Workload workload;
  std::vector<std::string> query_ids;
  std::vector<std::size_t> query_lines;              // where each id stands, for messages
  std::map<std::string, std::size_t> dataset_lines;  // where each scale stands
};

/// What a `<query>.toml` says: all but its texts.
struct QueryDefinition {
  Query query;
  std::string path;
  std::size_t parameters_line = 0;  // where the parameters are declared; 0: nowhere
  std::size_t pool_line = 0;        // likewise
  bool built_in = false;
};

/// InvalidArgument, "<path>:<line>: <what is wrong>; <what would be right>".
Result<WorkloadDefinition> read_workload_definition(const CatalogueFile& file,
                                                    const std::string& name);
Result<QueryDefinition> read_query_definition(const CatalogueFile& file, const std::string& id);

}  // namespace gb
