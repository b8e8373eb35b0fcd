#pragma once

#include <string>

#include "coordinator/store/store.h"
#include "graphbench/v1/agent_service.pb.h"

namespace gb {

/// A report as it will be stored, figures read out of its document.
struct Intake {
  ReportRecord record;
  /// Why it cannot be counted although it came whole: a document nobody can read, or another run's.
  /// It is to be set aside with its bytes, and its run ends as EngineFailed. Empty: fine.
  std::string unreadable;
};

/// Checks ids and digest and looks into the document. InvalidArgument: ids, sequence or end are
/// malformed. DataLoss: the document's bytes do not match their SHA-256, both named.
Result<Intake> take_in(const std::string& agent, const graphbench::v1::RunReport& report);

/// The same without a look at the document's bytes.
Result<ReportRecord> read_envelope(const std::string& agent,
                                   const graphbench::v1::RunReport& report);

}  // namespace gb
