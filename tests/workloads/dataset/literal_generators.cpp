#include "tests/workloads/dataset/literal_generators.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <tuple>

namespace gb::literal {
namespace {

using Int = std::int64_t;

constexpr const char* kPlainRel = ":START_ID,:END_ID,:TYPE\n";
constexpr const char* kWeightRel = ":START_ID,:END_ID,:TYPE,w:INT64\n";
constexpr const char* kDateRel = ":START_ID,:END_ID,:TYPE,creationDate:INT64\n";
constexpr const char* kMoneyRel = ":START_ID,:END_ID,:TYPE,amount:FLOAT64,ts:INT64\n";

struct Random {
  std::uint64_t s;

  Int below(Int bound) {
    const auto n = static_cast<std::uint64_t>(bound);
    if ((n & (n - 1)) == 0) return static_cast<Int>(next(s) & (n - 1));
    const std::uint64_t t = (~std::uint64_t{0} % n + 1) % n;  // (2^64 - n) mod n
    for (;;) {
      __extension__ const unsigned __int128 product = static_cast<unsigned __int128>(next(s)) * n;
      if (static_cast<std::uint64_t>(product) >= t) return static_cast<Int>(product >> 64U);
    }
  }
  double unit() { return static_cast<double>(next(s) >> 11U) * std::pow(2.0, -53); }

  std::set<Int> distinct(Int n, Int k, Int x) {
    std::set<Int> chosen;
    while (static_cast<Int>(chosen.size()) < k) {
      const Int v = below(n);
      if (v != x) chosen.insert(v);
    }
    return chosen;
  }
  std::string text(int length) {
    std::string out;
    for (int i = 0; i < length; ++i) {
      out += "abcdefghijklmnopqrstuvwxyz0123456789"[below(36)];
    }
    return out;
  }
};

Random seeded(Int seed) { return {static_cast<std::uint64_t>(seed)}; }

/// PLTABLE: entry d stands at d - lo.
std::vector<double> table(Int lo, Int hi, double gamma) {
  std::vector<double> c;
  double sum = 0;
  for (Int d = lo; d <= hi; ++d) {
    sum = sum + std::pow(static_cast<double>(d), -gamma);
    c.push_back(sum);
  }
  for (double& entry : c) entry = entry / sum;
  return c;
}

Int pick(const std::vector<double>& c, Int lo, double r) {
  for (std::size_t i = 0; i < c.size(); ++i) {
    if (r < c[i]) return lo + static_cast<Int>(i);
  }
  return lo + static_cast<Int>(c.size()) - 1;
}

Files bare(Int nodes, const std::string& edges) {
  std::string rows = "id:ID,:LABEL\n";
  for (Int i = 0; i < nodes; ++i) rows += row(i, "Node");
  return {{"nodes/Node.csv", rows}, {"rels/EDGE.csv", edges}};
}

std::string money(double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%.2f", value);
  return text;
}

using Edge = std::tuple<Int, Int, Int>;

std::string sorted_edges(std::vector<Edge> edges, bool weighted) {
  std::sort(edges.begin(), edges.end());
  std::string rows = weighted ? kWeightRel : kPlainRel;
  for (const auto& [source, target, weight] : edges) {
    rows += weighted ? row(source, target, "EDGE", weight) : row(source, target, "EDGE");
  }
  return rows;
}

const char* const kFinFirst[] = {"An",    "Binh",   "Chi",   "Dung", "Giang", "Ha",
                                 "Khanh", "Lan",    "Linh",  "Mai",  "Minh",  "Nam",
                                 "Ngoc",  "Phuong", "Quang", "Trang"};
const char* const kFinLast[] = {"Bui", "Dang", "Dinh",   "Do",   "Duong", "Ho",   "Hoang", "Le",
                                "Luu", "Ngo",  "Nguyen", "Pham", "Phan",  "Tran", "Trinh", "Vu"};
const char* const kSocialFirst[] = {
    "Ada",  "Alan",      "Barbara", "Claude", "Donald",   "Edsger",  "Frances", "Grace",
    "John", "Katherine", "Ken",     "Leslie", "Margaret", "Niklaus", "Robin",   "Tony"};
const char* const kSocialLast[] = {
    "Allen",   "Backus", "Dijkstra", "Hamilton", "Hoare",  "Hopper",  "Kay",      "Knuth",
    "Lamport", "Liskov", "Lovelace", "McCarthy", "Milner", "Shannon", "Thompson", "Wirth"};

}  // namespace

std::uint64_t next(std::uint64_t& state) {
  state = state + 0x9E3779B97F4A7C15U;
  std::uint64_t z = state;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

Files grid(const GridParams& params) {
  std::string edges = kPlainRel;
  for (Int r = 0; r < params.rows; ++r) {
    for (Int c = 0; c < params.cols; ++c) {
      const Int id = r * params.cols + c;
      if (c + 1 < params.cols) edges += row(id, id + 1, "EDGE");
      if (r + 1 < params.rows) edges += row(id, id + params.cols, "EDGE");
      if (params.diagonal && r + 1 < params.rows) {
        if (c + 1 < params.cols) edges += row(id, id + params.cols + 1, "EDGE");
        if (c >= 1) edges += row(id, id + params.cols - 1, "EDGE");
      }
    }
  }
  return bare(params.rows * params.cols, edges);
}

Files er(const ErParams& params, Int seed) {
  Random random = seeded(seed);
  std::string edges = kPlainRel;
  const double l = std::log(1 - params.p);
  double idx = -1;  // small enough here to be exact
  for (;;) {
    const double r = random.unit();
    idx = idx + std::floor(std::log(1 - r) / l) + 1;
    if (idx >= static_cast<double>(params.n * params.n)) break;
    const Int u = static_cast<Int>(idx) / params.n;
    const Int v = static_cast<Int>(idx) % params.n;
    if (u != v) edges += row(u, v, "EDGE");
  }
  return bare(params.n, edges);
}

Files uniform(const UniformParams& params, Int seed) {
  Random random = seeded(seed);
  std::string edges = kPlainRel;
  for (Int u = 0; u < params.n; ++u) {
    for (const Int v : random.distinct(params.n, params.degree, u)) edges += row(u, v, "EDGE");
  }
  return bare(params.n, edges);
}

Files powerlaw(const PowerlawParams& params, Int seed) {
  Random random = seeded(seed);
  std::string edges = kPlainRel;
  const Int lo = std::max<Int>(1, params.min_degree);
  const auto degrees = table(lo, params.max_degree, params.gamma);
  for (Int u = 0; u < params.n; ++u) {
    const Int d = pick(degrees, lo, random.unit());
    for (const Int v : random.distinct(params.n, d, u)) edges += row(u, v, "EDGE");
  }
  return bare(params.n, edges);
}

Files rmat(const RmatParams& params, Int seed) {
  Random random = seeded(seed);
  auto [a, b, c, d] = params.initiator;
  if (a == 0 && b == 0 && c == 0 && d == 0) {
    a = 0.57;
    b = 0.19;
    c = 0.19;
  }
  const double t1 = a;
  const double t2 = a + b;
  const double t3 = t2 + c;
  const Int nodes = Int{1} << params.scale;
  std::vector<Edge> edges;
  for (Int i = 0; i < params.edge_factor * nodes; ++i) {
    Int source = 0;
    Int target = 0;
    for (Int bit = params.scale - 1; bit >= 0; --bit) {
      const double r = random.unit();
      if (r < t1) continue;
      if (r < t2) {
        target |= Int{1} << bit;
      } else if (r < t3) {
        source |= Int{1} << bit;
      } else {
        source |= Int{1} << bit;
        target |= Int{1} << bit;
      }
    }
    edges.emplace_back(source, target, 0);
  }
  if (params.weighted) {
    for (Edge& edge : edges) std::get<2>(edge) = 1 + random.below(255);
  }
  return bare(nodes, sorted_edges(edges, params.weighted));
}

Files urand(const UrandParams& params, Int seed) {
  Random random = seeded(seed);
  const Int nodes = Int{1} << params.scale;
  const Int factor = params.edge_factor == 0 ? 16 : params.edge_factor;
  std::vector<Edge> edges;
  for (Int i = 0; i < factor * nodes; ++i) {
    const Int source = random.below(nodes);
    const Int target = random.below(nodes);
    edges.emplace_back(source, target, 1 + random.below(255));
  }
  return bare(nodes, sorted_edges(edges, true));
}

Files lb(const LbParams& params, Int seed) {
  Random random = seeded(seed);
  const Int n = params.nodes == 0 ? 10000 : params.nodes;
  Files files;
  std::string& objects = files["nodes/Obj.csv"];
  objects = "id:ID,otype:INT64,version:INT64,time:INT64,payload:STRING\n";
  for (Int i = 0; i < n; ++i) {
    const Int otype = 1 + random.below(10);
    const Int version = random.below(10);
    const Int time = random.below(1000000000);
    objects += row(i, otype, version, time, random.text(64));
  }
  std::string& links = files["rels/LINK.csv"];
  links = ":START_ID,:END_ID,:TYPE,ltype:INT64,time:INT64,payload:STRING\n";
  const auto degrees = table(1, std::min<Int>(1000, n - 1), 2);
  for (Int u = 0; u < n; ++u) {
    const Int d = pick(degrees, 1, random.unit());
    for (const Int v : random.distinct(n, d, u)) {
      const Int ltype = 1 + random.below(10);
      const Int time = random.below(1000000000);
      links += row(u, v, "LINK", ltype, time, random.text(64));
    }
  }
  return files;
}

Files fin(const FinParams& params, Int seed) {
  Random random = seeded(seed);
  const Int accounts = params.accounts == 0 ? 10000 : params.accounts;
  const Int days = params.days == 0 ? 30 : params.days;
  const Int per_day = params.tx_per_day == 0 ? 10000 : params.tx_per_day;
  const double fraction = params.hub_fraction == 0 ? 0.01 : params.hub_fraction;
  const Int persons = std::max<Int>(1, accounts / 2);
  const Int loans = std::max<Int>(1, accounts / 10);
  const Int window = days * 86400;
  const Int hubs = std::max<Int>(1, static_cast<Int>(fraction * static_cast<double>(accounts)));
  const auto draw_money = [&](double lo, double hi) {
    return money(lo + random.unit() * (hi - lo));
  };
  Files files;
  std::string& account_rows = files["nodes/Account.csv"] =
      "id:ID,createTime:INT64,isBlocked:BOOL\n";
  for (Int i = 0; i < accounts; ++i) {
    const Int time = random.below(window);
    account_rows += row(i, time, random.unit() < 0.01 ? "true" : "false");
  }
  std::string& person_rows = files["nodes/Person.csv"] = "id:ID,name:STRING\n";
  for (Int i = 0; i < persons; ++i) {
    const std::string first = kFinFirst[random.below(16)];
    person_rows += row(accounts + i, first + " " + kFinLast[random.below(16)]);
  }
  std::vector<std::string> amounts;
  std::string& loan_rows = files["nodes/Loan.csv"] = "id:ID,amount:FLOAT64\n";
  for (Int i = 0; i < loans; ++i) {
    amounts.push_back(draw_money(1000, 100000));
    loan_rows += row(accounts + persons + i, amounts.back());
  }
  std::string& transfers = files["rels/TRANSFER.csv"] = kMoneyRel;
  const auto hub_table = table(1, hubs, 1.5);
  for (Int t = 0; t < days * per_day; ++t) {
    const Int ts = t / per_day * 86400 + random.below(86400);
    const Int source = random.below(accounts);
    const double coin = random.unit();
    Int target = coin < 0.5 ? pick(hub_table, 1, random.unit()) - 1 : random.below(accounts);
    if (target == source) target = (target + 1) % accounts;
    transfers += row(source, target, "TRANSFER", draw_money(1, 10000), ts);
  }
  std::string& withdrawals = files["rels/WITHDRAW.csv"] = kMoneyRel;
  const Int fewer = std::max<Int>(1, per_day / 10);
  for (Int t = 0; t < days * fewer; ++t) {
    const Int ts = t / fewer * 86400 + random.below(86400);
    const Int source = random.below(accounts);
    Int target = random.below(accounts);
    if (target == source) target = (target + 1) % accounts;
    withdrawals += row(source, target, "WITHDRAW", draw_money(1, 5000), ts);
  }
  std::string& owns = files["rels/OWN.csv"] = kPlainRel;
  for (Int i = 0; i < accounts; ++i) owns += row(accounts + random.below(persons), i, "OWN");
  std::string& applies = files["rels/APPLY.csv"] = kPlainRel;
  const Int loan = accounts + persons;
  for (Int i = 0; i < loans; ++i) {
    applies += row(accounts + random.below(persons), loan + i, "APPLY");
  }
  std::string& deposits = files["rels/DEPOSIT.csv"] = kMoneyRel;
  for (Int i = 0; i < loans; ++i) {
    const Int account = random.below(accounts);
    deposits += row(loan + i, account, "DEPOSIT", amounts[static_cast<std::size_t>(i)],
                    random.below(window));
  }
  std::string& repays = files["rels/REPAY.csv"] = kMoneyRel;
  for (Int i = 0; i < loans; ++i) {
    const Int k = 1 + random.below(4);
    for (Int j = 0; j < k; ++j) {
      const double amount = std::strtod(amounts[static_cast<std::size_t>(i)].c_str(), nullptr);
      const double part = amount * (0.1 + 0.4 * random.unit());
      const Int account = random.below(accounts);
      repays += row(account, loan + i, "REPAY", money(part), random.below(window));
    }
  }
  return files;
}

Files social(const SocialParams& params, Int seed) {
  Random random = seeded(seed);
  const Int persons = params.persons == 0 ? 1000 : params.persons;
  const Int f = params.avg_friends == 0 ? 20 : params.avg_friends;
  const Int q = params.posts_per_person == 0 ? 10 : params.posts_per_person;
  const Int forums = std::max<Int>(1, persons / 20);
  const Int posts = persons * q;
  const auto date = [&] { return random.below(157680000); };
  Files files;
  std::string& person_rows = files["nodes/Person.csv"] =
      "id:ID,firstName:STRING,lastName:STRING,birthday:INT64,creationDate:INT64\n";
  for (Int i = 0; i < persons; ++i) {
    const std::string first = kSocialFirst[random.below(16)];
    const std::string last = kSocialLast[random.below(16)];
    const Int birthday = random.below(1104537600);
    person_rows += row(i, first, last, birthday, date());
  }
  std::string& post_rows = files["nodes/Post.csv"] =
      "id:ID,content:STRING,creationDate:INT64,creatorId:INT64\n";
  for (Int i = 0; i < posts; ++i) {
    const std::string content = random.text(32);
    post_rows += row(persons + i, content, date(), i / q);
  }
  std::string& forum_rows = files["nodes/Forum.csv"] = "id:ID,title:STRING\n";
  for (Int i = 0; i < forums; ++i) {
    forum_rows += row(persons + posts + i, "forum-" + std::to_string(i));
  }
  std::string& knows = files["rels/KNOWS.csv"] = kDateRel;
  const auto degrees = table(1, std::min(10 * f, persons - 1), 2);
  double p = 0;
  double mean = 0;
  for (std::size_t i = 0; i < degrees.size(); ++i) {
    const double product = static_cast<double>(i + 1) * (degrees[i] - p);
    mean = mean + product;
    p = degrees[i];
  }
  const double z = static_cast<double>(f) / mean;
  for (Int u = 0; u < persons; ++u) {
    Int d = std::llround(static_cast<double>(pick(degrees, 1, random.unit())) * z);
    d = std::min(std::max<Int>(d, 1), persons - 1);
    for (const Int v : random.distinct(persons, d, u)) knows += row(u, v, "KNOWS", date());
  }
  std::string& creators = files["rels/HAS_CREATOR.csv"] = kPlainRel;
  for (Int i = 0; i < posts; ++i) creators += row(persons + i, i / q, "HAS_CREATOR");
  std::string& likes = files["rels/LIKES.csv"] = kDateRel;
  for (Int i = 0; i < posts; ++i) {
    const Int k = random.below(6);
    for (const Int v : random.distinct(persons, k, -1)) {
      likes += row(v, persons + i, "LIKES", date());
    }
  }
  std::string& members = files["rels/HAS_MEMBER.csv"] = kPlainRel;
  for (Int i = 0; i < persons; ++i) {
    const Int k = std::min(forums, 1 + random.below(3));
    for (const Int g : random.distinct(forums, k, -1)) {
      members += row(persons + posts + g, i, "HAS_MEMBER");
    }
  }
  std::string& containers = files["rels/CONTAINER_OF.csv"] = kPlainRel;
  for (Int i = 0; i < posts; ++i) {
    containers += row(persons + posts + random.below(forums), persons + i, "CONTAINER_OF");
  }
  return files;
}

}  // namespace gb::literal
