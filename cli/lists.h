#pragma once

#include <google/protobuf/message.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "cli/context.h"
#include "graphbench/v1/control_service.pb.h"

namespace gb {

/// The message as JSON (protobuf's mapping, field names as in the .proto files) with --json, else
/// what `table` returns.
void print_message(const google::protobuf::Message& message, const Context& context,
                   const std::function<std::string()>& table);

/// What several names have in common, said once: "sqlite, sqlite-sync: tx del varlen".
class SharedFacts {
 public:
  void add(const std::string& fact, const std::string& name);
  /// A wrapped line per fact, in the order they came: `before` + names + ": " + fact.
  std::string lines(const std::string& before) const;

 private:
  std::vector<std::pair<std::string, std::string>> names_by_fact_;
};

// Tables that fit a terminal, one row each.
std::string cells_table(const graphbench::v1::MatrixView& view);
std::string matrices_table(const graphbench::v1::ListMatricesResponse& page);
std::string agents_table(const graphbench::v1::ListAgentsResponse& agents);

/// CELL_END_ENGINE_FAILED -> "engine failed"; RUN_PHASE_PROBE_AFTER -> "probe after".
std::string enum_words(const std::string& enum_name, std::string_view prefix);

}  // namespace gb
