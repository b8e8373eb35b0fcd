#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "adapters/target.h"

namespace gb {

/// One engine as it may be asked for.
struct Adapter {
  TargetInfo static_info;             // what is known before anything is installed; version empty
  std::string title;                  // "SQLite, file, synchronous=FULL"
  std::string how_to_get;             // "apt-get install libsqlite3-0"; shown when it is absent
  std::vector<std::string> settings;  // keys `TargetConfig::settings` may hold
  /// An engine that answers, empty and ready for `load`. Never degrades quietly: a missing library
  /// or unreachable server is Unavailable, naming what was looked for and where.
  std::function<Result<std::unique_ptr<Target>>(const TargetConfig&)> open;
  /// The version this machine would run, or why it cannot (Unavailable). Cheap: loads the library,
  /// opens nothing.
  std::function<Result<std::string>(const TargetConfig&)> probe_version;
};

/// Engines by registered name; a list one can read, with no static initialisers.
class Registry {
 public:
  void add(Adapter adapter);
  /// NotFound, listing the names there are.
  Result<const Adapter*> find(std::string_view engine) const;
  const std::vector<Adapter>& all() const { return adapters_; }

 private:
  std::vector<Adapter> adapters_;
};

void add_all_adapters(Registry& registry);

}  // namespace gb
