#include "workloads/dataset/generator_fin.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/number_format.h"
#include "workloads/dataset/sampling.h"

namespace gb {
namespace {

constexpr std::int64_t kDaySeconds = 86400;
constexpr std::int64_t kMaxRows = std::int64_t{1} << 56U;

constexpr std::array<std::string_view, 16> kFirstNames = {
    "An",   "Binh", "Chi",  "Dung", "Giang", "Ha",     "Khanh", "Lan",
    "Linh", "Mai",  "Minh", "Nam",  "Ngoc",  "Phuong", "Quang", "Trang"};
constexpr std::array<std::string_view, 16> kLastNames = {
    "Bui", "Dang", "Dinh",   "Do",   "Duong", "Ho",   "Hoang", "Le",
    "Luu", "Ngo",  "Nguyen", "Pham", "Phan",  "Tran", "Trinh", "Vu"};

/// The parameters with their defaults, and what follows from them.
struct Sizes {
  std::int64_t accounts;
  std::int64_t days;
  std::int64_t tx_per_day;
  double hub_fraction;

  explicit Sizes(const FinParams& params)
      : accounts(params.accounts == 0 ? 10000 : params.accounts),
        days(params.days == 0 ? 30 : params.days),
        tx_per_day(params.tx_per_day == 0 ? 10000 : params.tx_per_day),
        hub_fraction(params.hub_fraction == 0 ? 0.01 : params.hub_fraction) {}

  std::int64_t persons() const { return std::max<std::int64_t>(1, accounts / 2); }
  std::int64_t loans() const { return std::max<std::int64_t>(1, accounts / 10); }
  std::int64_t window() const { return days * kDaySeconds; }
  std::int64_t hubs() const {
    return std::max<std::int64_t>(
        1, static_cast<std::int64_t>(hub_fraction * static_cast<double>(accounts)));
  }
  // Ids are blocks: accounts from 0, then persons, then loans.
  std::int64_t person(std::int64_t i) const { return accounts + i; }
  std::int64_t loan(std::int64_t i) const { return accounts + persons() + i; }
};

double draw_money(SplitMix64& random, double low, double high) {
  const double share = random.unit() * (high - low);
  return low + share;
}

/// The amount that a reader of the two decimals sees.
double as_written(double amount) {
  std::string text;
  append_money(text, amount);
  double read = 0;
  std::from_chars(text.data(), text.data() + text.size(), read);
  return read;
}

Result<void> write_nodes(const Sizes& sizes, SplitMix64& random, DatasetWriter& out,
                         std::vector<double>& loan_amounts) {
  const auto accounts = out.nodes("Account", [&](CsvWriter& csv) {
    for (std::int64_t i = 0; i < sizes.accounts; ++i) {
      csv.integer(i);
      csv.integer(below(random, sizes.window()));
      if (!csv.boolean(random.unit() < 0.01).end_row()) return;
    }
  });
  if (!accounts) return accounts;
  const auto persons = out.nodes("Person", [&](CsvWriter& csv) {
    std::string name;
    for (std::int64_t i = 0; i < sizes.persons(); ++i) {
      name = kFirstNames[random.below(kFirstNames.size())];
      name.push_back(' ');
      name += kLastNames[random.below(kLastNames.size())];
      if (!csv.integer(sizes.person(i)).plain(name).end_row()) return;
    }
  });
  if (!persons) return persons;
  const auto loans = [&](CsvWriter& csv) {
    for (std::int64_t i = 0; i < sizes.loans(); ++i) {
      const double amount = draw_money(random, 1000, 100000);
      loan_amounts.push_back(as_written(amount));
      if (!csv.integer(sizes.loan(i)).money(amount).end_row()) return;
    }
  };
  return out.nodes("Loan", loans, Leaves::Values);
}

/// `per_day` rows on each day; the target by `draw_target`, moved on by one if it is the source.
template <class DrawTarget>
Result<void> write_payments(std::string_view type, const Sizes& sizes, std::int64_t per_day,
                            double highest, SplitMix64& random, DatasetWriter& out,
                            DrawTarget draw_target) {
  return out.rels(type, [&](CsvWriter& csv) {
    for (std::int64_t day = 0; day < sizes.days; ++day) {
      for (std::int64_t i = 0; i < per_day; ++i) {
        const std::int64_t time = day * kDaySeconds + below(random, kDaySeconds);
        const std::int64_t from = below(random, sizes.accounts);
        std::int64_t to = draw_target();
        if (to == from) to = (to + 1) % sizes.accounts;
        const double amount = draw_money(random, 1, highest);
        csv.integer(from).integer(to).plain(type).money(amount);
        if (!csv.integer(time).end_row()) return;
      }
    }
  });
}

/// One row for each of `count` items: a random person, the item.
template <class Item>
Result<void> write_owners(std::string_view type, std::int64_t count, Item item, const Sizes& sizes,
                          SplitMix64& random, DatasetWriter& out) {
  return out.rels(type, [&](CsvWriter& csv) {
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int64_t person = sizes.person(below(random, sizes.persons()));
      if (!csv.integer(person).integer(item(i)).plain(type).end_row()) return;
    }
  });
}

Result<void> write_loan_flows(const Sizes& sizes, SplitMix64& random, DatasetWriter& out,
                              const std::vector<double>& loan_amounts) {
  const auto deposits = out.rels("DEPOSIT", [&](CsvWriter& csv) {
    for (std::int64_t i = 0; i < sizes.loans(); ++i) {
      csv.integer(sizes.loan(i));
      csv.integer(below(random, sizes.accounts)).plain("DEPOSIT");
      csv.money(loan_amounts[static_cast<std::size_t>(i)]);
      if (!csv.integer(below(random, sizes.window())).end_row()) return;
    }
  });
  if (!deposits) return deposits;
  return out.rels("REPAY", [&](CsvWriter& csv) {
    for (std::int64_t i = 0; i < sizes.loans(); ++i) {
      for (std::int64_t parts = 1 + below(random, 4); parts > 0; --parts) {
        // The part is drawn before the account, though it is written after it.
        const double share = 0.4 * random.unit();
        const double part = loan_amounts[static_cast<std::size_t>(i)] * (0.1 + share);
        csv.integer(below(random, sizes.accounts))
            .integer(sizes.loan(i))
            .plain("REPAY")
            .money(part);
        if (!csv.integer(below(random, sizes.window())).end_row()) return;
      }
    }
  });
}

}  // namespace

Result<void> check(const FinParams& params) {
  const Sizes sizes(params);
  if (sizes.accounts < 2 || sizes.accounts > kMaxRows) {
    return fail(ErrorCode::InvalidArgument,
                "fin: accounts must be from 2 to {}, or 0 for 10000, and is {}", kMaxRows,
                params.accounts);
  }
  if (sizes.days < 1 || sizes.days > kMaxRows / kDaySeconds) {
    return fail(ErrorCode::InvalidArgument,
                "fin: days must be from 1 to {}, or 0 for 30, and is {}", kMaxRows / kDaySeconds,
                params.days);
  }
  if (sizes.tx_per_day < 1 || sizes.tx_per_day > kMaxRows / sizes.days) {
    return fail(ErrorCode::InvalidArgument,
                "fin: tx-per-day must be from 1 to {}, or 0 for 10000, and is {}",
                kMaxRows / sizes.days, params.tx_per_day);
  }
  if (!(sizes.hub_fraction >= 0 && sizes.hub_fraction <= 1)) {
    return fail(ErrorCode::InvalidArgument,
                "fin: hub-frac must lie in [0, 1], 0 meaning 0.01, and is {}", params.hub_fraction);
  }
  return {};
}

Dataset describe(const FinParams& params) {
  const Sizes sizes(params);
  Dataset dataset;
  dataset.scale_text = fmt::format("a{}-d{}", sizes.accounts, sizes.days);
  dataset.name = "fin-" + dataset.scale_text;
  dataset.kind = "synthetic";
  dataset.generator = "fin";
  dataset.generator_version = 1;
  dataset.params = {
      {"accounts", std::to_string(sizes.accounts)},   {"persons", std::to_string(sizes.persons())},
      {"loans", std::to_string(sizes.loans())},       {"days", std::to_string(sizes.days)},
      {"txPerDay", std::to_string(sizes.tx_per_day)}, {"hubFrac", json_float(sizes.hub_fraction)}};
  const std::vector<Property> payment = {{"amount", PropertyType::Float64},
                                         {"ts", PropertyType::Int64}};
  dataset.nodes = {{"Account",
                    {"Account"},
                    "id",
                    {{"createTime", PropertyType::Int64}, {"isBlocked", PropertyType::Bool}},
                    {}},
                   {"Loan", {"Loan"}, "id", {{"amount", PropertyType::Float64}}, {}},
                   {"Person", {"Person"}, "id", {{"name", PropertyType::String}}, {}}};
  dataset.rels = {{"APPLY", "Person", "Loan", {}, {}},
                  {"DEPOSIT", "Loan", "Account", payment, {}},
                  {"OWN", "Person", "Account", {}, {}},
                  {"REPAY", "Account", "Loan", payment, {}},
                  {"TRANSFER", "Account", "Account", payment, {}},
                  {"WITHDRAW", "Account", "Account", payment, {}}};
  dataset.node_count = sizes.accounts + sizes.persons() + sizes.loans();
  return dataset;
}

Result<void> generate(const FinParams& params, SplitMix64& random, DatasetWriter& out) {
  const Sizes sizes(params);
  std::vector<double> loan_amounts;
  if (auto nodes = write_nodes(sizes, random, out, loan_amounts); !nodes) return nodes;
  const PowerLawTable hubs(1, sizes.hubs(), 1.5, out.stop_check());
  const auto anyone = [&] { return below(random, sizes.accounts); };
  const auto hub_or_anyone = [&] {
    return random.unit() < 0.5 ? hubs.pick(random.unit()) - 1 : anyone();
  };
  const std::int64_t withdrawals = std::max<std::int64_t>(1, sizes.tx_per_day / 10);
  if (auto transfers =
          write_payments("TRANSFER", sizes, sizes.tx_per_day, 10000, random, out, hub_or_anyone);
      !transfers) {
    return transfers;
  }
  if (auto paid = write_payments("WITHDRAW", sizes, withdrawals, 5000, random, out, anyone);
      !paid) {
    return paid;
  }
  const auto account = [](std::int64_t i) { return i; };
  if (auto own = write_owners("OWN", sizes.accounts, account, sizes, random, out); !own) return own;
  const auto loan = [&](std::int64_t i) { return sizes.loan(i); };
  if (auto apply = write_owners("APPLY", sizes.loans(), loan, sizes, random, out); !apply) {
    return apply;
  }
  return write_loan_flows(sizes, random, out, loan_amounts);
}

}  // namespace gb
