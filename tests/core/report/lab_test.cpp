#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/document/keys.h"
#include "core/report/lab_view.h"
#include "core/report/report.h"
#include "core/report/text_table.h"
#include "tests/core/report/golden.h"
#include "tests/core/report/lab_documents.h"

using gb::test::end_otherwise;
using gb::test::has;
using gb::test::lab_document;
using gb::test::ladybug;
using gb::test::zu;

namespace {

using Documents = std::vector<gb::ResultDocument>;

std::string table(const Documents& documents, bool side_by_side = false) {
  return gb::render(documents, gb::Format::Table,
                    {.side_by_side = side_by_side, .resources = false});
}

std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    widest = std::max(widest, gb::text_width(text.substr(at, end - at)));
    at = end + 1;
  }
  return widest;
}

Documents three_engines() {
  return {lab_document("sqlite", 1), lab_document("sqlite-sync", 1.004),
          lab_document("sqlite-mem", 0.5)};
}

}  // namespace

TEST_CASE(
    "three engines stand side by side: a row per query, by class, each cell in its own unit") {
  const std::string text = table(three_engines());
  CHECK(text.starts_with(R"(micro-read sf1 on laptop

                    sqlite              sqlite-sync                 sqlite-mem
Query                      p50     p99         p50     p99   ratio         p50     p99  ratio
------------------  ----------  ------  ----------  ------  ------  ----------  ------  -----
point-read
  micro-point        999ns ±1%  1.10µs  1.00µs ±1%  1.10µs  ~1.00x   499ns ±1%   548ns  0.50x
  micro-point-miss  2.00µs ±1%  2.20µs  2.01µs ±1%  2.20µs  ~1.00x   999ns ±1%  1.10µs  0.50x
traversal
  micro-khop1       4.00µs ±1%  4.39µs  4.02µs ±1%  4.41µs  ~1.00x  2.00µs ±1%  2.20µs  0.50x
  micro-khop2       8.00µs ±1%  8.78µs  8.03µs ±1%  8.82µs  ~1.00x  4.00µs ±1%  4.39µs  0.50x
  micro-khop3       16.0µs ±1%  17.6µs  16.1µs ±1%  17.6µs  ~1.00x  8.00µs ±1%  8.78µs  0.50x
  micro-varlen      32.0µs ±1%  35.1µs  32.1µs ±1%  35.3µs  ~1.00x  16.0µs ±1%  17.6µs  0.50x
  micro-sp          64.0µs ±1%  70.3µs  64.2µs ±1%  70.5µs  ~1.00x  32.0µs ±1%  35.1µs  0.50x
subgraph
  micro-triangle     128µs ±1%   141µs   128µs ±1%   141µs  ~1.00x  64.0µs ±1%  70.3µs  0.50x
aggregation
  micro-degree       256µs ±1%   281µs   257µs ±1%   282µs  ~1.00x   128µs ±1%   141µs  0.50x

)"));
  CHECK(has(text, "27 of 27 answers verified.\n"));
  CHECK(has(text, "sqlite-sync against sqlite: geometric mean of the p50 ratios 1.00 over 9 "));
  CHECK(has(gb::one_line(text), "over 9 queries: 0 shorter, 0 longer, 9 undecided"));
  CHECK(has(text, "A ratio with ~ is undecided"));
  CHECK(widest_line(text) <= 100);
}

TEST_CASE("conditions stand below: what all columns share once, what is one's own on its line") {
  Documents documents = three_engines();
  documents[1].gb->durability = "wal, synchronous=full";
  documents[2].gb->host[0].load_1m = 0.75;
  const std::string text = table(documents);
  for (const char* part :
       {"all columns: version 3.40.1; plane inproc;", "dataset grid-100x100 fd000c2a",
        "service-time with 1 client", "warm-up fixed-2s", "1000 operations a query",
        "seed 1, sequence eeeeeeee", "on laptop (Example CPU, 2 cores, 8.0 GiB, linux/amd64)"}) {
    std::string flat = gb::one_line(text);
    CAPTURE(part);
    CHECK(has(flat, part));
  }
  CHECK(has(text, "\nsqlite: durability wal, synchronous=normal; load 0.25 before, 1.10 after\n"));
  CHECK(
      has(text, "\nsqlite-sync: durability wal, synchronous=full; load 0.25 before, 1.10 after\n"));
  CHECK(has(text,
            "\nsqlite-mem: durability wal, synchronous=normal; load 0.75 before, 1.10 after\n"));
  CHECK(has(gb::one_line(text),
            "fsync 77.1µs (74.0µs to 80.2µs) before, 78.0µs (75.0µs to 81.0µs) "
            "after on ext4"));
}

TEST_CASE("wrong, broken, skipped and failing queries say so in their cell and why below") {
  Documents documents = three_engines();
  end_otherwise(documents[1], "micro-khop2", "FAIL", "failed", "wrong-answer",
                "sample 3 {src: 4}: row 2: got (7), want (8)");
  end_otherwise(documents[1], "micro-sp", "SKIP", "skipped", "no-dialect-text", "");
  end_otherwise(documents[2], "micro-varlen", "BROKEN", "broken", "timeout", "no answer in 60s");
  end_otherwise(documents[2], "micro-degree", "SKIP", "skipped",
                "missing-algorithm:betweenness-centrality", "");
  documents[0].queries["micro-khop1"].errors = 3;
  documents[0].queries["micro-khop1"].first_error = "database\nis \x1b[31mlocked";
  gb::StatFields& all_errors = documents[0].queries["micro-triangle"];
  all_errors.errors = all_errors.count;
  const std::string text = table(documents);
  CHECK(has(text, "  micro-khop2       8.00µs ±1%  8.78µs  FAIL   "));
  CHECK(has(text, "SKIP(no-dialect-text)"));
  CHECK(has(text, "BROKEN(timeout)\n"));
  CHECK(has(text, "  micro-triangle    ERR(1000/1000)  "));
  CHECK(has(text, "SKIP(missing-algorithm:..)\n"));
  CHECK(has(text,
            "\nFAIL sqlite-sync micro-khop2: wrong-answer: sample 3 {src: 4}: row 2: got (7), "
            "want (8)\n"));
  CHECK(has(text, "\nBROKEN sqlite-mem micro-varlen: timeout: no answer in 60s\n"));
  CHECK(has(text, "\nSKIP sqlite-mem micro-degree: missing-algorithm:betweenness-centrality\n"));
  CHECK(has(text,
            "\nsqlite micro-khop1: 3 of 1000 operations failed, first: database is [31mlocked"));
  CHECK(has(text, "\nsqlite micro-triangle: 1000 of 1000 operations failed\n"));
  CHECK(has(text, "23 of 25 answers verified, 2 skipped.\n"));
  CHECK(has(text, "- sqlite-mem and sqlite-sync: partial, a query failed or broke"));
  // A query that was not measured keeps its place among its class.
  CHECK(text.find("aggregation") < text.find("  micro-degree"));
  CHECK(widest_line(text) <= 100);
}

TEST_CASE("below 299 samples the largest is shown and named as that, never as p99") {
  const auto few = lab_document("sqlite", 1, 298);
  const std::string text = table({few});
  CHECK(has(text, "p50  max of 298\n"));
  CHECK(!has(text, " p99\n"));
  CHECK(has(text, "- A p99 needs 299 samples; of 298 the largest is shown instead"));
  CHECK(has(text, "  micro-point        999ns ±2%      1.10µs\n"));
  CHECK(!has(table({lab_document("sqlite", 1, 299)}), "max of"));

  gb::ResultDocument mixed = lab_document("sqlite", 1);
  gb::StatFields& stat = mixed.queries["micro-sp"];
  stat.count = 18;
  stat.p99 = 1'000'000;
  stat.max = 2'000'000;
  const std::string both = table({mixed});
  CHECK(has(both, "2.00ms max of 18\n"));
  CHECK(!has(both, "1.00ms"));
  CHECK(has(both, "of 18 the largest is shown"));
}

TEST_CASE("columns that may not be compared say so on top and get no ratio") {
  const auto base = lab_document("sqlite", 1);
  const auto told = [&](auto change, const char* difference) {
    gb::ResultDocument other = lab_document("sqlite-sync", 2);
    change(other);
    const std::string text = table({base, other}, true);
    CAPTURE(difference);
    const std::size_t at = text.find("NOT COMPARABLE");
    REQUIRE(at != std::string::npos);
    CHECK(at < text.find("Query"));
    CHECK(has(gb::one_line(text), difference));
    CHECK(!has(text, " ratio"));
  };
  told([](auto& d) { d.workload = "micro-grid"; }, "workload (micro-read, micro-grid)");
  told([](auto& d) { d.condition.scale = "smoke"; }, "scale (sf1, smoke)");
  told([](auto& d) { d.condition.dataset_checksum = "sha256:0123456789abcdef"; },
       "dataset checksum (fd000c2a, 01234567)");
  told([](auto& d) { d.gb->sequence_sha256 = std::string(64, 'a'); },
       "parameter sequence (eeeeeeee, aaaaaaaa)");
  told([](auto& d) { d.condition.latency_model = "open-model"; },
       "latency model (service-time, open-model at 0/s)");
  told([](auto& d) { d.condition.concurrency = {1, 4}; }, "concurrency (1, 1,4)");
  told([](auto& d) { d.condition.plane = "bolt"; }, "plane (inproc, bolt)");
  CHECK(!has(table({base, lab_document("sqlite-sync", 2)}, true), "NOT COMPARABLE"));
}

TEST_CASE("an engine that failed everything stands beside the others without a difference") {
  gb::ResultDocument failed = lab_document("sqlite-sync", 1);
  for (const gb::test::LabQuery& query : gb::test::kMicroRead) {
    end_otherwise(failed, query.id, "FAIL", "failed", "wrong-answer", "no row, want 1");
  }
  failed.condition.latency_model.clear();
  const std::string text = table({lab_document("sqlite", 1), failed});
  CHECK(!has(text, "NOT COMPARABLE"));
  CHECK(has(text, "9 of 18 answers verified.\n"));
  CHECK(has(text, "  micro-point        999ns ±1%  1.10µs  FAIL\n"));
}

TEST_CASE("machines, workloads and scales get tables of their own") {
  Documents documents;
  for (const char* machine : {"laptop", "server1"}) {
    for (const char* scale : {"smoke", "sf1"}) {
      for (const char* engine : {"sqlite", "sqlite-mem"}) {
        documents.push_back(lab_document(engine, 1, 1000, machine, scale));
      }
    }
  }
  const auto tables = gb::lab_tables(documents, false);
  REQUIRE(tables.size() == 4);
  CHECK(tables[0].machine == "laptop");
  CHECK(tables[1].scale == "sf1");
  CHECK(tables[3].machine == "server1");
  for (const gb::LabTable& one : tables) {
    CHECK(one.columns.size() == 2);
    CHECK(one.differences.empty());
  }
  const std::string text = table(documents);
  CHECK(has(text, "micro-read smoke on laptop\n"));
  CHECK(has(text, "micro-read sf1 on server1\n"));
  CHECK(has(text, "72 of 72 answers verified.\n"));
  CHECK(has(text, "- Figures of different machines do not compare.\n"));
  for (gb::ResultDocument& document : documents) document.gb->host_fingerprint = "same";
  CHECK(has(table(documents), "- laptop and server1 are one host:"));
}

TEST_CASE("what the runs cannot show is said from their facts") {
  gb::ResultDocument document = lab_document("sqlite", 1);
  CHECK(!has(table({document}), "developer machines"));
  CHECK(has(gb::one_line(table({document})),
            "Limits of this run: - ± is the larger side of the 95 % interval"));
  document.gb->machine_class = "developer";
  document.gb->host[0].load_1m = 1.5;
  document.gb->host[1].steal_share = 0.04;
  document.gb->sync_before = {900, 800, 1000, {}, false, "tmpfs", ""};
  document.gb->timer_floor_p50_ns = 120;
  const std::string text = gb::one_line(table({document}));
  CHECK(has(text, "- Other work may have disturbed the runs of developer machines: laptop."));
  CHECK(has(text, "- Busy before a run began: laptop (load up to 1.50 on 2 cores)."));
  CHECK(has(text, "- Virtual machines that lost time to others: laptop (up to 4 %)."));
  CHECK(has(text,
            "- The store's volume does not reach a device, so durable writes cost nothing there: "
            "laptop (fsync 900ns on tmpfs)."));
  CHECK(has(text,
            "Shorter than ten times the timer's floor, so read as \"at most\": sqlite "
            "micro-point."));
  document.verification.clear();
  CHECK(has(table({document}), "- sqlite: no answer was verified."));
}

TEST_CASE("a limit that several machines share is said once") {
  Documents documents = {lab_document("sqlite", 1, 1000, "laptop", "smoke"),
                         lab_document("sqlite", 1, 1000, "server1", "smoke")};
  for (gb::ResultDocument& document : documents) document.gb->machine_class = "developer";
  CHECK(has(gb::one_line(table(documents)), "runs of developer machines: laptop and server1."));
}

TEST_CASE("columns of one engine are told apart by plane, version or number") {
  const auto labels = [](const Documents& documents) {
    std::string all;
    const auto tables = gb::lab_tables(documents, false);
    for (const auto& column : tables.front().columns) {
      all += column.label + "|";
    }
    return all;
  };
  gb::ResultDocument one = lab_document("zu", 1), other = lab_document("zu", 1);
  CHECK(labels({one, other}) == "zu #1|zu #2|");
  other.condition.engine_version = "9";
  CHECK(labels({one, other}) == "zu/inproc 3.40.1|zu/inproc 9|");
  other.condition.plane = "bolt";
  CHECK(labels({other, one}) == "zu/inproc|zu/bolt|");
}

TEST_CASE("more engines than fit stand in parts, each within the width") {
  Documents documents;
  for (int i = 1; i <= 7; ++i) {
    documents.push_back(lab_document("engine-number-" + std::to_string(i), i));
  }
  const std::string text = table(documents);
  CHECK(widest_line(text) <= 100);
  for (int i = 1; i <= 7; ++i) CHECK(has(text, "engine-number-" + std::to_string(i)));
  CHECK(has(text, "7.00x"));
}

TEST_CASE("our view of the published pair has the published ratios and warns of two samples") {
  const std::string text = gb::render({zu(), ladybug()}, gb::Format::Table,
                                      {.view = gb::ReportView::Lab, .resources = false});
  CHECK(has(text, "lsqb sf1 on Apple M4\n"));
  CHECK(has(text, "  lsqb-q9    2.81ms    3.59ms   152ms     183ms  54.00x\n"));
  CHECK(has(text, "geometric mean of the p50 ratios 6.01 over 9 queries: 1 shorter, 8 longer"));
  CHECK(has(text, "max of 2"));
  CHECK(has(text, "18 of 18 answers verified.\n"));
}

TEST_CASE("cold figures and the resources follow when a document has them") {
  gb::ResultDocument document = lab_document("sqlite", 1);
  document.cold["traversal"] = document.queries["micro-khop1"];
  document.resource.values["MaxRSSBytes"] = 1 << 20;
  const std::string text = gb::render({document}, gb::Format::Table);
  CHECK(has(text, "cold (per class)\n  traversal             4.00µs"));
  CHECK(has(text, "\nResources, micro-read sf1 on laptop\n\nResource  sqlite/inproc"));
  CHECK(has(text, "peak rss  1.0 MiB"));
}

TEST_CASE("JSON carries every figure, bound and reason under stable names") {
  Documents documents = three_engines();
  end_otherwise(documents[1], "micro-sp", "SKIP", "skipped", "no-dialect-text", "");
  documents[2].queries["micro-degree"].errors = 1000;
  const auto root = nlohmann::json::parse(gb::render(documents, gb::Format::Json));
  CHECK(root.at("schema") == "graph-bench/report/1");
  CHECK(root.at("verified") == nlohmann::json{{"passed", 26}, {"asked", 26}, {"skipped", 1}});
  REQUIRE(root.at("tables").size() == 1);
  const auto& one = root.at("tables")[0];
  CHECK(one.at("machine") == "laptop");
  CHECK(one.at("differences").empty());
  CHECK(one.at("columns")[1].at("label") == "sqlite-sync");
  CHECK(one.at("columns")[1].at("fsync_ns") == 77'100);
  CHECK(one.at("columns")[1].at("operations") == 1000);
  CHECK(one.at("columns")[1].at("lineage_key") == gb::lineage_key(documents[1]));
  const auto cell = [&](const std::string& query, std::size_t column) {
    for (const auto& row : one.at("rows")) {
      if (row.at("query") == query) return row.at("cells").at(column);
    }
    return nlohmann::json();
  };
  CHECK(cell("micro-khop1", 0).at("p50_ns") == documents[0].queries["micro-khop1"].p50);
  CHECK(cell("micro-khop1", 0).at("ratio").is_null());
  CHECK(cell("micro-khop1", 0).at("p99_high_ns").is_null());
  CHECK(cell("micro-khop1", 1).at("undecided") == true);
  CHECK(cell("micro-khop1", 2).at("ratio").get<double>() == doctest::Approx(0.5).epsilon(0.001));
  CHECK(cell("micro-sp", 1) ==
        nlohmann::json{{"outcome", "skipped"}, {"reason", "no-dialect-text"}, {"detail", ""}});
  CHECK(cell("micro-degree", 2).at("outcome") == "errors");
  CHECK(!cell("micro-degree", 2).contains("p50_ns"));
}

TEST_CASE("Markdown and CSV say the same as the table") {
  Documents documents = three_engines();
  end_otherwise(documents[1], "micro-sp", "FAIL", "failed", "wrong-answer",
                "got <b>|\"1\", want 2");
  const std::string markdown = gb::render(documents, gb::Format::Markdown);
  CHECK(markdown.starts_with(
      "### micro-read sf1 on laptop\n\n"
      "| Query | sqlite p50 | p99 | sqlite-sync p50 | p99 | ratio | sqlite-mem p50 | p99 | ratio "
      "|\n"
      "|---|--:|--:|--:|--:|--:|--:|--:|--:|\n"
      "| micro-point | 999ns (993ns to 1.01µs) | 1.10µs | 1.00µs (997ns to 1.01µs) | 1.10µs | "
      "~1.00x "
      "| 499ns (496ns to 503ns) | 548ns | 0.50x |\n"));
  CHECK(has(markdown,
            "| micro-sp | 64.0µs (63.6µs to 64.4µs) | 70.3µs | FAIL | | | 32.0µs (31.8µs to "
            "32.2µs) | 35.1µs | 0.50x |\n"));
  CHECK(has(markdown, "\n- FAIL sqlite-sync micro-sp: wrong-answer: got \\<b>\\|\"1\", want 2\n"));
  CHECK(has(markdown, "\n26 of 27 answers verified.\n"));

  const std::string csv = gb::render(documents, gb::Format::Csv);
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 28);
  CHECK(csv.starts_with("machine,workload,scale,engine,engine_version,plane,class,query,outcome,"));
  CHECK(has(csv,
            "laptop,micro-read,sf1,sqlite-sync,3.40.1,inproc,traversal,micro-sp,failed,"
            "wrong-answer,\"got <b>|\"\"1\"\", want 2\",,,,,"));
  CHECK(has(csv,
            "laptop,micro-read,sf1,sqlite,3.40.1,inproc,point-read,micro-point,measured,,,"
            "1000,0,900,999,"));
}

TEST_CASE("overhead between planes of one engine is added on request") {
  gb::ResultDocument inproc = lab_document("zu", 1), bolt = lab_document("zu", 3);
  bolt.condition.plane = "bolt";
  const std::string text =
      gb::render({bolt, inproc}, gb::Format::Table, {.resources = false, .overhead = true});
  CHECK(has(text, "\nQuery             zu/inproc p50  zu/bolt p50"));
  CHECK(has(text, "NOT COMPARABLE"));
}
