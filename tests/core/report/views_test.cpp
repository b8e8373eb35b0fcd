#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "core/report/by_machine.h"
#include "core/report/extra_tables.h"
#include "core/report/inventory.h"
#include "core/report/lab_cell_text.h"
#include "core/report/plots.h"
#include "core/report/report.h"
#include "core/report/text_table.h"
#include "tests/core/report/golden.h"
#include "tests/core/report/lab_documents.h"

namespace {

using gb::test::end_otherwise;
using gb::test::has;
using gb::test::lab_document;
using nlohmann::json;
using Documents = std::vector<gb::ResultDocument>;

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

/// One engine's native kernel against another's text for the same work.
Documents with_emulated() {
  Documents documents{lab_document("zu", 1), lab_document("sqlite", 8)};
  documents[1].gb->outcomes.at("micro-degree").emulated = true;
  return documents;
}

}  // namespace

TEST_CASE("a figure shows how far its interval reaches, on the larger side, rounded up") {
  CHECK(gb::with_reach(1000, 991, 1011) == "1.00µs ±2%");
  CHECK(gb::with_reach(1000, 1000, 1000) == "1.00µs ±0%");
  CHECK(gb::with_reach(1000, 999, 2500) == "1.00µs to 2.50µs");
  CHECK(gb::with_reach(1000, 999, std::nullopt) == "1.00µs");
  CHECK(gb::bounds_text(990, std::nullopt) == "(from 990ns)");
  CHECK(gb::bounds_text(std::nullopt, std::nullopt).empty());
}

TEST_CASE("emulated figures never stand in one table with native ones") {
  const std::string text = gb::render(with_emulated(), gb::Format::Table);
  CHECK(has(text, "micro-read sf1 on laptop, emulated: texts that do the work"));
  CHECK(has(text, "  micro-degree       256µs ±1%   281µs  emulated\n"));
  const std::size_t second = text.find(", emulated:");
  CHECK(count_of(text.substr(0, second), "2.05ms") == 0);
  CHECK(has(text.substr(second), "2.05ms"));
  // No ratio is made of the two.
  CHECK(has(gb::one_line(text), "over 8 queries"));
  for (const gb::Format format : {gb::Format::Markdown, gb::Format::Html}) {
    CHECK(has(gb::render(with_emulated(), format), "on laptop, emulated"));
  }
  const json root = json::parse(gb::render(with_emulated(), gb::Format::Json));
  REQUIRE(root["tables"].size() == 2);
  CHECK(root["tables"][1]["emulated"] == true);
  CHECK(root["tables"][1]["columns"].size() == 1);
  CHECK(root["tables"][1]["rows"].size() == 1);
  const std::string reference =
      gb::render(with_emulated(), gb::Format::Table, {.view = gb::ReportView::Reference});
  const std::size_t headed = reference.find("\nemulated\n");
  REQUIRE(headed != std::string::npos);
  CHECK(count_of(reference.substr(0, headed), "2.05ms") == 0);
  CHECK(has(reference.substr(headed), "sqlite/inproc"));
  CHECK(!has(gb::overhead_table(gb::in_column_order(with_emulated())), "micro-degree"));
}

TEST_CASE("five machines: a query per row, a machine per column, both engines in a cell") {
  Documents documents;
  for (const char* machine : {"laptop", "desktop", "server1", "server2", "gamingpc"}) {
    documents.push_back(lab_document("zu", 1, 1000, machine));
    documents.push_back(lab_document("sqlite", 2, 1000, machine));
  }
  documents.pop_back();  // the gaming machine ran but one engine
  end_otherwise(documents[1], "micro-sp", "FAIL", "failed", "wrong-answer", "row 3");
  const std::string text = gb::by_machine(documents, gb::Format::Table);
  CHECK(has(text, "micro-read sf1, p50: zu / sqlite\n"));
  CHECK(has(text, "Query             laptop                 desktop                server1  "));
  CHECK(has(text, "micro-point       999ns / 2.00µs 2.00x   999ns / 2.00µs 2.00x   999ns"));
  CHECK(has(text, "micro-sp          64.0µs / FAIL          64.0µs / 128µs 2.00x   64.0µs"));
  CHECK(has(text, "256µs / -\n"));
  CHECK(has(gb::one_line(text),
            "laptop, sqlite against zu: geometric mean of the p50 ratios 2.00 over 8 queries: 0 "
            "shorter, 8 longer, 0 undecided"));
  const json root = json::parse(gb::by_machine(documents, gb::Format::Json));
  CHECK(root["rows"].size() == 9 * 9);
  const std::string csv = gb::by_machine(documents, gb::Format::Csv);
  CHECK(count_of(csv, "\n") == 82);
  CHECK(has(csv, "micro-read,sf1,false,micro-sp,traversal,laptop,sqlite,failed,,,,,,,false\n"));
  CHECK(has(gb::by_machine(documents, gb::Format::Markdown), "|---|---|---|---|---|---|\n"));
}

TEST_CASE("the inventory counts what there is per engine, version, workload, scale and machine") {
  Documents documents{lab_document("zu", 1), lab_document("zu", 1), lab_document("zu", 1, 9, "x")};
  documents[1].annotations = {{"withdrawn", "wrong build", "", {}}};
  documents[2].gb->partial = true;
  const std::string csv = gb::inventory(documents, gb::Format::Csv);
  CHECK(has(csv, "zu,3.40.1,inproc,micro-read,sf1,laptop,2,0,1,2026-11-30T22:00:00Z\n"));
  CHECK(has(csv, "zu,3.40.1,inproc,micro-read,sf1,x,1,1,0,"));
  CHECK(json::parse(gb::inventory(documents, gb::Format::Json))["rows"].size() == 2);
}

TEST_CASE("a page needs nothing from elsewhere and takes no orders from a document") {
  Documents documents{lab_document("zu", 1), lab_document("a<script>alert(1)</script>", 2)};
  documents[0].gb->machine = documents[1].gb->machine = "\"><img src=x onerror=y>";
  documents[1].annotations = {{"note", "<b>bold</b>", "kim", {}}};
  const std::string page = gb::render(documents, gb::Format::Html);
  CHECK(page.starts_with("<!DOCTYPE html>"));
  CHECK(!has(page, "<script"));
  CHECK(!has(page, "<img"));
  CHECK(!has(page, "<b>bold"));
  CHECK(!has(page, "http"));
  CHECK(has(page, "@media print"));
  CHECK(count_of(page, "<svg") == 2);
  CHECK(count_of(page, "<svg") == count_of(page, "</svg>"));
  CHECK(count_of(page, "<tr>") == count_of(page, "</tr>"));
  CHECK(has(page, "Limits of this run"));
  CHECK(has(page, "<td class=\"loss\">2.00x"));
}

TEST_CASE("plots draw what there is: distributions, ratios, and windows where they were kept") {
  Documents documents{lab_document("zu", 1), lab_document("sqlite", 2)};
  const std::string two = gb::plots_file(documents, false);
  CHECK(two.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
  CHECK(two.ends_with("</svg>\n"));
  CHECK(has(two, "Latency: micro-read sf1 on laptop"));
  CHECK(has(two, "Ratio of medians to zu"));
  CHECK(!has(two, "Over the run"));
  CHECK(!has(two, "nan"));
  CHECK(!has(two, "inf"));
  documents[0].gb->seconds["micro-point"] = {
      1'000'000'000, {10, 0, 10, 10}, {0, 3, 0, 0}, {1000, 0, 1100, 1050}, {1500, 0, 1600, 1550}};
  const std::string three = gb::plots_file(documents, false);
  CHECK(has(three, "Over the run"));
  CHECK(count_of(three, "polyline points") == 4);  // a gap breaks each line in two

  CHECK(gb::plots_file({}, false).empty());
  Documents nothing{lab_document("zu", 1)};
  nothing[0].queries.clear();
  CHECK(gb::plots_file(nothing, false).empty());
  CHECK(!has(gb::plots_file({lab_document("zu", 1, 1)}, false), "nan"));
}

TEST_CASE("the plot in characters fits its width, has a row per query and column, and a scale") {
  const Documents documents{lab_document("zu", 1), lab_document("sqlite", 2)};
  const std::string text = gb::terminal_plot(documents, false, 80);
  CHECK(count_of(text, "micro-khop") == 6);
  CHECK(has(text, "logarithmic"));
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    const std::string line = text.substr(at, end - at);
    if (line.starts_with("micro-") && !has(line, "logarithmic")) CHECK(gb::text_width(line) <= 80);
    at = end + 1;
  }
}

TEST_CASE("drift of each query stands with its interval, and says so where it is found") {
  Documents documents{lab_document("zu", 1)};
  CHECK(gb::trend_table(gb::in_column_order(documents)).empty());
  documents[0].gb->trends = {{"micro-khop1", {60, 0.0001, 0.1, 0.08, 0.12}},
                             {"micro-khop2", {60, 0.4, -0.001, -0.02, 0.03}}};
  const std::string text = gb::render(documents, gb::Format::Table);
  CHECK(has(text, "micro-khop1          +10.0% (+8.0 to +12.0) DRIFTS\n"));
  CHECK(has(text, "micro-khop2          -0.1% (-2.0 to +3.0)\n"));
  CHECK(has(gb::render(documents, gb::Format::Markdown), "DRIFTS"));
  CHECK(has(gb::render(documents, gb::Format::Html), "DRIFTS"));
}

TEST_CASE("throughput is what was completed per wall second, shown where clients work at once") {
  Documents documents{lab_document("zu", 1)};
  documents[0].gb->samples.at("micro-khop1").wall_seconds = 0.25;
  CHECK(gb::throughput_table(gb::in_column_order(documents)).empty());
  documents[0].condition.concurrency = {4};
  const std::string text = gb::throughput_table(gb::in_column_order(documents));
  CHECK(has(text, "micro-khop1                4.00 K/s\n"));
}

TEST_CASE("what was said about a result stands with it in every view") {
  Documents documents{lab_document("zu", 1)};
  documents[0].annotations = {{"note", "fan failed", "kim", {}},
                              {"withdrawn", "wrong build", "", {}}};
  for (const gb::Format format :
       {gb::Format::Table, gb::Format::Markdown, gb::Format::Html, gb::Format::Json}) {
    const std::string text = gb::render(documents, format);
    CHECK(has(text, "fan failed"));
    CHECK(has(text, "wrong build"));
  }
  CHECK(
      has(gb::render(documents, gb::Format::Table), "WITHDRAWN zu: not to be compared or judged"));
  CHECK(has(gb::render(documents, gb::Format::Csv), ",true\n"));
}
