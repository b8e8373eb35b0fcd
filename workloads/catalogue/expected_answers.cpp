#include "workloads/catalogue/expected_answers.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace gb {
namespace {

using Json = nlohmann::json;

/// Where things stand in a list of objects, for messages: the parser tells no places.
struct Places {
  std::vector<std::size_t> entries;            // line on which each object begins
  std::vector<std::vector<std::size_t>> rows;  // of each, the line on which each row begins
};

/// The text is known to be JSON.
Places places_in(std::string_view text) {
  Places places;
  std::string open;  // brackets around here, outermost first
  std::size_t line = 1;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n') ++line;
    if (quoted && c == '\\') {
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && (c == '[' || c == '{')) {
      if (open == "[" && c == '{') {
        places.entries.push_back(line);
        places.rows.emplace_back();
      }
      if (open == "[{[" && c == '[') places.rows.back().push_back(line);
      open += c;
    } else if (!quoted && (c == ']' || c == '}')) {
      open.pop_back();
    }
  }
  return places;
}

std::size_t line_at(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  return 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
}

/// The parser's message without its own name and place.
std::string what_of(const Json::parse_error& error) {
  const std::string_view what = error.what();
  const std::size_t colon = what.find(": ");
  return std::string(colon == std::string_view::npos ? what : what.substr(colon + 2));
}

/// JSON in which no object has a key twice; the parser by itself would keep the last.
Json parse_strictly(std::string_view text, std::string& twice) {
  std::vector<std::set<std::string>> keys;
  return Json::parse(text, [&](int, Json::parse_event_t event, Json& parsed) {
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event == Json::parse_event_t::key && !keys.back().insert(parsed).second && twice.empty()) {
      twice = parsed;
    }
    return true;
  });
}

Result<Value> to_value(const Json& json) {
  switch (json.type()) {
    case Json::value_t::null:
      return Value();
    case Json::value_t::boolean:
      return Value(json.get<bool>());
    case Json::value_t::number_unsigned:
      if (json.get<std::uint64_t>() > std::numeric_limits<std::int64_t>::max()) break;
      return Value(json.get<std::int64_t>());
    case Json::value_t::number_integer:
      return Value(json.get<std::int64_t>());
    case Json::value_t::number_float:
      return Value(json.get<double>());
    case Json::value_t::string:
      return Value(json.get<std::string>());
    case Json::value_t::array: {
      List list;
      for (const Json& item : json) {
        Result<Value> value = to_value(item);
        if (!value) return value;
        list.push_back(std::move(*value));
      }
      return Value(std::move(list));
    }
    default:
      break;
  }
  return fail(ErrorCode::InvalidArgument,
              "{} is no value: null, true, false, a 64-bit integer, a float, a text, or a list",
              json.dump());
}

std::string listed(const std::vector<std::string>& names) {
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

Result<Params> read_params(const Json& json, const Query& query) {
  if (!json.is_object()) {
    return fail(ErrorCode::InvalidArgument, "\"params\" must be an object: parameter and value");
  }
  for (const auto& [name, value] : json.items()) {
    if (std::find(query.parameters.begin(), query.parameters.end(), name) != query.parameters.end())
      continue;
    return fail(ErrorCode::InvalidArgument, "\"{}\" is no parameter of {}, which declares {}", name,
                query.id, listed(query.parameters));
  }
  Params params;
  for (const std::string& name : query.parameters) {
    const auto found = json.find(name);
    if (found == json.end()) {
      return fail(ErrorCode::InvalidArgument, "the parameter \"{}\" of {} is missing", name,
                  query.id);
    }
    Result<Value> value = to_value(*found);
    if (!value) return within(fmt::format("the parameter \"{}\"", name), value.error());
    params.push_back(std::move(*value));
  }
  return params;
}

Result<std::vector<Value>> read_row(const Json& json, const Query& query) {
  if (!json.is_array()) {
    return fail(ErrorCode::InvalidArgument, "a row must be a list of values, in the order {}",
                listed(query.columns));
  }
  if (json.size() != query.columns.size()) {
    return fail(ErrorCode::InvalidArgument, "a row of {} values; {} answers with {} columns: {}",
                json.size(), query.id, query.columns.size(), listed(query.columns));
  }
  std::vector<Value> row;
  for (const Json& cell : json) {
    Result<Value> value = to_value(cell);
    if (!value) return tl::unexpected(value.error());
    row.push_back(std::move(*value));
  }
  return row;
}

/// A problem and the row it is in, where it is in one.
struct RowProblem {
  Error error;
  std::optional<std::size_t> row = std::nullopt;
};

tl::expected<std::vector<std::vector<Value>>, RowProblem> read_rows(const Json& json,
                                                                    const Query& query) {
  if (!json.is_array()) {
    return tl::unexpected(
        RowProblem{{ErrorCode::InvalidArgument, "\"rows\" must be a list of rows"}});
  }
  std::vector<std::vector<Value>> rows;
  for (const Json& item : json) {
    Result<std::vector<Value>> row = read_row(item, query);
    if (!row) return tl::unexpected(RowProblem{row.error(), rows.size()});
    rows.push_back(std::move(*row));
  }
  return rows;
}

/// Reads the entries one by one and says where a wrong one stands.
class AnswersReader {
 public:
  AnswersReader(const CatalogueFile& file, const Query& query)
      : file_(file), query_(query), places_(places_in(file.text)) {}

  Result<void> read(std::size_t index, const Json& entry) {
    const std::size_t line = places_.entries[index];
    for (const auto& [key, value] : entry.items()) {
      if (key == "params" || key == "rows" || key == "columns") continue;
      return complain(line, "unknown key \"" + key + "\"; known are params, columns, rows");
    }
    ExpectedAnswer answer;
    Result<Params> params = read_params(entry.value("params", Json::object()), query_);
    if (!params) return complain(line, params.error().message);
    answer.params = std::move(*params);
    if (auto checked = check_columns(entry, line); !checked) return checked;
    const bool writes = query_.query_class == QueryClass::Write;
    if (writes == entry.contains("rows")) {
      return complain(line, writes ? "a write answers no rows: leave \"rows\" out"
                                   : "\"rows\" is missing; [] says that the answer is empty");
    }
    if (!writes) {
      auto rows = read_rows(entry["rows"], query_);
      if (!rows) {
        const auto& row = rows.error().row;
        // A row that is no list has no place of its own.
        const bool placed = row && entry["rows"][*row].is_array();
        return complain(placed ? places_.rows[index][*row] : line, rows.error().error.message);
      }
      answer.rows = std::move(*rows);
    }
    if (!seen_.emplace(canonical_text(List(answer.params)), line).second) {
      return complain(line, "this binding has an answer already, in line " +
                                std::to_string(seen_.at(canonical_text(List(answer.params)))));
    }
    answers_.push_back(std::move(answer));
    return {};
  }

  std::vector<ExpectedAnswer> take() { return std::move(answers_); }

 private:
  Result<void> check_columns(const Json& entry, std::size_t line) const {
    const auto columns = entry.find("columns");
    if (columns == entry.end() || *columns == Json(query_.columns)) return {};
    return complain(line, fmt::format("the columns are {}, those of {} are {}", columns->dump(),
                                      query_.id, Json(query_.columns).dump()));
  }

  tl::unexpected<Error> complain(std::size_t line, const std::string& what) const {
    return fail(ErrorCode::InvalidArgument, "{}:{}: {}", file_.path, line, what);
  }

  const CatalogueFile& file_;
  const Query& query_;
  Places places_;
  std::map<std::string, std::size_t> seen_;  // binding -> line
  std::vector<ExpectedAnswer> answers_;
};

}  // namespace

Result<std::vector<ExpectedAnswer>> read_expected_answers(const CatalogueFile& file,
                                                          const Query& query) try {
  std::string twice;
  const Json json = parse_strictly(file.text, twice);
  const bool is_list = json.is_array() && std::all_of(json.begin(), json.end(),
                                                      [](const Json& e) { return e.is_object(); });
  if (!is_list || json.empty()) {
    return fail(ErrorCode::InvalidArgument,
                "{}:1: expected answers are a list with an object for each binding: "
                "[{{\"params\": {{...}}, \"rows\": [[...]]}}]",
                file.path);
  }
  if (!twice.empty()) {
    const std::size_t at = file.text.rfind('"' + twice + '"');
    return fail(ErrorCode::InvalidArgument, "{}:{}: an object has the key \"{}\" twice", file.path,
                line_at(file.text, at), twice);
  }
  AnswersReader reader(file, query);
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (const Result<void> read = reader.read(i, json[i]); !read) {
      return tl::unexpected(read.error());
    }
  }
  return reader.take();
} catch (const Json::parse_error& error) {
  return fail(ErrorCode::InvalidArgument, "{}:{}: no JSON: {}", file.path,
              line_at(file.text, error.byte == 0 ? 0 : error.byte - 1), what_of(error));
} catch (const Json::exception& error) {
  return fail(ErrorCode::InvalidArgument, "{}:1: {}", file.path, error.what());
}

Result<ExpectedAnswer> read_expected_answer(std::string_view params, std::string_view rows,
                                            const Query& query) try {
  std::string twice;
  Result<Params> binding = read_params(parse_strictly(params, twice), query);
  if (!binding) return tl::unexpected(binding.error());
  auto answer = read_rows(parse_strictly(rows, twice), query);
  if (!answer) return tl::unexpected(answer.error().error);
  return ExpectedAnswer{std::move(*binding), std::move(*answer)};
} catch (const Json::exception& error) {
  return fail(ErrorCode::InvalidArgument, "no JSON: {}", error.what());
}

}  // namespace gb
