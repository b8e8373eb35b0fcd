#include "coordinator/lab/report_intake.h"

#include <algorithm>
#include <utility>

#include "coordinator/lab/messages.h"
#include "core/base/sha256.h"
#include "core/document/codec.h"

namespace gb {
namespace {

std::uint64_t not_negative(std::int64_t value) {
  return static_cast<std::uint64_t>(std::max<std::int64_t>(value, 0));
}

void take_figures(const ResultDocument& document, ReportRecord& record) {
  record.engine_version = document.condition.engine_version;
  record.lineage_key = document.gb->lineage_key;
  record.start_time = document.condition.started_at;
  record.partial = document.gb->partial;
  // Not the lines of `verification`, which have one word for wrong answers and time-outs.
  record.failed_count = static_cast<std::uint32_t>(
      std::count_if(document.gb->outcomes.begin(), document.gb->outcomes.end(),
                    [](const auto& outcome) { return outcome.second.outcome == "failed"; }));
  for (const auto& [query_id, stat] : document.queries) {
    record.stats.push_back({query_id, not_negative(stat.count), not_negative(stat.errors),
                            not_negative(stat.p50), not_negative(stat.p90),
                            not_negative(stat.p99)});
  }
}

/// Why the document cannot be the result of this run; empty when it can.
std::string objection(const Result<ResultDocument>& document, const ReportRecord& record) {
  if (!document) return document.error().message;
  if (!document->gb) return "it lacks the member \"gb\"";
  if (document->gb->run_id != record.run.text()) {
    return fmt::format("it is of run {}", document->gb->run_id);
  }
  return {};
}

}  // namespace

Result<ReportRecord> read_envelope(const std::string& agent,
                                   const graphbench::v1::RunReport& report) {
  const auto run = RunId::parse(report.run_id());
  if (!run) return within("report: run", run.error());
  const auto cell = CellId::parse(report.cell_id());
  if (!cell) return within("report: cell", cell.error());
  const auto end = to_cell_end(report.end());
  if (!end) return within("report", end.error());
  if (!is_identifier(report.spool_id()) || report.sequence() == 0) {
    return fail(ErrorCode::InvalidArgument,
                "report of run {}: spool \"{}\", sequence {} is no place in a spool", *run,
                report.spool_id().substr(0, 80), report.sequence());
  }
  ReportRecord record;
  record.agent = AgentId::trusted(agent);
  record.spool_id = report.spool_id();
  record.sequence = report.sequence();
  record.run = *run;
  record.cell = *cell;
  record.fencing_number = report.fencing_number();
  record.end = *end;
  record.reason = report.reason();
  record.dataset_source = report.dataset_source();
  if (report.has_document()) {
    record.document = report.document().bytes();
    record.document_sha256 = report.document().sha256();
  }
  return record;
}

Result<Intake> take_in(const std::string& agent, const graphbench::v1::RunReport& report) {
  auto record = read_envelope(agent, report);
  if (!record) return tl::unexpected(record.error());
  Intake intake{std::move(*record), {}};
  if (report.has_document()) {
    const std::string found = sha256_hex(intake.record.document);
    if (found != intake.record.document_sha256) {
      return fail(ErrorCode::DataLoss,
                  "report {} of run {}: the document's SHA-256 is {}, it was sent as {}",
                  report.sequence(), intake.record.run, found,
                  intake.record.document_sha256.substr(0, 64));
    }
  }
  if (intake.record.end != CellEnd::Done) return intake;
  const auto document =
      decode_document(intake.record.document, "document of run " + intake.record.run.text());
  intake.unreadable = objection(document, intake.record);
  if (intake.unreadable.empty()) take_figures(*document, intake.record);
  return intake;
}

}  // namespace gb
