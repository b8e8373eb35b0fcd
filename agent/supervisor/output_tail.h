#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gb {

/// The end of what a child printed, however much that was.
class OutputTail {
 public:
  explicit OutputTail(std::size_t capacity = std::size_t{64} << 10U) : capacity_(capacity) {}

  void append(std::string_view bytes);
  std::string_view text() const;
  std::size_t total_bytes() const { return total_; }

 private:
  std::size_t capacity_;
  std::size_t total_ = 0;
  std::string kept_;  // at most twice the capacity, so that cutting is rare
};

/// The last lines of `text` in one line, fit for a message: at most `most` bytes, valid UTF-8,
/// control characters as blanks, lines joined by " | ". Empty for a silent child.
std::string last_words(std::string_view text, std::size_t most = 600);

}  // namespace gb
