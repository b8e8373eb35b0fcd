#pragma once

#include "coordinator/store/store.h"
#include "graphbench/v1/agent_service.pb.h"

namespace gb {

/// A report as it will be stored: ids and digest checked, figures read out of its document.
///
/// A document that is whole but cannot be read is no reason to lose it: the record then says
/// EngineFailed with the reason and still carries the bytes. InvalidArgument: ids, sequence or end
/// are malformed. DataLoss: the document's bytes do not match their SHA-256, both named.
Result<ReportRecord> read_report(const std::string& agent, const graphbench::v1::RunReport& report);

/// As read_report, but without a look into the document: for setting aside what cannot be
/// committed.
Result<ReportRecord> read_envelope(const std::string& agent,
                                   const graphbench::v1::RunReport& report);

}  // namespace gb
