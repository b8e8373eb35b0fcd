#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/document/result_document.h"
#include "core/report/format.h"
#include "core/report/lab_view.h"

namespace gb {

/// Whose view: Lab is ours; Reference is the reference harness's to the character (its JSON does
/// and HTML do not exist, so those are ours either way). Automatic: Reference when every document
/// is the reference's own, else Lab.
enum class ReportView { Automatic, Lab, Reference };

struct ReportOptions {
  ReportView view = ReportView::Automatic;
  bool side_by_side = false;  // all documents of a machine in one table, whatever their workload or
                              // scale: what differs is said on top
  bool resources = true;      // the resource table after the text table
  bool overhead = false;      // the plane-overhead table after any text
  std::size_t width = 100;    // of text tables, in characters
};

/// The documents as text that ends in a line feed; empty without documents. Judges nothing.
std::string render(const std::vector<ResultDocument>& documents, Format format,
                   const ReportOptions& options = {});

}  // namespace gb
