#pragma once

#include <cstdint>
#include <string>

#include "coordinator/store/database.h"

namespace gb {

/// What one commit of a report puts on record.
struct ChainLink {
  std::string run_id, cell_id, fate, end, document_sha256, spool_id;
  std::uint64_t spool_sequence = 0;
};

/// Adds the next link. Within the transaction that it records.
void append_to_chain(Connection& connection, const ChainLink& link);

}  // namespace gb
