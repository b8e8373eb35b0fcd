#pragma once

#include <httplib.h>

#include <string_view>

#include "coordinator/lab/lab.h"

namespace gb {

/// Answers /api/v1/<rest> but for the events. False: there is no such thing.
bool answer_api(Lab& lab, std::string_view rest, const httplib::Request& request,
                httplib::Response& response);

/// Answers 304 when the client's copy, named in If-None-Match, is the one with this tag; otherwise
/// `bytes`. tag: a digest, without quotes.
void answer_tagged(const httplib::Request& request, httplib::Response& response,
                   std::string_view tag, std::string_view bytes, const char* content_type);

}  // namespace gb
