#include "cli/documents.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "cli/lists.h"
#include "cli/settings.h"
#include "core/base/duration.h"
#include "core/base/file.h"
#include "core/document/codec.h"
#include "core/document/lookup.h"
#include "core/document/result_files.h"
#include "core/report/columns.h"
#include "core/report/report.h"

namespace gb {
namespace {

namespace v1 = graphbench::v1;

/// Leaves the documents of the chosen workload, scale and engines; NotFound when none is left.
Result<std::vector<ResultDocument>> kept(std::vector<ResultDocument> documents,
                                         const DocumentSelection& selection,
                                         const std::string& where) {
  const std::vector<std::string> engines = split_list(selection.engines);
  const auto unwanted = [](const std::string& wanted, const std::string& is) {
    return !wanted.empty() && wanted != is;
  };
  std::erase_if(documents, [&](const ResultDocument& document) {
    const auto& condition = document.condition;
    return unwanted(selection.workload, condition.workload) ||
           unwanted(selection.scale, condition.scale) ||
           (!engines.empty() &&
            std::find(engines.begin(), engines.end(), condition.engine) == engines.end());
  });
  if (!documents.empty()) return documents;
  std::string what;
  if (!engines.empty()) what += fmt::format(" of {}", fmt::join(engines, ", "));
  if (!selection.workload.empty()) what += " for workload " + selection.workload;
  if (!selection.scale.empty()) what += " at scale " + selection.scale;
  return fail(ErrorCode::NotFound, "no result document{} in {}", what, where);
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
  auto scan = scan_results(selection.results,
                           {selection.workload, selection.scale, "", selection.withdrawn});
  if (!scan) return tl::unexpected(scan.error());
  for (const Error& skipped : scan->skipped) note("left out: " + skipped.message);
  if (!selection.all) scan->found = newest_results(std::move(scan->found), NewestPer::Cell);
  std::vector<ResultDocument> documents;
  documents.reserve(scan->found.size());
  for (FoundResult& one : scan->found) documents.push_back(std::move(one.document));
  return documents;
}

/// Without the withdrawn ones, each told with its reason.
void leave_out_withdrawn(std::vector<ResultDocument>& documents) {
  std::erase_if(documents, [](const ResultDocument& document) {
    if (!is_withdrawn(document)) return false;
    note(fmt::format("left out, withdrawn: {} {} {}: {}", engine_plane(document),
                     workload_of(document), format_rfc3339(document.condition.started_at),
                     document.annotations.back().reason));
    return true;
  });
}

/// One reason, once: what a person should look at first.
void tell_cell(const v1::CellView& cell) {
  note(fmt::format("{} on {} ({} {}): {}{}", cell.engine(), cell.machine(), cell.workload(),
                   cell.scale(), enum_words(v1::CellEnd_Name(cell.end()), "CELL_END_"),
                   cell.reason().empty() ? "" : ": " + cell.reason()));
}

}  // namespace

void DocumentSelection::add_to(CLI::App& verb) {
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
  if (!selection.files.empty() && !selection.matrix.empty())
    return fail(ErrorCode::InvalidArgument, "give files or --matrix, not both");
  Result<std::vector<ResultDocument>> documents;
  std::string where = selection.results;
  if (!selection.files.empty()) {
    documents = from_files(selection.files);
    where = "the files given";
  } else if (selection.matrix.empty()) {
    documents = from_folder(selection);
  } else {
    auto client = LabClient::dial(context.coordinator);
    if (!client) return tl::unexpected(client.error());
    auto fetched = fetch_documents(*client, selection.matrix);
    if (!fetched) return tl::unexpected(fetched.error());
    for (Fetched& one : *fetched) documents->push_back(std::move(one.document));
    where = "matrix " + selection.matrix;
  }
  if (!documents) return documents;
  if (!selection.withdrawn) leave_out_withdrawn(*documents);
  return kept(std::move(*documents), selection, where);
}

Result<std::vector<Fetched>> fetch_documents(LabClient& client, const std::string& matrix_id) {
  auto results = client.results_of(matrix_id);
  if (!results) return tl::unexpected(results.error());
  std::vector<Fetched> fetched;
  for (v1::GetResultResponse& result : *results) {
    const std::string& run_id = result.result().run_id();
    auto document = decode_document(result.document(), "result of run " + run_id);
    if (!document) return tl::unexpected(document.error());
    fetched.push_back({run_id, std::move(*result.mutable_document()), std::move(*document)});
  }
  return fetched;
}

Result<void> check_results_folder(const std::filesystem::path& folder) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::path there = fs::absolute(folder, error);
  // It need not exist yet: what it will be made in must.
  while (!error && !fs::exists(there, error) && !error && there.has_relative_path()) {
    there = there.parent_path();
  }
  int problem = error.value();
  if (problem == 0 && !fs::is_directory(there, error)) problem = ENOTDIR;
  // For root too this says no on a read-only file system.
  if (problem == 0 && ::access(there.c_str(), W_OK | X_OK) != 0) problem = errno;
  if (problem == 0) return {};
  return fail(ErrorCode::Unavailable, "results cannot be kept in {}: {}; choose another with --out",
              folder.string(), system_error("write into", there, problem).message);
}

Result<void> present_documents(const std::vector<ResultDocument>& documents, const Context& context,
                               const std::string& out, ReportOptions options) {
  const auto format = parse_format(context.chosen_format());
  if (!format) return tl::unexpected(format.error());
  // A terminal gets what it can show without breaking lines; a file or a pipe always the same.
  if (out.empty()) {
    if (const auto width = terminal_width(STDOUT_FILENO))
      options.width = std::clamp<std::size_t>(*width, 60, 120);
  }
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
