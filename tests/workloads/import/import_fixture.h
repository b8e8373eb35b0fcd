#pragma once

#include <zlib.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "core/base/file.h"
#include "tests/support/temporary_folder.h"
#include "workloads/dataset/cache.h"
#include "workloads/dataset/import/import.h"

namespace gb {

/// A source and a folder of datasets of a test's own.
struct ImportFixture {
  TemporaryFolder folder;
  ImportOptions options;

  ImportFixture() { options.out = folder / "datasets"; }

  void write(const std::string& name, std::string_view bytes) const {
    folder.write("source/" + name, bytes);
  }
  Result<Imported> run(const std::string& file = {}) const {
    return import_dataset(folder / ("source/" + file), options);
  }
  /// A file of the dataset.
  static std::string text(const Result<Imported>& imported, const std::string& name) {
    if (!imported) return imported.error().message;
    return read_file(imported->dataset.folder / name).value_or("(missing)");
  }
  /// How many entries the folder of datasets has, hidden ones counted.
  std::int64_t left_behind() const {
    std::error_code error;
    std::filesystem::directory_iterator at(options.out, error);
    return error ? 0 : std::distance(at, std::filesystem::directory_iterator());
  }
};

inline const ImportNote* find_note(const Imported& imported, ImportAction action,
                                   std::string_view part) {
  for (const ImportNote& note : imported.report.notes) {
    if (note.action == action && note.reason.find(part) != std::string::npos) return &note;
  }
  return nullptr;
}

inline bool holds(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

inline std::string gzipped(std::string_view bytes) {
  z_stream zip{};
  ::deflateInit2(&zip, Z_BEST_SPEED, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
  std::string out(::deflateBound(&zip, bytes.size()), '\0');
  std::string in(bytes);
  zip.next_in = reinterpret_cast<Bytef*>(in.data());
  zip.avail_in = static_cast<uInt>(in.size());
  zip.next_out = reinterpret_cast<Bytef*>(out.data());
  zip.avail_out = static_cast<uInt>(out.size());
  ::deflate(&zip, Z_FINISH);
  out.resize(zip.total_out);
  ::deflateEnd(&zip);
  return out;
}

}  // namespace gb
