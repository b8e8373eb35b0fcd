#pragma once

#include <string>
#include <vector>

namespace gb {

/// One record by RFC 4180, fields quoted only where they must be, ended by a line feed.
std::string csv_record(const std::vector<std::string>& fields);

}  // namespace gb
