#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/client.h"
#include "cli/context.h"
#include "core/document/result_document.h"
#include "core/report/report.h"

namespace gb {

/// Which result documents a verb reads: files, or a folder of results, or a matrix of a
/// coordinator.
struct DocumentSelection {
  std::vector<std::string> files;
  std::string results = "results";
  std::string matrix;  // an id: asked of the coordinator
  std::string workload, scale;
  std::vector<std::string> engines;
  bool withdrawn = false;  // withdrawn ones too: who only shows them says so, who judges must not
  bool all = false;  // every document, not only the latest per engine, workload, scale and machine

  void add_to(CLI::App& verb);
};

/// NotFound, saying where was looked, when nothing matches. Withdrawn results are left out, with a
/// remark on stderr, unless asked for.
Result<std::vector<ResultDocument>> select_documents(const DocumentSelection& selection,
                                                     const Context& context);

struct Fetched {
  std::string run_id;
  std::string bytes;  // as stored
  ResultDocument document;
};

/// The documents of a finished matrix.
Result<std::vector<Fetched>> fetch_documents(LabClient& client, const std::string& matrix_id);

/// Unavailable when no result could be written below `folder`: to be asked before anything is
/// measured for it.
Result<void> check_results_folder(const std::filesystem::path& folder);

/// Prints them in the chosen format, or writes them to `out` when it is not empty.
Result<void> present_documents(const std::vector<ResultDocument>& documents, const Context& context,
                               const std::string& out = "", ReportOptions options = {});

/// What the cells of a finished matrix say: 3 when a query answered wrongly, else 5 when a cell did
/// not end as done or was cut short, else 0. What went wrong is told on stderr.
ExitCode judge_matrix(const graphbench::v1::MatrixView& view);

}  // namespace gb
