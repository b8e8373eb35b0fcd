#include "core/report/markup.h"

#include "core/report/text_table.h"

namespace gb {

std::string escaped(std::string_view raw) {
  std::string text;
  for (const char c : one_line(raw)) {
    switch (c) {
      case '&':
        text += "&amp;";
        break;
      case '<':
        text += "&lt;";
        break;
      case '>':
        text += "&gt;";
        break;
      case '"':
        text += "&quot;";
        break;
      case '\'':
        text += "&#39;";
        break;
      default:
        text += c;
    }
  }
  return text;
}

std::string markdown_safe(std::string_view raw) {
  std::string text;
  for (const char c : one_line(raw)) {
    if (std::string_view("|<`*_\\").find(c) != std::string_view::npos) text += '\\';
    text += c;
  }
  return text;
}

}  // namespace gb
