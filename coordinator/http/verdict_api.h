#pragma once

#include <httplib.h>

#include <string_view>

#include "coordinator/lab/lab.h"

namespace gb {

/// Answers /api/v1/verdicts/<verb> with a verdict document: noise, ab, gate or history over stored
/// results. Parameters narrow them (engine, workload, scale, machine, matrix_id, build, last; for
/// ab before_build, after_build, before_matrix_id, after_matrix_id; for gate rival,
/// paired_before_build, paired_after_build); all others are settings. False: there is no such verb.
bool answer_verdict(Lab& lab, std::string_view verb, const httplib::Request& request,
                    httplib::Response& response);

}  // namespace gb
