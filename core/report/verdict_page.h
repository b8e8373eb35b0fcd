#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "core/report/text_table.h"
#include "core/rules/verdict.h"

namespace gb {

/// A verdict before it is text: what every format shows, in order.
struct PageTable {
  std::vector<std::string> heading;
  std::vector<std::vector<std::string>> rows;
  std::vector<Align> align;
};

struct VerdictPage {
  std::vector<std::variant<std::string, PageTable>> blocks;  // a text is a paragraph
  std::vector<std::string> failures;  // findings that fail, one line each: they belong on stderr
};

/// What the page shows of an answer.
struct PageOptions {
  bool all_rows = false;  // also the rows in which nothing happened
  std::string label;      // the engine as asked for; --file does not check it
};

VerdictPage verdict_page(const VerdictQuestion& question, const VerdictAnswer& answer,
                         const PageOptions& options);

/// For a terminal, without the failures.
std::string page_text(const VerdictPage& page, std::size_t width);

/// For one comment on a change: a line saying what it came to; the rest folded away when it passed.
std::string page_markdown(const VerdictPage& page, VerdictOutcome outcome,
                          const std::string& title);

/// JUnit XML for continuous integration: a test case per row or finding. What failed is a failure,
/// what is undecided an error or skipped, as `undecided_fails` says.
std::string junit_xml(const VerdictQuestion& question, const VerdictAnswer& answer,
                      bool undecided_fails);

// The pages of the two rule sets; used by verdict_page().
void reference_page(const ReferenceNoise& noise, VerdictPage& page);
void reference_page(const ReferenceAb& ab, const VerdictQuestion& question,
                    const PageOptions& options, VerdictPage& page);
void reference_page(const ReferenceGate& gate, const VerdictQuestion& question,
                    const PageOptions& options, VerdictPage& page);
void lab_page(const LabNoise& noise, VerdictPage& page);
void lab_page(const LabAb& ab, const PageOptions& options, VerdictPage& page);
void lab_page(const LabGate& gate, const PageOptions& options, VerdictPage& page);
void lab_page(const LabHistory& history, const PageOptions& options, VerdictPage& page);

/// One line each of the findings that match.
std::vector<std::string> finding_lines(const std::vector<Finding>& findings, FindingEffect effect);

}  // namespace gb
