#include "core/document/scrub.h"

#include <array>
#include <cctype>

namespace gb {
namespace {

bool in_a_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.';
}

/// The length of the home folder that begins at `at`; 0 when none does.
std::size_t home_at(std::string_view text, std::size_t at) {
  constexpr std::array<std::string_view, 3> kParents{"/home/", "/Users/", "\\Users\\"};
  const std::string_view rest = text.substr(at);
  for (const std::string_view parent : kParents) {
    if (!rest.starts_with(parent)) continue;
    std::size_t end = parent.size();
    while (end < rest.size() && in_a_name(rest[end])) ++end;
    return end > parent.size() ? end : 0;
  }
  // Unlike a name below /home, "root" alone gives nobody away; only the folder itself is replaced.
  constexpr std::string_view kRoot = "/root";
  const bool begins = at == 0 || (!in_a_name(text[at - 1]) && text[at - 1] != '/');
  const bool root = begins && rest.starts_with(kRoot) &&
                    (rest.size() == kRoot.size() || !in_a_name(rest[kRoot.size()]));
  return root ? kRoot.size() : 0;
}

}  // namespace

std::string scrub_home_paths(std::string_view text) {
  std::string clean;
  for (std::size_t at = 0; at < text.size();) {
    if (const std::size_t length = home_at(text, at); length > 0) {
      clean += '~';
      at += length;
    } else {
      clean += text[at++];
    }
  }
  return clean;
}

void scrub_home_paths(ResultDocument& document) {
  const auto scrub = [](std::string& text) { text = scrub_home_paths(text); };
  for (auto& [name, value] : document.condition.config) scrub(value);
  for (VerificationLine& line : document.verification) scrub(line.reason);
  for (auto* stats : {&document.classes, &document.queries, &document.cold}) {
    for (auto& [name, stat] : *stats) scrub(stat.first_error);
  }
  if (!document.gb) return;
  scrub(document.gb->library_path);
  scrub(document.gb->sync_before.why_not);
  scrub(document.gb->sync_after.why_not);
  for (auto& [name, outcome] : document.gb->outcomes) scrub(outcome.detail);
  for (auto& [name, fact] : document.gb->host_facts) scrub(fact);
}

}  // namespace gb
