#include <doctest/doctest.h>

#include <string>

#include "core/report/extra_tables.h"
#include "core/report/reference_matrix.h"
#include "core/report/report.h"
#include "core/report/resource_table.h"
#include "tests/core/report/golden.h"

using gb::test::has;
using gb::test::ladybug;
using gb::test::legacy;
using gb::test::stripped;
using gb::test::zu;

namespace {

/// The zu document with every kind of outcome in it (result-document §11).
gb::ResultDocument mixed() {
  gb::ResultDocument d = zu();
  d.condition.engine = "eng";
  d.condition.plane = "bolt";
  const auto verdict = [&](const std::string& id) -> gb::VerificationLine& {
    for (gb::VerificationLine& line : d.verification) {
      if (line.query_id == id) return line;
    }
    FAIL("no such query");
    return d.verification.front();
  };
  verdict("lsqb-q2").outcome = "SKIP";
  verdict("lsqb-q2").reason = "no-dialect-text";
  d.queries.erase("lsqb-q2");
  verdict("lsqb-q3").outcome = "FAIL";
  d.queries.erase("lsqb-q4");
  gb::StatFields& q5 = d.queries.at("lsqb-q5");
  q5.errors = 2;
  q5.p50 = q5.p99 = 0;
  q5.first_error = "bad\n thing";
  gb::StatFields& q6 = d.queries.at("lsqb-q6");
  q6.errors = 1;
  q6.first_error = "one\tof two";
  verdict("lsqb-q8").outcome = "SKIP";
  d.cold = {{"aggregation", d.classes.at("aggregation")}, {"zzz", d.classes.at("aggregation")}};
  return d;
}

}  // namespace

TEST_CASE("the published pair prints the published table") {
  const std::vector<gb::ResultDocument> pair{zu(), ladybug()};
  const std::string text = gb::reference_table(gb::in_column_order(pair));
  CHECK(stripped(text) == R"(               zu/inproc         ladybug/inproc
Class / Query  p50      p99      p50       p99
-------------  -------  -------  --------  --------
aggregation    0.004s   58.853s  0.123s    16.627s
  lsqb-q1      0.15ms   0.26ms   2.04ms    2.30ms
  lsqb-q2      2.28ms   2.51ms   7.98ms    8.40ms
  lsqb-q3      0.10ms   0.14ms   2.10ms    2.21ms
  lsqb-q4      36.11ms  36.62ms  122.99ms  129.50ms
  lsqb-q5      46.42ms  47.60ms  476.12ms  519.75ms
  lsqb-q6      0.422s   0.524s   2.652s    2.937s
  lsqb-q7      45.486s  58.853s  12.439s   16.627s
  lsqb-q8      4.31ms   5.00ms   14.10ms   15.17ms
  lsqb-q9      2.81ms   3.59ms   151.95ms  182.96ms

fidelity: lsqb: spec-following
zu/inproc: version 0.0.1, dataset 46dceb23, latency service-time, warmup fixed-2s, tuned=false
ladybug/inproc: version 0.19.1, dataset 46dceb23, latency service-time, warmup fixed-2s, tuned=false
)");
  // Every line of the table itself is padded to one width.
  CHECK(text.starts_with("               zu/inproc         ladybug/inproc    \n"));
  CHECK(has(text, "  lsqb-q1      0.15ms   0.26ms   2.04ms    2.30ms  \n"));
}

TEST_CASE("a document alone chooses the unit of each row from its own figures") {
  const std::vector<gb::ResultDocument> one{zu()};
  CHECK(stripped(gb::reference_table(gb::in_column_order(one))) == R"(               zu/inproc
Class / Query  p50       p99
-------------  --------  --------
aggregation    0.004s    58.853s
  lsqb-q1      154.5µs   264.5µs
  lsqb-q2      2.28ms    2.51ms
  lsqb-q3      101.2µs   136.4µs
  lsqb-q4      36.11ms   36.62ms
  lsqb-q5      46.42ms   47.60ms
  lsqb-q6      421.62ms  524.03ms
  lsqb-q7      45.486s   58.853s
  lsqb-q8      4.31ms    5.00ms
  lsqb-q9      2.81ms    3.59ms

fidelity: lsqb: spec-following
zu/inproc: version 0.0.1, dataset 46dceb23, latency service-time, warmup fixed-2s, tuned=false
)");
}

TEST_CASE("the legacy document prints the published table and no resources") {
  const std::vector<gb::ResultDocument> one{legacy()};
  CHECK(stripped(gb::render(one, gb::Format::Table)) == R"(                ladybug/inproc
Class / Query   p50         p99
--------------  ----------  --------
traversal       73.53ms     196.09ms
  micro-khop1   15.88ms     28.43ms
  micro-khop2   50.65ms     74.55ms
  micro-khop3   114.50ms    193.94ms
  micro-sp      ERR(50/50)
  micro-varlen  177.46ms    199.45ms

fidelity: micro-grid: unspecified
ladybug/inproc: version 0.17.1, dataset fd000c2a, latency unknown, warmup unknown, tuned=false

No document carries a resource capture.
)");
}

TEST_CASE("every kind of outcome has its published cell, and errors their lines") {
  const std::vector<gb::ResultDocument> both{mixed(), zu()};  // ordered by plane: inproc first
  const std::string text = gb::reference_table(gb::in_column_order(both));
  CHECK(stripped(text) == R"(                    zu/inproc           eng/bolt
Class / Query       p50       p99       p50                    p99
------------------  --------  --------  ---------------------  --------
aggregation         0.004s    58.853s   0.004s                 58.853s
zzz                 n/a       n/a       n/a                    n/a
aggregation (cold)  n/a       n/a       0.004s                 58.853s
zzz (cold)          n/a       n/a       0.004s                 58.853s
  lsqb-q1           154.5µs   264.5µs   154.5µs                264.5µs
  lsqb-q2           2.28ms    2.51ms    SKIP(no-dialect-text)
  lsqb-q3           101.2µs   136.4µs   FAIL
  lsqb-q4           36.11ms   36.62ms   n/a                    n/a
  lsqb-q5           46.42ms   47.60ms   ERR(2/2)
  lsqb-q6           421.62ms  524.03ms  421.62ms               524.03ms
  lsqb-q7           45.486s   58.853s   45.486s                58.853s
  lsqb-q8           4.31ms    5.00ms    SKIP
  lsqb-q9           2.81ms    3.59ms    2.81ms                 3.59ms

eng/bolt lsqb-q5: 2/2 failed, first: bad thing
eng/bolt lsqb-q6: 1/2 failed, first: one of two

fidelity: lsqb: spec-following
zu/inproc: version 0.0.1, dataset 46dceb23, latency service-time, warmup fixed-2s, tuned=false
eng/bolt: version 0.0.1, dataset 46dceb23, latency service-time, warmup fixed-2s, tuned=false
)");
}

TEST_CASE("a long first message is cut to 160 bytes") {
  gb::ResultDocument d = zu();
  d.queries.at("lsqb-q1").errors = 1;
  d.queries.at("lsqb-q1").first_error = std::string(160, 'x');
  CHECK(has(gb::reference_table({&d}), "first: " + std::string(160, 'x') + "\n"));
  d.queries.at("lsqb-q1").first_error = std::string(161, 'x');
  CHECK(has(gb::reference_table({&d}), "first: " + std::string(157, 'x') + "...\n"));
}

TEST_CASE("Markdown has the same rows, a blank for an empty cell and footers in italics") {
  const std::vector<gb::ResultDocument> pair{zu(), ladybug()};
  const std::string text = gb::reference_markdown(gb::in_column_order(pair));
  CHECK(
      text.starts_with("| Class / Query | zu/inproc p50 | p99 | ladybug/inproc p50 | p99 |\n"
                       "|---|---|---|---|---|\n"
                       "| aggregation | 0.004s | 58.853s | 0.123s | 16.627s |\n"));
  CHECK(has(text,
            "\n| lsqb-q9 | 2.81ms | 3.59ms | 151.95ms | 182.96ms |\n\n"
            "_fidelity: lsqb: spec-following_\n"));
  const gb::ResultDocument other = mixed();
  CHECK(has(gb::reference_markdown({&other}), "\n| lsqb-q2 | SKIP(no-dialect-text) |   |\n"));
  CHECK(!has(gb::reference_markdown({&other}), "failed, first"));
}

TEST_CASE("CSV has a record per document, section and row, in nanoseconds") {
  const std::vector<gb::ResultDocument> both{zu(), mixed()};
  const std::string text = gb::reference_csv(gb::in_column_order(both));
  CHECK(text.starts_with(
      "engine,plane,section,row,outcome,count,errors,min_ns,p50_ns,p90_ns,p95_ns,p99_ns,max_ns,"
      "mean_ns,stddev_ns,throughput,row_throughput\n"
      "zu,inproc,class,aggregation,,18,0,101166,4307458,45486089500,58853392459,58853392459,"
      "58853392459,5859611891,16524619203,0.00,0.00\n"
      "zu,inproc,query,lsqb-q1,PASS,"));
  CHECK(has(text,
            "zu,inproc,query,lsqb-q9,PASS,2,0,2813833,2813833,3592083,3592083,3592083,"
            "3592083,3202958,389125,0.00,0.00\n"));
  CHECK(has(text, "eng,bolt,query,lsqb-q2,SKIP(no-dialect-text),0,0,0,0,0,0,0,0,0,0,0.00,0.00\n"));
  CHECK(has(text, "eng,bolt,query,lsqb-q3,FAIL,2,0,101166,"));
  CHECK(has(text, "eng,bolt,query,lsqb-q4,PASS,0,0,0,"));
  CHECK(has(text,
            "eng,bolt,class,aggregation,,18,0,101166,4307458,45486089500,58853392459,"
            "58853392459,58853392459,5859611891,16524619203,0.00,0.00\n"
            "eng,bolt,cold,aggregation,,18,"));
  CHECK(has(text, "eng,bolt,cold,zzz,,18,"));
}

TEST_CASE("the pair's resources are the published ones; what nobody read has no row") {
  const std::vector<gb::ResultDocument> pair{zu(), ladybug()};
  const std::string text = stripped(gb::resource_table(gb::in_column_order(pair)));
  CHECK(text.starts_with(R"(Resource                        zu/inproc     ladybug/inproc
------------------------------  ------------  --------------
peak rss                        245.9 MiB     471.1 MiB
)"));
  for (const char* row : {"cpu user                        2m48.217891s  5m27.830114s\n",
                          "cpu sys                         2.908332s     2.873315s\n",
                          "gc pause                        6.218702ms    2.730169ms\n",
                          "ctx switches (invol)            217526        527656\n",
                          "block ops in                    0             0\n",
                          "dataset on disk                 2.1 MiB       2.1 MiB\n",
                          "store after load                13.8 MiB      6.0 MiB\n",
                          "store growth                    0 B           0 B\n"}) {
    CHECK(has(text, row));
  }
  CHECK(!has(text, "disk read"));
  gb::ResultDocument bare = ladybug();
  bare.resource.values["StoreGrowthBytes"] = -1;
  const std::vector<gb::ResultDocument> half{zu(), bare};
  CHECK(has(stripped(gb::resource_table(gb::in_column_order(half))),
            "store growth                    0 B           n/a\n"));
  CHECK(gb::resource_table({}).empty());
}

TEST_CASE("the pair's overhead table is the published one") {
  const std::vector<gb::ResultDocument> pair{zu(), ladybug()};
  CHECK(stripped(gb::overhead_table(gb::in_column_order(pair))) ==
        R"(Query    zu/inproc p50              ladybug/inproc p50
-------  -------------------------  ----------------------------
lsqb-q1  0.15ms                     2.04ms (+1.89ms, x13.22)
lsqb-q2  2.28ms                     7.98ms (+5.70ms, x3.50)
lsqb-q3  0.10ms                     2.10ms (+2.00ms, x20.74)
lsqb-q4  36.11ms                    122.99ms (+86.89ms, x3.41)
lsqb-q5  46.42ms                    476.12ms (+429.70ms, x10.26)
lsqb-q6  0.422s                     2.652s (+2.230s, x6.29)
lsqb-q7  45.486s (+33.047s, x3.66)  12.439s
lsqb-q8  4.31ms                     14.10ms (+9.80ms, x3.27)
lsqb-q9  2.81ms                     151.95ms (+149.13ms, x54.00)
)");
}

TEST_CASE("overhead: shared queries only, n/a for errors, a tie is plain") {
  const std::vector<gb::ResultDocument> both{zu(), mixed()};
  const std::string text = gb::overhead_table(gb::in_column_order(both));
  CHECK(!has(text, "lsqb-q2"));
  CHECK(!has(text, "lsqb-q4"));
  CHECK(has(stripped(text), "\nlsqb-q5  46.42ms        n/a\n"));
  CHECK(has(stripped(text), "\nlsqb-q3  101.2µs        101.2µs\n"));

  gb::ResultDocument fast, slow;
  fast.queries["q"].p50 = 100'000;
  slow.queries["q"].p50 = 350'000;
  CHECK(has(gb::overhead_table({&fast, &slow}), "100.0µs  350.0µs (+250.0µs, x3.50)"));
  CHECK(gb::overhead_table({&fast}) == "No query was measured on more than one plane.\n");
}

TEST_CASE("traversal rates and sustained latencies have their published notation") {
  gb::ResultDocument one = zu(), other = zu();
  other.condition.engine = "neo4j";
  other.condition.plane = "bolt";
  CHECK(gb::rate_table({&one, &other}).empty());
  CHECK(gb::drift_table({&one, &other}).empty());
  one.teps["g500-bfs"] = {"", 259'600, {}, 2.24e8};
  CHECK(stripped(gb::rate_table({&one, &other}))
            .starts_with(
                R"(Traversal rate           zu/inproc   neo4j/bolt
-----------------------  ----------  ----------
g500-bfs (259.6K edges)  224.00 M/s  n/a
)"));
  one.teps["a"] = {"", 17'196'776, {}, 999'999};
  one.teps["b"] = {"", 12'000, {}, 999.4};
  one.teps["c"] = {"", 999, {}, 2.5e9};
  const std::string rates = gb::rate_table({&one});
  CHECK(has(rates, "a (17.20M edges)         1000.00 K/s"));
  CHECK(has(rates, "b (12.0K edges)          999 /s"));
  CHECK(has(rates, "c (999 edges)            2.50 G/s"));
  one.drift["write"] = {10'000'000'000, 2, 10'000'000, 18'000'000, 0, 1.25, {}};
  const std::string drift = gb::drift_table({&one, &other});
  CHECK(has(drift, "Sustained p99 (10s windows)"));
  CHECK(has(drift, "10.00ms first, 18.00ms worst, 1.25x trend  n/a"));
}

TEST_CASE(
    "documents of the reference alone are printed its way, with resources and on request "
    "overhead") {
  const std::vector<gb::ResultDocument> pair{zu(), ladybug()};
  const std::string text = gb::render(pair, gb::Format::Table, {.overhead = true});
  CHECK(has(text, "tuned=false\n\nResource "));
  CHECK(has(text, "\n\nQuery    zu/inproc p50"));
  CHECK(has(gb::render(pair, gb::Format::Csv, {.overhead = true}), "0.00,0.00\n\nQuery    zu/"));
  CHECK(gb::render({}, gb::Format::Table).empty());
}

TEST_CASE("an unknown format is refused with the ones there are") {
  CHECK(*gb::parse_format("") == gb::Format::Table);
  CHECK(*gb::parse_format("md") == gb::Format::Markdown);
  CHECK(*gb::parse_format("json") == gb::Format::Json);
  const auto bad = gb::parse_format("xml");
  REQUIRE(!bad);
  CHECK(bad.error().message ==
        "unknown format \"xml\": there are table, markdown (or md), csv, json and html");
}
