#include "core/report/report.h"

#include <algorithm>
#include <set>

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

/// The documents with only their emulated queries, or without them and the classes they are pooled
/// in: the reference's layout knows no such mark.
std::vector<ResultDocument> part_of(std::vector<ResultDocument> documents, bool emulated) {
  for (ResultDocument& document : documents) {
    std::set<std::string> mixed;  // classes
    std::erase_if(document.queries, [&](const auto& entry) {
      const bool is = is_emulated(document, entry.first);
      if (is) mixed.insert(entry.second.query_class);
      return is != emulated;
    });
    std::erase_if(document.verification, [&](const VerificationLine& line) {
      return is_emulated(document, line.query_id) != emulated;
    });
    std::erase_if(document.teps, [&](const auto& entry) {
      return is_emulated(document, entry.first) != emulated;
    });
    std::erase_if(document.classes,
                  [&](const auto& entry) { return emulated || mixed.contains(entry.first); });
  }
  if (emulated) {
    std::erase_if(documents, [](const auto& document) { return document.verification.empty(); });
  }
  return documents;
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
    case Format::Html:
      return lab_html(documents, options.side_by_side, options.resources);
  }
  if (options.overhead) text += "\n" + overhead_table(columns);
  return text;
}

/// One resource table per machine: counters of different ones do not belong side by side.
std::string resources(const std::vector<ResultDocument>& documents, bool side_by_side) {
  std::string text;
  for (const LabTable& table : lab_tables(documents, side_by_side)) {
    if (table.emulated) continue;  // the same runs again
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
    case Format::Html:
      return lab_html(documents, options.side_by_side, options.resources);
  }
  if (options.overhead) text += "\n" + overhead_table(in_column_order(documents));
  return text;
}

}  // namespace

std::string render(const std::vector<ResultDocument>& documents, Format format,
                   const ReportOptions& options) {
  if (documents.empty()) return "";
  if (!in_reference_view(documents, options.view)) return lab(documents, format, options);
  if (format == Format::Json || format == Format::Html) {
    return reference(documents, format, options);
  }
  const std::vector<ResultDocument> emulated = part_of(documents, true);
  if (emulated.empty()) return reference(documents, format, options);
  std::string text = reference(part_of(documents, false), format, options);
  if (format == Format::Csv) return text;  // two headers are no CSV; ours has a column for it
  ReportOptions plain = options;
  plain.resources = plain.overhead = false;
  return text + "\nemulated\n\n" + reference(emulated, format, plain);
}

}  // namespace gb
