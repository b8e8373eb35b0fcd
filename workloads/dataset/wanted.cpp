#include "workloads/dataset/wanted.h"

#include <algorithm>

#include "core/data/checksum.h"
#include "workloads/dataset/generator.h"

namespace gb {
namespace {

constexpr std::string_view kHash = "sha256:";
constexpr std::string_view kHex = "0123456789abcdef";

}  // namespace

bool is_dataset_name(std::string_view text) {
  constexpr std::size_t kLongest = 128;
  return !text.empty() && text.size() <= kLongest && text.front() != '.' && text.front() != '-' &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '.' || c == '_' || c == '-';
         });
}

bool is_checksum(std::string_view text) {
  return text.size() == kHash.size() + 64 && text.starts_with(kHash) &&
         text.find_first_not_of(kHex, kHash.size()) == std::string_view::npos;
}

Result<WantedDataset> wanted_dataset(std::string_view text) {
  if (const auto recipe = find_recipe(text)) return wanted_of(*recipe);
  const std::size_t at = text.find('@');
  WantedDataset wanted;
  wanted.name = text.substr(0, at);
  if (at != std::string_view::npos) wanted.checksum = text.substr(at + 1);
  if (!is_dataset_name(wanted.name) ||
      (at != std::string_view::npos && !is_checksum(wanted.checksum))) {
    return fail(ErrorCode::InvalidArgument,
                "\"{}\" names no dataset: neither a recipe (gb dataset list shows them) nor a "
                "dataset's name of A-Z a-z 0-9 . _ -, perhaps with \"@sha256:\" and 64 hex digits",
                text.substr(0, 200));
  }
  return wanted;
}

WantedDataset wanted_of(const Recipe& recipe) {
  const Dataset description = describe(recipe);
  return {description.name, "", recipe_block(description).value_or(""), recipe};
}

}  // namespace gb
