#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "adapters/sqlite/sqlite_api.h"
#include "core/base/error.h"

namespace gb {

/// A SQLite library loaded at run time (engines §1.11), for as long as somebody holds it. Our own
/// programs link one for the results store; the one under test is whatever file is named here.
class SqliteLibrary {
 public:
  /// settings["lib"], else $GRAPH_BENCH_SQLITE_LIB, else libsqlite3.so.0 and libsqlite3.so on the
  /// loader's path. What is named explicitly is not replaced by something found elsewhere.
  /// Unavailable: nothing could be loaded (every place tried is listed), a symbol is missing (the
  /// first one is named), or the library is too old or not thread-safe.
  static Result<std::shared_ptr<const SqliteLibrary>> load(
      const std::map<std::string, std::string>& settings);

  ~SqliteLibrary();
  SqliteLibrary(const SqliteLibrary&) = delete;
  SqliteLibrary& operator=(const SqliteLibrary&) = delete;

  const SqliteApi& api() const { return api_; }
  /// The file that was loaded, symbolic links resolved.
  const std::filesystem::path& path() const { return path_; }
  /// As `SELECT sqlite_version()` would say it.
  std::string version() const { return api_.libversion(); }
  /// "COMPILER=gcc-12.2.0", "THREADSAFE=1", ...: they change speed.
  std::vector<std::string> compile_options() const;

 private:
  SqliteLibrary() = default;

  void* handle_ = nullptr;
  SqliteApi api_;
  std::filesystem::path path_;
};

}  // namespace gb
