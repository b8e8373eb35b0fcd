#include "web/assets.h"

#include "embedded.h"

namespace gb {

const WebAsset* find_web_asset(std::string_view path) {
  if (!path.starts_with('/')) return nullptr;
  const std::string_view name = path == "/" ? "index.html" : path.substr(1);
  for (const WebAsset& asset : kEmbeddedAssets) {
    if (asset.name == name) return &asset;
  }
  return nullptr;
}

}  // namespace gb
