// The random numbers of other-harnesses §1.1, word for word.
#pragma once

#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/workloads/dataset/literal_generators.h"

namespace gb::literal {

inline std::vector<std::string> list(const std::string& words) {
  std::istringstream in(words);
  std::vector<std::string> out;
  for (std::string word; in >> word;) out.push_back(word);
  return out;
}

inline const std::vector<std::string>& word_list() {
  static const std::vector<std::string> kWords = list(
      "index query graph cache merge build test node edge path scan join page lock batch shard "
      "token "
      "parse plan cost write read commit branch review deploy metric trace patch retry queue "
      "schema");
  return kWords;
}

struct Numbers {
  std::uint64_t state;

  std::uint64_t upper() { return next(state) / 4294967296U; }
  std::int64_t below(std::int64_t n) {
    return static_cast<std::int64_t>(upper() * static_cast<std::uint64_t>(n) / 4294967296U);
  }
  std::int64_t skew(std::int64_t n, int k) {
    const std::uint64_t u = upper();
    std::uint64_t v = u;
    for (int i = 0; i < k - 1; ++i) v = v * u / 4294967296U;
    return static_cast<std::int64_t>(v * static_cast<std::uint64_t>(n) / 4294967296U);
  }
  std::string pick(const std::vector<std::string>& from) {
    return from[static_cast<std::size_t>(below(static_cast<std::int64_t>(from.size())))];
  }
};

/// All streams of one dataset, each begun when it is first asked for.
struct Streams {
  std::uint64_t seed;
  std::map<int, Numbers> begun;

  Numbers& operator[](int number) {
    const auto start = seed * 65536U + static_cast<std::uint64_t>(number);
    return begun.try_emplace(number, Numbers{start}).first->second;
  }
  std::string words(std::int64_t count, int stream) {
    std::string text;
    for (std::int64_t i = 0; i < count; ++i)
      text += (i > 0 ? " " : "") + (*this)[stream].pick(word_list());
    return text;
  }
};

}  // namespace gb::literal
