#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "workloads/catalogue/catalogue.h"

namespace gb {

// What `gb workload` says, for people in at most 80 columns where names allow, and as JSON.

std::string workload_table(const std::vector<Workload>& workloads);
/// The same at length: queries, protocol and, of a mix, the share of each query.
std::string workloads_at_length(const std::vector<Workload>& workloads);
std::string workload_text(const Workload& workload);
/// asked_by: the workloads that list it.
std::string query_text(const Query& query, const std::vector<std::string>& asked_by);

nlohmann::json workload_json(const Workload& workload);
nlohmann::json query_json(const Query& query);

}  // namespace gb
