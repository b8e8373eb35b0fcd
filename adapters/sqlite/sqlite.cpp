#include "adapters/sqlite/sqlite.h"

#include "adapters/sqlite/sqlite_library.h"
#include "adapters/sqlite/sqlite_target.h"

namespace gb {

std::vector<Adapter> sqlite_adapters() {
  std::vector<Adapter> adapters;
  for (const SqliteEngine& engine : kSqliteEngines) {
    Adapter adapter;
    adapter.static_info = static_sqlite_info(engine);
    adapter.title = engine.title;
    adapter.how_to_get = "apt-get install libsqlite3-0";
    adapter.settings = {"lib"};
    adapter.open = [&engine](const TargetConfig& config) {
      return SqliteTarget::open(engine, config);
    };
    adapter.probe_version = [](const TargetConfig& config) -> Result<std::string> {
      Result<std::shared_ptr<const SqliteLibrary>> library = SqliteLibrary::load(config.settings);
      if (!library) return tl::unexpected(library.error());
      return (*library)->version();
    };
    adapters.push_back(std::move(adapter));
  }
  return adapters;
}

}  // namespace gb
