#pragma once

#include <string>
#include <utility>

namespace gb {

/// A password or token. It does not print, and comparing it takes the same time wherever it
/// differs.
class Secret {
 public:
  Secret() = default;
  explicit Secret(std::string text) : text_(std::move(text)) {}

  bool empty() const { return text_.empty(); }
  /// The one way to the text; search for it to see every use.
  const std::string& reveal() const { return text_; }

  bool matches(const Secret& other) const {
    unsigned difference = text_.size() == other.text_.size() ? 0U : 1U;
    for (std::size_t i = 0; i < text_.size(); ++i) {
      const auto theirs = other.text_.empty()
                              ? 0U
                              : static_cast<unsigned char>(other.text_[i % other.text_.size()]);
      difference |= static_cast<unsigned char>(text_[i]) ^ theirs;
    }
    return difference == 0;
  }

 private:
  std::string text_;
};

}  // namespace gb
