#pragma once

#include <string>
#include <string_view>

#include "core/document/result_document.h"

namespace gb {

/// Replaces every home folder in a text by "~": /home/NAME, /Users/NAME and \Users\NAME wherever
/// they stand, /root where a path begins.
std::string scrub_home_paths(std::string_view text);

/// Does so wherever a document may carry a path of its host: the configuration, the library's path,
/// error texts and reasons. Before encoding, so that the hash is that of what is published.
void scrub_home_paths(ResultDocument& document);

}  // namespace gb
