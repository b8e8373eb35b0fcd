#include "agent/supervisor/output_tail.h"

namespace gb {
namespace {

/// Length of the UTF-8 character at the start of `text`; 0 when it is none.
std::size_t character_at(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  std::size_t length = 0;
  if (first < 0x80) length = 1;
  if (first >= 0xC2 && first < 0xE0) length = 2;
  if (first >= 0xE0 && first < 0xF0) length = 3;
  if (first >= 0xF0 && first < 0xF5) length = 4;
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U) return 0;
  }
  // Overlong forms, surrogates and what lies above U+10FFFF.
  const auto second = length > 1 ? static_cast<unsigned char>(text[1]) : 0x80;
  if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
      (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F)) {
    return 0;
  }
  return length;
}

}  // namespace

void OutputTail::append(std::string_view bytes) {
  total_ += bytes.size();
  if (bytes.size() > capacity_) bytes.remove_prefix(bytes.size() - capacity_);
  kept_.append(bytes);
  if (kept_.size() > 2 * capacity_) kept_.erase(0, kept_.size() - capacity_);
}

std::string_view OutputTail::text() const {
  const std::string_view all(kept_);
  return all.size() > capacity_ ? all.substr(all.size() - capacity_) : all;
}

std::string last_words(std::string_view text, std::size_t most) {
  const bool cut = text.size() > most;
  if (cut) text.remove_prefix(text.size() - most);
  // A character cut in half at the front would become a question mark of ours.
  while (cut && !text.empty() && (static_cast<unsigned char>(text[0]) & 0xC0U) == 0x80U) {
    text.remove_prefix(1);
  }
  std::string words;
  bool line_ended = false;
  while (!text.empty()) {
    const std::size_t length = character_at(text);
    const char c = text[0];
    if (c == '\n' || c == '\r') {
      line_ended = true;
    } else {
      if (line_ended && !words.empty()) words += " | ";
      line_ended = false;
      if (length == 0) {
        words += '?';
      } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
        words += ' ';
      } else {
        words.append(text.substr(0, length));
      }
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  while (!words.empty() && words.back() == ' ') words.pop_back();
  return words;
}

}  // namespace gb
