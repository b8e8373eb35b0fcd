#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace gb {

/// What tells the three SQLite engines apart (engines §4.4): durability moves numbers more than
/// engines do, so each way has a name of its own.
struct SqliteEngine {
  std::string_view name;
  std::string_view title;
  std::string_view journal_mode;  // as SQLite spells it back: "wal", "memory"
  std::string_view synchronous;   // "NORMAL", "FULL", "OFF"
  int synchronous_value;          // as `PRAGMA synchronous` reads back
  std::string_view durability;
  bool in_memory;
};

inline constexpr SqliteEngine kSqliteEngines[] = {
    {"sqlite", "SQLite, file, WAL, synchronous=NORMAL", "wal", "NORMAL", 1, "process crash", false},
    {"sqlite-sync", "SQLite, file, WAL, synchronous=FULL", "wal", "FULL", 2, "every commit", false},
    {"sqlite-mem", "SQLite, in memory, shared cache", "memory", "OFF", 0, "none", true},
};

/// How long a connection waits for another one's lock.
inline constexpr std::chrono::milliseconds kSqliteBusyTimeout{10'000};

}  // namespace gb
