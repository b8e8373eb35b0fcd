#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gb {

/// What an import did to rows that are not as they should be.
enum class ImportAction {
  Dropped,   // the row is not in the dataset
  Repaired,  // it is, and was changed
  Kept,      // it is, unchanged, and a reader should know
};

std::string_view name_of(ImportAction action);  // "dropped", "repaired", "kept"

/// All rows of one action and reason.
struct ImportNote {
  ImportAction action = ImportAction::Dropped;
  std::string reason;                 // "the start is no node"
  std::int64_t count = 0;             // rows, or whole files where the reason says so
  std::vector<std::string> examples;  // the first few: "edges.txt:17: column 2: ..."
};

/// One file that was read.
struct ImportedFile {
  std::string path;  // relative to the source, '/' between folders
  std::int64_t bytes = 0;
  std::string sha256;  // of the file as it lies there, 64 hex digits
};

/// What was read, and what could not be taken over as it was.
struct ImportReport {
  static constexpr std::size_t kMaxExamples = 3;

  std::string format;               // "ldbc-snb", "typed-csv", ...
  std::vector<ImportedFile> files;  // sorted by path
  std::string sha256;               // of the lines "<sha256>  <path>\n", as sha256sum prints them
  std::vector<ImportNote> notes;    // in the order in which they first occurred

  void note(ImportAction action, std::string_view reason, std::string_view example);
  std::int64_t count(ImportAction action) const;

  /// For a person: a line per note with its examples below; empty when there is nothing to say.
  std::string text() const;
};

}  // namespace gb
