#include "workloads/dataset/import/import_report.h"

#include <fmt/format.h>

#include <algorithm>

namespace gb {

std::string_view name_of(ImportAction action) {
  switch (action) {
    case ImportAction::Dropped:
      return "dropped";
    case ImportAction::Repaired:
      return "repaired";
    case ImportAction::Kept:
      return "kept";
  }
  return "dropped";
}

void ImportReport::note(ImportAction action, std::string_view reason, std::string_view example) {
  auto found = std::find_if(notes.begin(), notes.end(), [&](const ImportNote& note) {
    return note.action == action && note.reason == reason;
  });
  if (found == notes.end()) {
    found = notes.insert(notes.end(), {action, std::string(reason), 0, {}});
  }
  ++found->count;
  if (found->examples.size() < kMaxExamples) found->examples.emplace_back(example);
}

std::int64_t ImportReport::count(ImportAction action) const {
  std::int64_t sum = 0;
  for (const ImportNote& note : notes) {
    if (note.action == action) sum += note.count;
  }
  return sum;
}

std::string ImportReport::text() const {
  std::string out;
  for (const ImportNote& note : notes) {
    out += fmt::format("{} {}: {}\n", name_of(note.action), note.count, note.reason);
    for (const std::string& example : note.examples) out += fmt::format("  {}\n", example);
  }
  return out;
}

}  // namespace gb
