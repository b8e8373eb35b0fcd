#include "cli/lists.h"

#include <fmt/format.h>
#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "core/base/duration.h"
#include "core/report/text_table.h"

namespace gb {
namespace {

namespace v1 = graphbench::v1;

std::string when(const google::protobuf::Timestamp& time) {
  if (time.seconds() == 0) return "";
  const WallTime whole{std::chrono::seconds(time.seconds())};
  return format_rfc3339(whole);
}

/// "5.41, 98 % busy", leaving out what the machine could not say.
std::string load(const v1::AgentView& agent) {
  std::string text = agent.load_1m() < 0 ? "" : fmt::format("{:.2f}", agent.load_1m());
  if (agent.busy_share() >= 0) {
    text += fmt::format("{}{:.0f} % busy", text.empty() ? "" : ", ", 100 * agent.busy_share());
  }
  return text.empty() ? "not known yet" : text;
}

std::string engines(const v1::AgentView& agent) {
  std::string text;
  for (const v1::AgentView::Engine& engine : agent.engines()) {
    if (!engine.unavailable_reason().empty()) continue;
    text += (text.empty() ? "" : ", ") + engine.name() + " " + engine.version();
  }
  return text.empty() ? "none" : text;
}

/// "77µs (62–208)": a durable sync's median and band.
std::string sync_band(const v1::AgentView& agent) {
  if (agent.sync_median_nanos() <= 0) return "not probed yet";
  const auto micros = [](std::int64_t nanos) {
    return fmt::format("{:.0f}", static_cast<double>(nanos) / 1e3);
  };
  return fmt::format("{}µs ({}–{})", micros(agent.sync_median_nanos()),
                     micros(agent.sync_low_nanos()), micros(agent.sync_high_nanos()));
}

}  // namespace

void SharedFacts::add(const std::string& fact, const std::string& name) {
  const auto at = std::find_if(names_by_fact_.begin(), names_by_fact_.end(),
                               [&](const auto& known) { return known.first == fact; });
  if (at == names_by_fact_.end()) {
    names_by_fact_.emplace_back(fact, name);
  } else {
    at->second += ", " + name;
  }
}

std::string SharedFacts::lines(const std::string& before) const {
  constexpr std::size_t kWidth = 79;  // of the narrowest usual terminal
  std::string text;
  for (const auto& [fact, names] : names_by_fact_)
    text += wrapped("", before + names + ": " + fact, kWidth);
  return text;
}

std::string enum_words(const std::string& enum_name, std::string_view prefix) {
  std::string words = enum_name.starts_with(prefix) ? enum_name.substr(prefix.size()) : enum_name;
  for (char& c : words)
    c = c == '_' ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return words;
}

void print_message(const google::protobuf::Message& message, const Context& context,
                   const std::function<std::string()>& table) {
  if (context.chosen_format() != "json") {
    print(table());
    return;
  }
  google::protobuf::util::JsonPrintOptions options;
  options.add_whitespace = true;
  options.always_print_primitive_fields = true;
  options.preserve_proto_field_names = true;
  std::string text;
  (void)google::protobuf::util::MessageToJsonString(message, &text, options);
  print(text);
}

std::string cells_table(const v1::MatrixView& view) {
  TextTable table;
  table.add_heading(
      {"Machine", "Engine", "Workload", "Scale", "Round", "State", "Attempts", "Dataset", "Why"});
  for (const v1::CellView& cell : view.cells()) {
    std::string state = enum_words(v1::CellView::State_Name(cell.state()), "STATE_");
    if (cell.state() == v1::CellView::STATE_ENDED)
      state = enum_words(v1::CellEnd_Name(cell.end()), "CELL_END_");
    if (cell.failed_count() > 0) state += fmt::format(", {} FAIL", cell.failed_count());
    table.add_row({cell.machine(), cell.engine(), cell.workload(), cell.scale(),
                   fmt::format("{}", cell.round() + 1), state, fmt::format("{}", cell.attempts()),
                   cell.dataset_source(), cell.reason()});
  }
  return fmt::format("{} ({}): {} of {} cells ended, {} done\n{}", view.name(), view.matrix_id(),
                     view.ended_count(), view.cell_count(), view.done_count(), table.render());
}

std::string matrices_table(const v1::ListMatricesResponse& page) {
  TextTable table;
  table.add_heading({"Matrix", "Name", "Submitted", "State", "Cells", "Done", "Failed queries"});
  for (const v1::MatrixView& view : page.matrices()) {
    table.add_row({view.matrix_id(), view.name(), when(view.submit_time()),
                   enum_words(v1::MatrixView::State_Name(view.state()), "STATE_"),
                   fmt::format("{}/{}", view.ended_count(), view.cell_count()),
                   fmt::format("{}", view.done_count()),
                   fmt::format("{}", view.failed_query_count())});
  }
  return table.render();
}

std::string agents_table(const v1::ListAgentsResponse& agents) {
  TextTable table;
  table.add_heading({"Machine", "State", "Class", "Load", "Durable sync", "Running"});
  SharedFacts having;
  std::map<std::string, std::string> hosts;  // names by fingerprint
  for (const v1::AgentView& agent : agents.agents()) {
    std::string running = agent.cell_text();
    if (!running.empty() && agent.phase() != v1::RUN_PHASE_UNSPECIFIED) {
      running += ", " + enum_words(v1::RunPhase_Name(agent.phase()), "RUN_PHASE_");
    }
    table.add_row({agent.name(), enum_words(v1::AgentView::State_Name(agent.state()), "STATE_"),
                   agent.machine_class(), load(agent), sync_band(agent),
                   running.empty() ? "nothing" : running});
    having.add(engines(agent), agent.name());
    std::string& names = hosts[agent.host_fingerprint()];
    names += (names.empty() ? "" : ", ") + agent.name();
  }
  std::string text = table.render() + having.lines("engines of ");
  for (const auto& [fingerprint, names] : hosts) {
    if (!fingerprint.empty() && names.find(',') != std::string::npos)
      text += "one host, so one cell at a time: " + names + "\n";
  }
  return text;
}

}  // namespace gb
