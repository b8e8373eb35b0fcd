#include "agent/offers.h"

#include <algorithm>

namespace gb {
namespace fs = std::filesystem;
namespace v1 = graphbench::v1;
namespace {

bool meets(std::string_view version, std::string_view asked) {
  return version.starts_with(asked) &&
         (version.size() == asked.size() || version[asked.size()] == '.');
}

bool is_below(const fs::path& file, const fs::path& folder) {
  std::error_code error;
  // Symbolic links are followed first: one inside the folder may lead out of it.
  const fs::path inner = fs::weakly_canonical(file, error);
  const fs::path outer = fs::weakly_canonical(folder, error);
  const auto [end, rest] = std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end());
  return !error && end == outer.end();
}

}  // namespace

std::vector<v1::EngineOffer> engine_offers(const Registry& registry) {
  std::vector<v1::EngineOffer> offers;
  for (const Adapter& adapter : registry.all()) {
    v1::EngineOffer offer;
    offer.set_name(adapter.static_info.engine);
    offer.set_plane(std::string(name_of(adapter.static_info.plane)));
    if (const auto version = adapter.probe_version({})) {
      offer.set_version(*version);
    } else {
      std::string why = version.error().message;
      if (why.find(adapter.how_to_get) == std::string::npos) {
        why += "; to get it: " + adapter.how_to_get;
      }
      offer.set_unavailable_reason(std::move(why));
    }
    offers.push_back(std::move(offer));
  }
  return offers;
}

Result<void> check_engine(const v1::EngineSpec& asked, const std::vector<v1::EngineOffer>& offers,
                          const std::vector<fs::path>& library_folders) {
  const auto offer = std::find_if(offers.begin(), offers.end(),
                                  [&](const auto& each) { return each.name() == asked.name(); });
  if (offer == offers.end()) {
    return fail(ErrorCode::NotFound, "this agent knows no engine {}", asked.name());
  }
  if (const auto lib = asked.settings().find("lib"); lib != asked.settings().end()) {
    std::string allowed;
    for (const fs::path& folder : library_folders) {
      // Which version the named library has shows when the run opens it.
      if (is_below(lib->second, folder)) return {};
      allowed += (allowed.empty() ? "" : ", ") + folder.string();
    }
    return fail(ErrorCode::PermissionDenied,
                "engine {}: the library {} lies outside of the folders this agent allows: {}",
                asked.name(), lib->second, allowed);
  }
  if (!offer->unavailable_reason().empty()) {
    return fail(ErrorCode::NotFound, "engine {}: {}", asked.name(), offer->unavailable_reason());
  }
  if (!asked.version().empty() && !meets(offer->version(), asked.version())) {
    return fail(ErrorCode::NotFound, "engine {}: version {} is asked for, this machine has {}",
                asked.name(), asked.version(), offer->version());
  }
  return {};
}

}  // namespace gb
