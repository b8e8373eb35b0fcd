#include "core/report/report.h"

#include <algorithm>

#include "core/report/columns.h"
#include "core/report/extra_tables.h"
#include "core/report/lab_formats.h"
#include "core/report/reference_matrix.h"
#include "core/report/resource_table.h"

namespace gb {
namespace {

bool in_reference_view(const std::vector<ResultDocument>& documents, ReportView view) {
  if (view != ReportView::Automatic) return view == ReportView::Reference;
  return std::none_of(documents.begin(), documents.end(),
                      [](const ResultDocument& document) { return document.gb.has_value(); });
}

std::string reference(const std::vector<ResultDocument>& documents, Format format,
                      const ReportOptions& options) {
  const Columns columns = in_column_order(documents);
  std::string text;
  switch (format) {
    case Format::Table:
      text = reference_table(columns);
      if (options.resources) text += "\n" + resource_table(columns);
      break;
    case Format::Markdown:
      text = reference_markdown(columns);
      break;
    case Format::Csv:
      text = reference_csv(columns);
      break;
    case Format::Json:
      return lab_json(documents, options.side_by_side);
  }
  if (options.overhead) text += "\n" + overhead_table(columns);
  return text;
}

/// One resource table per machine: counters of different ones do not belong side by side.
std::string resources(const std::vector<ResultDocument>& documents, bool side_by_side) {
  std::string text;
  for (const LabTable& table : lab_tables(documents, side_by_side)) {
    Columns columns;
    for (const LabColumn& column : table.columns) columns.push_back(column.document);
    text += "\nResources, " + table.workload + " " + table.scale + " on " + table.machine + "\n\n" +
            resource_table(columns);
  }
  return text;
}

std::string lab(const std::vector<ResultDocument>& documents, Format format,
                const ReportOptions& options) {
  std::string text;
  switch (format) {
    case Format::Table:
      text = lab_text(documents, options.side_by_side, options.width);
      if (options.resources) text += resources(documents, options.side_by_side);
      break;
    case Format::Markdown:
      text = lab_markdown(documents, options.side_by_side);
      break;
    case Format::Csv:
      return lab_csv(documents, options.side_by_side);
    case Format::Json:
      return lab_json(documents, options.side_by_side);
  }
  if (options.overhead) text += "\n" + overhead_table(in_column_order(documents));
  return text;
}

}  // namespace

Result<Format> parse_format(std::string_view text) {
  if (text.empty() || text == "table") return Format::Table;
  if (text == "markdown" || text == "md") return Format::Markdown;
  if (text == "csv") return Format::Csv;
  if (text == "json") return Format::Json;
  return fail(ErrorCode::InvalidArgument,
              "unknown format \"{}\": there are table, markdown (or md), csv and json",
              text.substr(0, 80));
}

std::string render(const std::vector<ResultDocument>& documents, Format format,
                   const ReportOptions& options) {
  if (documents.empty()) return "";
  return in_reference_view(documents, options.view) ? reference(documents, format, options)
                                                    : lab(documents, format, options);
}

}  // namespace gb
