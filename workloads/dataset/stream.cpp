#include "workloads/dataset/stream.h"

namespace gb {
namespace {

constexpr std::array<std::string_view, 32> kWords = {
    "index",  "query",  "graph",  "cache", "merge", "build", "test",   "node",
    "edge",   "path",   "scan",   "join",  "page",  "lock",  "batch",  "shard",
    "token",  "parse",  "plan",   "cost",  "write", "read",  "commit", "branch",
    "review", "deploy", "metric", "trace", "patch", "retry", "queue",  "schema"};

}  // namespace

void random_words(Stream& words, std::int64_t count, std::string& text) {
  text.clear();
  for (std::int64_t i = 0; i < count; ++i) {
    if (i > 0) text.push_back(' ');
    text.append(words.pick(kWords));
  }
}

}  // namespace gb
