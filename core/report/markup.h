#pragma once

#include <string>
#include <string_view>

namespace gb {

/// Text in which nothing means more than itself to HTML or SVG: & < > " ' as references, one line.
std::string escaped(std::string_view text);

/// One line in which nothing means more than itself to Markdown or HTML.
std::string markdown_safe(std::string_view text);

}  // namespace gb
