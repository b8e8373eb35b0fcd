#pragma once

#include <string>
#include <string_view>

#include "coordinator/store/database.h"

namespace gb {

/// Keeps the bytes under their digest, once, compressed when that makes them smaller. Within a
/// transaction.
void put_blob(Connection& connection, std::string_view sha256, std::string_view bytes);

/// The bytes as they came. NotFound; DataLoss when they do not match their digest any more.
Result<std::string> get_blob(Connection& connection, std::string_view sha256);

}  // namespace gb
