#include "cli/documents.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/lists.h"
#include "cli/settings.h"
#include "core/base/file.h"
#include "core/document/codec.h"
#include "core/document/result_files.h"
#include "core/report/report.h"

namespace gb {
namespace {

namespace v1 = graphbench::v1;

/// The newest document of each cell, unless all are wanted.
std::vector<ResultDocument> chosen(std::vector<FoundResult> found, bool all) {
  if (!all) found = newest_results(std::move(found), NewestPer::Cell);
  std::vector<ResultDocument> documents;
  documents.reserve(found.size());
  for (FoundResult& one : found) documents.push_back(std::move(one.document));
  return documents;
}

Result<std::vector<ResultDocument>> from_files(const std::vector<std::string>& files) {
  std::vector<ResultDocument> documents;
  for (const std::string& file : split_list(files)) {
    auto document = read_result(file);
    if (!document)
      return tl::unexpected(Error{ErrorCode::InvalidArgument, document.error().message});
    documents.push_back(std::move(*document));
  }
  return documents;
}

Result<std::vector<ResultDocument>> from_folder(const DocumentSelection& selection) {
  auto scan = scan_results(selection.results, {selection.workload, selection.scale, ""});
  if (!scan) return tl::unexpected(scan.error());
  for (const Error& skipped : scan->skipped) note("left out: " + skipped.message);
  const std::vector<std::string> engines = split_list(selection.engines);
  if (!engines.empty()) {
    std::erase_if(scan->found, [&](const FoundResult& one) {
      return std::find(engines.begin(), engines.end(), one.document.condition.engine) ==
             engines.end();
    });
  }
  if (scan->found.empty()) {
    return fail(ErrorCode::NotFound, "no result document in {}{}{}", selection.results,
                selection.workload.empty() ? "" : " of workload " + selection.workload,
                selection.scale.empty() ? "" : " at scale " + selection.scale);
  }
  return chosen(std::move(scan->found), selection.all);
}

/// One reason, once: what a person should look at first.
void tell_cell(const v1::CellView& cell) {
  note(fmt::format("{} on {} ({} {}): {}{}", cell.engine(), cell.machine(), cell.workload(),
                   cell.scale(), enum_words(v1::CellEnd_Name(cell.end()), "CELL_END_"),
                   cell.reason().empty() ? "" : ": " + cell.reason()));
}

}  // namespace

void DocumentSelection::add_to(CLI::App& verb, bool takes_files) {
  if (takes_files)
    verb.add_option("files,--file,--files", files, "Result documents; the folder is not read then");
  verb.add_option("--results", results, "Folder of result documents")->capture_default_str();
  verb.add_option("--matrix", matrix, "Results of this matrix, asked of the coordinator");
  verb.add_option("--workload", workload, "Only this workload");
  verb.add_option("--scale", scale, "Only this scale");
  verb.add_option("--engine,--engines", engines, "Only these engines");
  verb.add_flag("--all", all,
                "Every document, not only the newest of each engine, workload, scale and machine");
}

Result<std::vector<ResultDocument>> select_documents(const DocumentSelection& selection,
                                                     const Context& context) {
  if (!selection.files.empty()) return from_files(selection.files);
  if (selection.matrix.empty()) return from_folder(selection);
  auto client = LabClient::dial(context.coordinator);
  if (!client) return tl::unexpected(client.error());
  auto documents = fetch_documents(*client, selection.matrix, "", true);
  if (!documents) return documents;
  if (documents->empty())
    return fail(ErrorCode::NotFound, "matrix {} has no result yet", selection.matrix);
  return documents;
}

Result<std::vector<ResultDocument>> fetch_documents(LabClient& client, const std::string& matrix_id,
                                                    const std::filesystem::path& folder,
                                                    bool quiet) {
  const auto results = client.results_of(matrix_id);
  if (!results) return tl::unexpected(results.error());
  std::vector<ResultDocument> documents;
  for (const v1::GetResultResponse& result : *results) {
    auto document = decode_document(result.document(), "result of run " + result.result().run_id());
    if (!document) return tl::unexpected(document.error());
    if (!folder.empty()) {
      const auto written = write_result(folder, *document, result.document());
      if (!written)
        return within("keep the result of run " + result.result().run_id(), written.error());
      if (!quiet) note("wrote " + written->string());
    }
    documents.push_back(std::move(*document));
  }
  return documents;
}

Result<void> present_documents(const std::vector<ResultDocument>& documents, const Context& context,
                               const std::string& out, const ReportOptions& options) {
  const auto format = parse_format(context.chosen_format());
  if (!format) return tl::unexpected(format.error());
  const std::string text = render(documents, *format, options);
  if (out.empty()) {
    print(text);
    return {};
  }
  return write_file_durably(out, text);
}

ExitCode judge_matrix(const v1::MatrixView& view) {
  ExitCode code = ExitCode::Done;
  for (const v1::CellView& cell : view.cells()) {
    if (cell.failed_count() > 0) {
      note(fmt::format("{} on {} ({} {}): {} queries answered wrongly", cell.engine(),
                       cell.machine(), cell.workload(), cell.scale(), cell.failed_count()));
      code = ExitCode::VerificationFailed;
    } else if (cell.end() != v1::CELL_END_DONE || cell.partial()) {
      if (cell.end() != v1::CELL_END_DONE) tell_cell(cell);
      if (code == ExitCode::Done) code = ExitCode::Infrastructure;
    }
  }
  return code;
}

}  // namespace gb
