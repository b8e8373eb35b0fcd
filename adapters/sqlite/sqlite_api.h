#pragma once

// For its types, constants and the signatures below. Nothing of it is linked: the compiler then
// checks every pointer of the table against the real prototype, which a copy of ours could not.
// SQLite's C interface is stable across versions 3.x, so the header need not match the library.
#include <sqlite3.h>

namespace gb {

// Every function the adapter calls, without the prefix `sqlite3_`.
// What clang-format makes of this list, it would change again the next time.
// clang-format off
#define GB_SQLITE_FUNCTIONS(X) \
  X(open_v2) X(close) X(errmsg) X(errstr) X(extended_result_codes) X(busy_timeout) \
  X(interrupt) X(get_autocommit) X(changes) X(exec) X(free) X(prepare_v3) X(step) X(reset) \
  X(finalize) X(clear_bindings) X(bind_null) X(bind_int64) X(bind_double) X(bind_text) \
  X(bind_blob) X(bind_parameter_count) X(column_count) X(column_name) X(column_type) \
  X(column_int64) X(column_double) X(column_text) X(column_blob) X(column_bytes) \
  X(libversion) X(libversion_number) X(sourceid) X(threadsafe) X(compileoption_get)
// clang-format on

/// The functions of one loaded SQLite, all of them resolved.
struct SqliteApi {
#define GB_SQLITE_POINTER(name) \
  decltype(&::sqlite3_##name) name = nullptr;  // NOLINT(bugprone-macro-parentheses)
  GB_SQLITE_FUNCTIONS(GB_SQLITE_POINTER)
#undef GB_SQLITE_POINTER
};

}  // namespace gb
