#include "cli/workload_text.h"

#include <fmt/ranges.h>

#include <numeric>
#include <utility>

#include "core/report/text_table.h"
#include "workloads/catalogue/coverage.h"
#include "workloads/catalogue/text_scan.h"
#include "workloads/verify/pool_rule.h"

namespace gb {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kWidth = 79;  // of the narrowest usual terminal

std::string joined(const std::vector<std::string>& words) {
  return words.empty() ? "none" : fmt::format("{}", fmt::join(words, ", "));
}

std::string scales_text(const Workload& workload) {
  std::string text;
  for (const auto& [scale, dataset] : workload.datasets) {
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", scale, dataset);
  }
  return text;
}

std::string dialects_text(const Query& query) {
  std::string text;
  for (const auto& [dialect, statement] : query.texts) {
    text += fmt::format("{}{}{}", text.empty() ? "" : ", ", dialect,
                        query.emulated.contains(dialect) ? " (emulated)" : "");
  }
  return text.empty() ? "none yet" : text;
}

/// "25 %": of all operations of a mix; empty outside of one.
std::string share_text(const Workload& workload, const std::string& id) {
  const auto weight = workload.weights.find(id);
  if (weight == workload.weights.end()) return "";
  const double all = std::accumulate(workload.weights.begin(), workload.weights.end(), 0.0,
                                     [](double sum, const auto& w) { return sum + w.second; });
  return fmt::format("{:.4g} %", 100 * weight->second / all);
}

/// "label     value", wrapped under the value.
std::string fact(std::string_view label, std::string_view value) {
  return wrapped(fmt::format("{:<14}", label), value, kWidth);
}

std::string pool_text(const Query& query) {
  if (query.pool.empty()) return "none: there is one binding, the empty one";
  if (!query.expected.empty()) {
    return fmt::format("the {} bindings of {}, every one verified", query.expected.size(),
                       query.pool);
  }
  const PoolRule* const rule = find_pool_rule(query.pool);
  if (rule == nullptr || rule->description.empty()) return query.pool;
  return fmt::format("{} ({})", query.pool, rule->description);
}

std::string oracle_text(const Query& query) {
  if (!query.expected.empty()) return fmt::format("{} expected answers", query.expected.size());
  if (query.query_class == QueryClass::Write) return "the check below";
  return query.oracle + ", computed from the dataset";
}

std::string comparison_text(const CompareSettings& compare) {
  std::string text = compare.ordered ? "row order counts" : "rows in any order";
  if (!compare.keys.empty()) text += ", each known by " + joined(compare.keys);
  text += compare.coerce ? "; an int may come as a float" : "; an int must come as an int";
  return text + fmt::format("; floats within {} of their size, or {}", compare.relative_tolerance,
                            compare.absolute_floor);
}

std::string needs_text(const Query& query) {
  std::vector<std::string> needs;
  if (!query.kernel.empty()) needs.push_back("the kernel " + query.kernel);
  if (query.needs_shortest_path) needs.emplace_back("shortest paths");
  if (query.needs_path_predicate) needs.emplace_back("predicates on the edges of a path");
  const bool writes = query.query_class == QueryClass::Write;
  if (writes && !query.autocommit_ok) needs.emplace_back("transactions");
  if (query.needs_deletes) needs.emplace_back("deletes");
  if (query.needs_parallel_edges) needs.emplace_back("parallel edges");
  return needs.empty() ? "" : joined(needs);
}

std::string binding_text(const Query& query, const Params& params) {
  std::string text;
  for (std::size_t i = 0; i < params.size(); ++i) {
    text += fmt::format("{}{} = {}", i == 0 ? "" : ", ", query.parameters[i], to_text(params[i]));
  }
  return text.empty() ? "no parameters" : text;
}

/// A binding, and its rows as a table.
std::string answer_text(const Query& query, const std::string& where,
                        const ExpectedAnswer& answer) {
  std::string text = fmt::format("\nExample{}, {}:\n", where, binding_text(query, answer.params));
  if (query.query_class == QueryClass::Write) return text + "answers nothing\n";
  if (answer.rows.empty()) return text + "no row\n";
  TextTable table;
  table.add_heading(TableRow(query.columns.begin(), query.columns.end()));
  for (const auto& row : answer.rows) {
    TableRow cells;
    for (const Value& cell : row) cells.emplace_back(to_text(cell));
    table.add_row(std::move(cells));
  }
  return text + table.render();
}

std::string example_text(const Query& query) {
  if (query.example) {
    return answer_text(query, " on " + query.example->dataset, query.example->answer);
  }
  if (!query.expected.empty()) return answer_text(query, "", query.expected.front());
  return "";
}

std::vector<std::pair<std::string, const DialectTexts*>> parts_of(const Query& query) {
  return {{"", &query.texts},
          {"set-up", &query.setup},
          {"tear-down", &query.teardown},
          {"check", &query.check}};
}

Json value_json(const Value& value) {
  if (value.is_null()) return nullptr;
  if (const auto* b = std::get_if<bool>(&value.is)) return *b;
  if (const auto* i = std::get_if<std::int64_t>(&value.is)) return *i;
  if (const auto* d = std::get_if<double>(&value.is)) return *d;
  if (const auto* s = std::get_if<std::string>(&value.is)) return *s;
  if (const auto* list = std::get_if<List>(&value.is)) {
    Json json = Json::array();
    for (const Value& item : *list) json.push_back(value_json(item));
    return json;
  }
  return to_text(value);
}

Json answer_json(const Query& query, const ExpectedAnswer& answer) {
  Json params = Json::object(), rows = Json::array();
  for (std::size_t i = 0; i < answer.params.size(); ++i) {
    params[query.parameters[i]] = value_json(answer.params[i]);
  }
  for (const auto& row : answer.rows) rows.push_back(value_json(Value(List(row))));
  return {{"params", params}, {"rows", rows}};
}

}  // namespace

std::string workload_table(const std::vector<Workload>& workloads) {
  TextTable table({Align::Left, Align::Left, Align::Right});
  table.add_heading({"Workload", "Family", "Queries", "Protocol", "Fidelity", "Scales"});
  for (const Workload& workload : workloads) {
    std::vector<std::string> scales;
    for (const auto& [scale, dataset] : workload.datasets) scales.push_back(scale);
    table.add_row({workload.name, workload.family, fmt::format("{}", workload.queries.size()),
                   std::string(name_of(workload.protocol)), workload.fidelity, joined(scales)});
  }
  return table.render();
}

std::string workloads_at_length(const std::vector<Workload>& workloads) {
  std::string text;
  for (const Workload& workload : workloads) {
    std::vector<std::string> queries;
    for (const Query& query : workload.queries) {
      const std::string share = share_text(workload, query.id);
      queries.push_back(share.empty() ? query.id : query.id + " " + share);
    }
    text += fmt::format("{}{}: {}\n", text.empty() ? "" : "\n", workload.name, workload.title);
    text += wrapped(
        "  ",
        fmt::format("{}, {}, version {}", workload.family, workload.fidelity, workload.version),
        kWidth);
    text += wrapped("  datasets  ", scales_text(workload), kWidth);
    text += wrapped("  protocol  ", name_of(workload.protocol), kWidth);
    text += wrapped("  queries   ", joined(queries), kWidth);
    if (!workload.folder.empty()) text += "  read from " + workload.folder.string() + "\n";
  }
  return text;
}

std::string workload_text(const Workload& workload) {
  std::string text = fmt::format("{}: {}\n\n", workload.name, workload.title);
  text += fact("family", workload.family) + fact("fidelity", workload.fidelity) +
          fact("version", workload.version) + fact("protocol", name_of(workload.protocol)) +
          fact("datasets", scales_text(workload));
  if (!workload.folder.empty()) text += fact("read from", workload.folder.string());
  const bool mix = workload.protocol == Protocol::Mix;
  TextTable table;
  TableRow heading{"Query", "Class", "Parameters", "Dialects"};
  if (mix) heading.emplace_back("Share");
  table.add_heading(std::move(heading));
  for (const Query& query : workload.queries) {
    TableRow row{query.id, std::string(name_of(query.query_class)), joined(query.parameters),
                 dialects_text(query)};
    if (mix) row.emplace_back(share_text(workload, query.id));
    table.add_row(std::move(row));
  }
  return text + "\n" + table.render();
}

std::string query_text(const Query& query, const std::vector<std::string>& asked_by) {
  std::string text = fmt::format("{} ({})\n\n", query.id, name_of(query.query_class));
  text += wrapped("", query.meaning, kWidth) + "\n";
  text += fact("asked by", joined(asked_by)) + fact("parameters", joined(query.parameters)) +
          fact("pool", pool_text(query));
  if (query.query_class != QueryClass::Write) {
    text +=
        fact("columns", joined(query.columns)) + fact("compared", comparison_text(query.compare));
  }
  text += fact("judged by", oracle_text(query));
  if (const std::string needs = needs_text(query); !needs.empty()) text += fact("needs", needs);
  if (query.verify_limit != 0) {
    text += fact("verified", fmt::format("at most {} bindings", query.verify_limit));
  }
  for (const auto& [dialect, reason] : query.withheld) {
    text += fact("no " + dialect, reason);
  }
  text += example_text(query);
  for (const auto& [part, texts] : parts_of(query)) {
    for (const auto& [dialect, statements] : *texts) {
      text += fmt::format(
          "\n[{}{}{}{}]\n{}\n", dialect, part.empty() ? "" : " ", part,
          part.empty() && query.emulated.contains(dialect) ? ", emulated" : "",
          statements.empty() ? "nothing to do" : fmt::format("{}", fmt::join(statements, ";\n")));
    }
  }
  return text;
}

nlohmann::json query_json(const Query& query) {
  Json json = {{"id", query.id},
               {"class", name_of(query.query_class)},
               {"meaning", query.meaning},
               {"pool", query.pool},
               {"strata", pool_text(query)},
               {"parameters", query.parameters},
               {"columns", query.columns},
               {"compare",
                {{"ordered", query.compare.ordered},
                 {"coerce", query.compare.coerce},
                 {"relative_tolerance", query.compare.relative_tolerance},
                 {"absolute_floor", query.compare.absolute_floor},
                 {"keys", query.compare.keys}}},
               {"oracle", query.expected.empty() ? query.oracle : "expected answers"},
               {"kernel", query.kernel},
               {"needs", needs_text(query)},
               {"emulated", query.emulated},
               {"texts", query.texts},
               {"setup", query.setup},
               {"teardown", query.teardown},
               {"check", query.check}};
  Json reasons = Json::object();
  for (const std::string_view dialect : known_dialects()) {
    const std::string reason = reason_without_text(query, std::string(dialect));
    if (!reason.empty()) reasons[std::string(dialect)] = reason;
  }
  json["without_text"] = reasons;
  if (query.example) {
    json["example"] = answer_json(query, query.example->answer);
    json["example"]["dataset"] = query.example->dataset;
  }
  Json expected = Json::array();
  for (const ExpectedAnswer& answer : query.expected)
    expected.push_back(answer_json(query, answer));
  json["expected"] = expected;
  return json;
}

nlohmann::json workload_json(const Workload& workload) {
  Json queries = Json::array();
  for (const Query& query : workload.queries) queries.push_back(query_json(query));
  return {{"name", workload.name},
          {"title", workload.title},
          {"family", workload.family},
          {"fidelity", workload.fidelity},
          {"protocol", name_of(workload.protocol)},
          {"weights", workload.weights},
          {"datasets", workload.datasets},
          {"version", workload.version},
          {"folder", workload.folder.string()},
          {"queries", queries}};
}

}  // namespace gb
