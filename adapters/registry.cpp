#include "adapters/registry.h"

#include "adapters/sqlite/sqlite.h"

namespace gb {

void Registry::add(Adapter adapter) { adapters_.push_back(std::move(adapter)); }

Result<const Adapter*> Registry::find(std::string_view engine) const {
  std::string names;
  for (const Adapter& adapter : adapters_) {
    if (adapter.static_info.engine == engine) return &adapter;
    names += (names.empty() ? "" : ", ") + adapter.static_info.engine;
  }
  return fail(ErrorCode::NotFound, "no engine \"{}\"; there are: {}", engine, names);
}

// One line per engine: the place to read which there are.
void add_all_adapters(Registry& registry) {
  for (Adapter& adapter : sqlite_adapters()) registry.add(std::move(adapter));
}

}  // namespace gb
