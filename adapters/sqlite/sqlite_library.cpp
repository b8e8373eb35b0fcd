#include "adapters/sqlite/sqlite_library.h"

#include <dlfcn.h>
#include <fmt/ranges.h>

#include <cstdlib>

namespace gb {
namespace {

constexpr const char* kVariable = "GRAPH_BENCH_SQLITE_LIB";
constexpr const char* kInstall = "install it with `apt-get install libsqlite3-0`";
// ON CONFLICT DO NOTHING, which the load uses, came with 3.24.
constexpr int kOldest = 3024000;
constexpr const char* kOldestText = "3.24";

struct Place {
  std::string file;
  std::string named_by;
};

Result<std::vector<Place>> places(const std::map<std::string, std::string>& settings) {
  if (const auto lib = settings.find("lib"); lib != settings.end()) {
    if (lib->second.empty()) {
      return fail(ErrorCode::InvalidArgument,
                  "setting lib is empty; give the file of a SQLite library, or leave it out");
    }
    return std::vector<Place>{{lib->second, "setting lib"}};
  }
  if (const char* file = std::getenv(kVariable); file != nullptr && *file != '\0') {
    return std::vector<Place>{{file, kVariable}};
  }
  return std::vector<Place>{{"libsqlite3.so.0", "loader's path"},
                            {"libsqlite3.so", "loader's path"}};
}

// The name of the first missing symbol; empty when the table is complete.
std::string resolve(void* handle, SqliteApi& api) {
#define GB_SQLITE_RESOLVE(name)                                                     \
  api.name = reinterpret_cast<decltype(api.name)>(dlsym(handle, "sqlite3_" #name)); \
  if (api.name == nullptr) return "sqlite3_" #name;
  GB_SQLITE_FUNCTIONS(GB_SQLITE_RESOLVE)
#undef GB_SQLITE_RESOLVE
  return {};
}

std::filesystem::path file_of(const SqliteApi& api) {
  Dl_info found{};
  if (dladdr(reinterpret_cast<void*>(api.libversion), &found) == 0 || found.dli_fname == nullptr) {
    return {};
  }
  std::error_code ignored;
  std::filesystem::path resolved = std::filesystem::canonical(found.dli_fname, ignored);
  return resolved.empty() ? std::filesystem::path(found.dli_fname) : resolved;
}

}  // namespace

Result<std::shared_ptr<const SqliteLibrary>> SqliteLibrary::load(
    const std::map<std::string, std::string>& settings) {
  const Result<std::vector<Place>> tried = places(settings);
  if (!tried) return tl::unexpected(tried.error());

  std::shared_ptr<SqliteLibrary> library(new SqliteLibrary);
  std::vector<std::string> failures;
  for (const Place& place : *tried) {
    // By file, and its symbols to nobody else: two copies may live in one process.
    library->handle_ = dlopen(place.file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library->handle_ != nullptr) break;
    const char* why = dlerror();
    failures.push_back(
        fmt::format("{} ({}): {}", place.file, place.named_by, why == nullptr ? "unknown" : why));
  }
  if (library->handle_ == nullptr) {
    return fail(
        ErrorCode::Unavailable,
        "no SQLite library could be loaded; tried {}; {}, or name a file by the setting lib "
        "or {}",
        fmt::join(failures, "; "), kInstall, kVariable);
  }
  if (const std::string missing = resolve(library->handle_, library->api_); !missing.empty()) {
    return fail(ErrorCode::Unavailable, "{} is no usable SQLite library: it lacks the symbol {}",
                tried->at(failures.size()).file, missing);
  }
  library->path_ = file_of(library->api_);
  if (library->api_.libversion_number() < kOldest) {
    return fail(ErrorCode::Unavailable, "{} is SQLite {}; the oldest that is supported is {}",
                library->path_.string(), library->version(), kOldestText);
  }
  if (library->api_.threadsafe() == 0) {
    return fail(ErrorCode::Unavailable,
                "{} was compiled with THREADSAFE=0, so several sessions cannot use it",
                library->path_.string());
  }
  return library;
}

SqliteLibrary::~SqliteLibrary() {
  if (handle_ != nullptr) dlclose(handle_);
}

std::vector<std::string> SqliteLibrary::compile_options() const {
  std::vector<std::string> options;
  for (int index = 0; const char* option = api_.compileoption_get(index); ++index) {
    options.emplace_back(option);
  }
  return options;
}

}  // namespace gb
