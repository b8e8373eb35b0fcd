// The finance example of the specification, every oracle against one that scans lists, and every
// sql text against the oracle, on 200 tiny sets of accounts and transfers with parallel edges.
#include <SQLiteCpp/SQLiteCpp.h>
#include <doctest/doctest.h>
#include <sqlite3.h>

#include <algorithm>
#include <functional>
#include <set>

#include "core/base/random.h"
#include "tests/workloads/oracle/queries.h"
#include "workloads/oracle/oracle.h"
#include "workloads/verify/compare.h"
#include "workloads/verify/pool.h"

using namespace gb;

namespace {

using Account = FinanceModel::Account;
using Payment = FinanceModel::Payment;
using Rows = std::vector<std::vector<Value>>;

struct Books {
  std::vector<Account> accounts;
  std::vector<Payment> transfers;
  std::vector<Payment> deposits;
  FinanceModel model() const { return FinanceModel(accounts, transfers, deposits); }
};

/// F4 of the specification (workloads §17.5).
Books example() {
  return {{{0, 5, false}, {1, 15, true}, {2, 25, false}, {3, 60, false}},
          {{0, 1, 100, 10},
           {1, 2, 80, 20},
           {2, 0, 50, 30},
           {0, 2, 10, 40},
           {2, 3, 40, 35},
           {3, 0, 5, 90},
           {0, 1, 7.5, 50},
           {1, 0, 60, 45}},
          {{5, 1, 1000, 15}}};
}

Books tiny_books(SplitMix64& random) {
  const auto up_to = [&](std::uint64_t n) { return static_cast<std::int64_t>(random.below(n)); };
  Books books;
  const std::uint64_t accounts = 2 + random.below(5);
  for (std::uint64_t id = 0; id < accounts; ++id) {
    books.accounts.push_back({static_cast<std::int64_t>(id), up_to(20), random.below(2) == 1});
  }
  for (std::int64_t i = 1 + up_to(14); i > 0; --i) {
    const std::int64_t src = up_to(accounts);
    const std::int64_t dst = (src + 1 + up_to(accounts - 1)) % static_cast<std::int64_t>(accounts);
    books.transfers.push_back({src, dst, static_cast<double>(1 + up_to(8)), up_to(20)});
  }
  for (std::int64_t i = up_to(4); i > 0; --i) {
    books.deposits.push_back({100 + up_to(2), up_to(accounts), 10, up_to(20)});
  }
  return books;
}

const Query& finance_query(const std::string& id) {
  const std::vector<Query>& queries = built_in("fb-read").queries;
  const auto found = std::find_if(queries.begin(), queries.end(),
                                  [&](const Query& query) { return query.id == id; });
  REQUIRE(found != queries.end());
  return *found;
}

Rows ask(const Models& models, const std::string& id, const Params& params) {
  const Result<Answer> answer = Oracle(models).answer(finance_query(id), params);
  REQUIRE_MESSAGE(answer, answer.error().message);
  return answer->rows;
}

std::string difference(const std::string& id, const Rows& got, const Rows& want) {
  const Query& query = finance_query(id);
  return first_difference({query.columns, got}, {query.columns, want}, query.compare).value_or("");
}

/// Walks of the window, edge by edge, by their places in the list.
void walk(const Books& books, std::int64_t from, std::int64_t start, std::int64_t end, int hops,
          std::vector<std::size_t>& edges,
          const std::function<void(const std::vector<std::size_t>&)>& use) {
  if (hops == 0) return;
  for (std::size_t i = 0; i < books.transfers.size(); ++i) {
    const Payment& edge = books.transfers[i];
    if (edge.src != from || edge.ts < start || edge.ts >= end) continue;
    edges.push_back(i);
    use(edges);
    walk(books, edge.dst, start, end, hops - 1, edges, use);
    edges.pop_back();
  }
}

class Tables {
 public:
  explicit Tables(const Books& books) : database_(":memory:", SQLite::OPEN_READWRITE) {
    database_.exec(
        "CREATE TABLE Account (id INTEGER PRIMARY KEY, createTime INTEGER, isBlocked INTEGER)");
    for (const char* type : {"TRANSFER", "DEPOSIT"}) {
      database_.exec(std::string("CREATE TABLE ") + type +
                     " (src INTEGER, dst INTEGER, ordinal INTEGER, amount REAL, ts INTEGER, "
                     "PRIMARY KEY (src, dst, ordinal)) WITHOUT ROWID");
    }
    for (const Account& each : books.accounts) {
      SQLite::Statement row(database_, "INSERT INTO Account VALUES (?, ?, ?)");
      row.bind(1, each.id);
      row.bind(2, each.create_time);
      row.bind(3, each.is_blocked ? 1 : 0);
      row.exec();
    }
    insert("TRANSFER", books.transfers);
    insert("DEPOSIT", books.deposits);
    database_.exec("CREATE INDEX transfer_in ON TRANSFER (dst, src)");
    database_.exec("ANALYZE");
  }

  /// How SQLite means to answer, one step a line.
  std::string plan(const Query& query) const {
    SQLite::Statement statement(database_, "EXPLAIN QUERY PLAN " + query.texts.at("sql").front());
    std::string steps;
    while (statement.executeStep()) steps += statement.getColumn(3).getString() + "\n";
    return steps;
  }

  Rows ask(const Query& query, const Params& params) const {
    SQLite::Statement statement(database_, query.texts.at("sql").front());
    for (std::size_t i = 0; i < params.size(); ++i) {
      const std::string name = "$" + query.parameters[i];
      if (const auto* real = std::get_if<double>(&params[i].is)) statement.bind(name, *real);
      if (const auto* whole = std::get_if<std::int64_t>(&params[i].is))
        statement.bind(name, *whole);
    }
    Rows rows;
    while (statement.executeStep()) {
      std::vector<Value>& row = rows.emplace_back();
      for (int i = 0; i < statement.getColumnCount(); ++i) {
        const SQLite::Column cell = statement.getColumn(i);
        const bool is_bool = std::string(statement.getColumnName(i)).ends_with("::bool");
        if (cell.isNull())
          row.emplace_back();
        else if (cell.isFloat())
          row.emplace_back(cell.getDouble());
        else if (is_bool)
          row.emplace_back(cell.getInt64() != 0);
        else
          row.emplace_back(std::int64_t{cell.getInt64()});
      }
    }
    return rows;
  }

 private:
  void insert(const std::string& type, const std::vector<Payment>& payments) {
    std::int64_t ordinal = 0;
    for (const Payment& each : payments) {
      SQLite::Statement row(database_, "INSERT INTO " + type + " VALUES (?, ?, ?, ?, ?)");
      row.bind(1, each.src);
      row.bind(2, each.dst);
      row.bind(3, ++ordinal);
      row.bind(4, each.amount);
      row.bind(5, each.ts);
      row.exec();
    }
  }

  mutable SQLite::Database database_;
};

}  // namespace

TEST_CASE("the finance example is answered as the specification works it out, by oracle and text") {
  const Books books = example();
  const Models models(books.model());
  const Tables tables(books);
  const auto check = [&](const std::string& id, const Params& params, const Rows& want) {
    CAPTURE(id);
    CHECK(difference(id, ask(models, id, params), want) == "");
    CHECK(difference(id, tables.ask(finance_query(id), params), want) == "");
  };
  check("fb-tcr1", {0, 10, 45}, {{4}});
  check("fb-tcr1", {0, 20, 45}, {{3}});
  check("fb-tcr1", {3, 10, 91}, {{3}});
  check("fb-tcr2", {10, 91, 1}, {{0, 3}, {2, 2}});
  check("fb-tcr3", {0, 3, 10, 91}, {{2}});
  check("fb-tcr3", {0, 3, 10, 30}, {{Value()}});
  check("fb-tcr3", {0, 0, 10, 91}, {{2}});
  check("fb-tcr4", {0, 10, 91}, {{3}});
  check("fb-tcr4", {0, 10, 45}, {{1}});
  check("fb-tcr5", {0, 10, 91, 1.0}, {{3, 115.0, 3, 117.5, false}});
  check("fb-tcr5", {1, 10, 45, 1.0}, {{1, 100.0, 1, 80.0, true}});
  check("fb-tcr5", {0, 90, 91, 1.0}, {{1, 5.0, 0, 0.0, false}});
  check("fb-tcr8", {5, 10, 91}, {{4}});
  check("fb-tcr8", {5, 16, 91}, {{0}});
  check("fb-tcr11", {0, 10, 91, 1.0}, {{4}});
  check("fb-tcr11", {0, 10, 91, 0.6}, {{2}});
  check("fb-tcr12", {5, 50, 1}, {{3}});
  check("fb-tcr12", {5, 50, 2}, {{0}});
  check("fb-sr1", {1}, {{1, 15, true}});
  check("fb-sr1", {77}, {});
  check("fb-sr2", {0, 10, 91}, {{1, 7.5, 50}, {2, 10.0, 40}, {1, 100.0, 10}});
}

TEST_CASE("texts that ignore the window are noticed") {
  const Books books = example();
  const Models models(books.model());
  const Tables tables(books);
  for (const char* id : {"fb-tcr1", "fb-tcr3", "fb-tcr4", "fb-tcr5", "fb-tcr8", "fb-sr2"}) {
    CAPTURE(id);
    Query unfiltered = finance_query(id);
    std::string& text = unfiltered.texts.at("sql").front();
    for (const std::string name : {"$startTime", "$endTime"}) {
      const std::string always =
          name == "$startTime" ? "MIN(0, $startTime)" : "MAX(1000, $endTime)";
      for (auto at = text.find(name); at != std::string::npos; at = text.find(name, at)) {
        text.replace(at, name.size(), always);
        at += always.size();
      }
    }
    bool caught = false;
    const BoundParameters bound = *bind_parameters(built_in("fb-read"), models, Seed{1});
    for (const Draw& draw : bound.pools.at(unfiltered.pool).draws) {
      const Rows want = ask(models, id, draw.params);
      caught = caught || !difference(id, tables.ask(unfiltered, draw.params), want).empty();
    }
    CHECK(caught);
  }
}

TEST_CASE("no traversal of transfers reads the whole table") {
  SplitMix64 random(Seed{5});
  Books books;
  for (std::int64_t id = 0; id < 300; ++id) books.accounts.push_back({id, id, false});
  for (std::int64_t i = 0; i < 9000; ++i) {
    const auto src = static_cast<std::int64_t>(random.below(300));
    books.transfers.push_back({src, (src + 1 + i % 299) % 300, 1.0, i});
  }
  for (std::int64_t i = 0; i < 50; ++i) books.deposits.push_back({1000 + i, i, 1.0, i});
  const Tables tables(books);
  for (const Query& query : built_in("fb-read").queries) {
    if (query.query_class == QueryClass::Aggregation) continue;
    CAPTURE(query.id);
    const std::string plan = tables.plan(query);
    CAPTURE(plan);
    for (const char* table : {"SCAN TRANSFER", "SCAN t\n", "SCAN t USING", "SCAN t1", "SCAN t2",
                              "SCAN t3", "SCAN DEPOSIT", "SCAN Account"}) {
      CHECK(plan.find(table) == std::string::npos);
    }
  }
}

TEST_CASE("every traversal oracle agrees with walks enumerated edge by edge, every text with it") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    SplitMix64 random(Seed{seed});
    const Books books = tiny_books(random);
    const Models models(books.model());
    const Tables tables(books);
    const auto start = static_cast<std::int64_t>(random.below(8));
    const auto end = start + 1 + static_cast<std::int64_t>(random.below(20));
    const auto check = [&](const std::string& id, const Params& params, const Rows& want) {
      CAPTURE(id);
      CHECK(difference(id, ask(models, id, params), want) == "");
      CHECK(difference(id, tables.ask(finance_query(id), params), want) == "");
    };
    for (const Account& account : books.accounts) {
      const std::int64_t id = account.id;
      std::set<std::int64_t> two;
      std::set<std::int64_t> three;
      std::set<std::int64_t> decayed;
      std::map<std::int64_t, std::int64_t> hops;
      std::vector<std::size_t> edges;
      walk(books, id, start, end, 4, edges, [&](const std::vector<std::size_t>& way) {
        const std::int64_t last = books.transfers[way.back()].dst;
        const auto length = static_cast<std::int64_t>(way.size());
        if (length <= 2) two.insert(last);
        if (length <= 3) three.insert(last);
        const auto [known, fresh] = hops.emplace(last, length);
        if (!fresh) known->second = std::min(known->second, length);
        if (length != 3 || way[0] == way[1] || way[1] == way[2] || way[0] == way[2]) return;
        const double first = books.transfers[way[0]].amount;
        const double second = books.transfers[way[1]].amount;
        if (second <= first && books.transfers[way[2]].amount <= second) decayed.insert(last);
      });
      std::int64_t loops = 0;
      for (const std::int64_t middle : three) {
        const bool returns =
            std::any_of(books.transfers.begin(), books.transfers.end(), [&](const Payment& edge) {
              return edge.src == middle && edge.dst == id && edge.ts >= start && edge.ts < end;
            });
        if (middle != id && returns) ++loops;
      }
      check("fb-tcr1", {id, start, end}, {{static_cast<std::int64_t>(two.size())}});
      check("fb-tcr4", {id, start, end}, {{loops}});
      check("fb-tcr11", {id, start, end, 1.0}, {{static_cast<std::int64_t>(decayed.size())}});
      for (const Account& dst : books.accounts) {
        const auto found = hops.find(dst.id);
        check("fb-tcr3", {id, dst.id, start, end},
              {{found == hops.end() ? Value() : Value(found->second)}});
      }
    }
    const BoundParameters bound = *bind_parameters(built_in("fb-read"), models, Seed{seed});
    for (const Query& query : built_in("fb-read").queries) {
      if (!bound.pools.contains(query.pool)) continue;
      CAPTURE(query.id);
      for (const Draw& draw : bound.pools.at(query.pool).draws) {
        CHECK(difference(query.id, tables.ask(query, draw.params),
                         ask(models, query.id, draw.params)) == "");
      }
    }
  }
}
