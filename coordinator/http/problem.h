#pragma once

#include <httplib.h>

#include <string_view>

#include "core/base/error.h"

namespace gb {

int http_status_of(ErrorCode code);

/// Answers with a problem document (RFC 9457): type, title, status and a detail for a person.
void answer_problem(httplib::Response& response, int status, std::string_view detail);
void answer_problem(httplib::Response& response, const Error& error);

}  // namespace gb
