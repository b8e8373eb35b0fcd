#include "coordinator/scheduler/plan.h"

#include <algorithm>
#include <array>
#include <limits>
#include <set>

namespace gb {
namespace {

constexpr std::size_t kMaxNameBytes = 128;
constexpr std::size_t kMaxSettings = 64;
constexpr std::size_t kMaxSettingBytes = 4096;
constexpr std::uint32_t kMaxOperations = 10'000'000;  // per query
constexpr std::uint32_t kMaxAttempts = 100;
constexpr Nanos kMaxSpan = std::chrono::hours(24 * 365);

/// "a, b, c" of the sorted names; a long list is cut, saying how many more there are.
std::string listed(std::vector<std::string> names) {
  if (names.empty()) return "none";
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  constexpr std::size_t kShown = 20;
  const std::size_t shown = std::min(names.size(), kShown);
  std::string text = fmt::format(
      "{}", fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
  if (names.size() > shown) text += fmt::format(" and {} more", names.size() - shown);
  return text;
}

/// What a person typed, fit for a message: cut, and without control characters.
std::string shown(std::string_view text) {
  std::string clean(text.substr(0, 80));
  for (char& c : clean) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  }
  return clean;
}

bool has_control_character(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
}

template <class T>
T or_default(T value, T fallback) {
  return value == T{} ? fallback : value;
}

Result<void> check_span(std::string_view what, Nanos span) {
  if (span < Nanos{0}) return fail(ErrorCode::InvalidArgument, "{} is negative", what);
  if (span > kMaxSpan) return fail(ErrorCode::InvalidArgument, "{} is over a year", what);
  return {};
}

Result<RunPlan> checked_run(const RunPlan& asked) {
  const RunPlan defaults;
  RunPlan run = asked;
  run.seed = or_default(run.seed, defaults.seed);
  run.operations = or_default(run.operations, defaults.operations);
  run.operation_limit = or_default(run.operation_limit, defaults.operation_limit);
  run.run_deadline = or_default(run.run_deadline, defaults.run_deadline);
  run.verify_draws_per_stratum =
      or_default(run.verify_draws_per_stratum, defaults.verify_draws_per_stratum);
  if (run.seed > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
    return fail(ErrorCode::InvalidArgument, "the seed {} is over the limit of {}", run.seed,
                std::numeric_limits<std::int64_t>::max());
  }
  if (run.operations > kMaxOperations) {
    return fail(ErrorCode::InvalidArgument, "{} operations a query are over the limit of {}",
                run.operations, kMaxOperations);
  }
  if (auto ok = check_span("the warm-up", run.warm_up); !ok) return tl::unexpected(ok.error());
  if (auto ok = check_span("the operation limit", run.operation_limit); !ok) {
    return tl::unexpected(ok.error());
  }
  if (auto ok = check_span("the run deadline", run.run_deadline); !ok) {
    return tl::unexpected(ok.error());
  }
  return run;
}

/// Refuses an empty list and the first entry that is there twice.
Result<void> check_list(std::string_view what, const std::vector<std::string>& entries,
                        const std::vector<std::string>& there_is) {
  if (entries.empty()) {
    return fail(ErrorCode::InvalidArgument, "the matrix names no {}; there is: {}", what,
                listed(there_is));
  }
  std::set<std::string_view> seen;
  for (const std::string& entry : entries) {
    if (!seen.insert(entry).second) {
      return fail(ErrorCode::InvalidArgument,
                  "the matrix names the {} \"{}\" twice; for repeated runs give rounds", what,
                  shown(entry));
    }
  }
  return {};
}

std::vector<std::string> names_of(const std::vector<const LabNames::Machine*>& machines) {
  std::vector<std::string> names;
  for (const auto* machine : machines) names.push_back(machine->name.text());
  return names;
}

/// The machines that the entries mean, each once, in the order of their first mention.
Result<std::vector<const LabNames::Machine*>> chosen_machines(
    const std::vector<std::string>& entries, const LabNames& lab) {
  std::vector<const LabNames::Machine*> known, chosen;
  for (const LabNames::Machine& machine : lab.machines) known.push_back(&machine);
  if (auto ok = check_list("machine", entries, names_of(known)); !ok) {
    return tl::unexpected(ok.error());
  }
  std::set<std::string_view> taken;
  for (const std::string& entry : entries) {
    constexpr std::string_view kLabel = "label:";
    const bool by_label = entry.starts_with(kLabel);
    const std::string label = by_label ? entry.substr(kLabel.size()) : "";
    bool found = false;
    for (const LabNames::Machine& machine : lab.machines) {
      const bool meant =
          entry == "all" ? machine.connected
          : by_label     ? machine.connected &&
                           std::count(machine.labels.begin(), machine.labels.end(), label) > 0
                     : machine.name.text() == entry;
      if (!meant) continue;
      found = true;
      if (taken.insert(machine.name.text()).second) chosen.push_back(&machine);
    }
    if (found) continue;
    if (entry == "all") {
      return fail(ErrorCode::InvalidArgument,
                  "no machine is connected now; start gb-agent on one, or name one that will come "
                  "(known: {})",
                  listed(names_of(known)));
    }
    if (by_label) {
      std::vector<std::string> labels;
      for (const LabNames::Machine& machine : lab.machines) {
        if (machine.connected)
          labels.insert(labels.end(), machine.labels.begin(), machine.labels.end());
      }
      return fail(ErrorCode::InvalidArgument,
                  "no connected machine has the label \"{}\"; labels there are: {}", shown(label),
                  listed(labels));
    }
    return fail(ErrorCode::InvalidArgument, "no machine \"{}\"; there is: {}", shown(entry),
                listed(names_of(known)));
  }
  return chosen;
}

Result<void> check_engine(const EngineChoice& engine,
                          const std::vector<const LabNames::Machine*>& machines) {
  if (engine.version.size() > 64 || has_control_character(engine.version)) {
    return fail(ErrorCode::InvalidArgument, "the version of engine \"{}\" is no version",
                shown(engine.name));
  }
  if (engine.settings.size() > kMaxSettings) {
    return fail(ErrorCode::InvalidArgument, "engine \"{}\" has {} settings; at most {} are taken",
                shown(engine.name), engine.settings.size(), kMaxSettings);
  }
  for (const auto& [key, value] : engine.settings) {
    if (key.empty() || key.size() > kMaxSettingBytes || value.size() > kMaxSettingBytes) {
      return fail(ErrorCode::InvalidArgument,
                  "setting \"{}\" of engine \"{}\": names and values have 1 to {} bytes",
                  shown(key), shown(engine.name), kMaxSettingBytes);
    }
    // A path with a NUL in it would be checked as one file and opened as another.
    if (has_control_character(key) || has_control_character(value)) {
      return fail(ErrorCode::InvalidArgument,
                  "setting \"{}\" of engine \"{}\" has a control character in it", shown(key),
                  shown(engine.name));
    }
  }
  for (const LabNames::Machine* machine : machines) {
    if (std::count(machine->engines.begin(), machine->engines.end(), engine.name) > 0) continue;
    return fail(ErrorCode::InvalidArgument, "no engine \"{}\" on machine {}; it has: {}",
                shown(engine.name), machine->name, listed(machine->engines));
  }
  return {};
}

Result<void> check_engines(const std::vector<EngineChoice>& engines,
                           const std::vector<const LabNames::Machine*>& machines) {
  if (engines.empty()) {
    std::vector<std::string> offered;
    for (const auto* machine : machines) {
      offered.insert(offered.end(), machine->engines.begin(), machine->engines.end());
    }
    return fail(ErrorCode::InvalidArgument, "the matrix names no engine; there is: {}",
                listed(offered));
  }
  // Sorted by all fields: thousands of engines must not be compared each with each.
  std::set<
      std::tuple<std::string_view, std::string_view, const std::map<std::string, std::string>&>>
      seen;
  for (const EngineChoice& engine : engines) {
    if (auto ok = check_engine(engine, machines); !ok) return ok;
    if (!seen.emplace(engine.name, engine.version, engine.settings).second) {
      return fail(ErrorCode::InvalidArgument,
                  "the matrix names the engine \"{}\" twice with the same settings; for repeated "
                  "runs give rounds",
                  shown(engine.text()));
    }
  }
  return {};
}

Result<void> check_workloads(const MatrixRequest& request, const LabNames& lab) {
  std::vector<std::string> workloads, scales;
  for (const auto& [workload, its_scales] : lab.workload_scales) {
    workloads.push_back(workload);
    scales.insert(scales.end(), its_scales.begin(), its_scales.end());
  }
  if (auto ok = check_list("workload", request.workloads, workloads); !ok) return ok;
  if (auto ok = check_list("scale", request.scales, scales); !ok) return ok;
  for (const std::string& workload : request.workloads) {
    const auto found = lab.workload_scales.find(workload);
    if (found == lab.workload_scales.end()) {
      return fail(ErrorCode::InvalidArgument, "no workload \"{}\"; there is: {}", shown(workload),
                  listed(workloads));
    }
    for (const std::string& scale : request.scales) {
      if (std::count(found->second.begin(), found->second.end(), scale) > 0) continue;
      return fail(ErrorCode::InvalidArgument, "no scale \"{}\" of workload {}; there is: {}",
                  shown(scale), workload, listed(found->second));
    }
  }
  return {};
}

/// The product, or the largest number when it does not fit.
std::uint64_t product(std::initializer_list<std::uint64_t> factors) {
  std::uint64_t result = 1;
  for (const std::uint64_t factor : factors) {
    if (__builtin_mul_overflow(result, factor, &result)) {
      return std::numeric_limits<std::uint64_t>::max();
    }
  }
  return result;
}

Result<void> check_size(std::uint64_t cells, std::uint64_t limit) {
  // A position within a matrix has 32 bits.
  limit = std::min<std::uint64_t>(limit, std::numeric_limits<std::uint32_t>::max());
  if (cells <= limit) return {};
  return fail(ErrorCode::ResourceExhausted,
              "the matrix has {}{} cells (engines x workloads x scales x machines x rounds); the "
              "limit is {}",
              cells == std::numeric_limits<std::uint64_t>::max() ? "at least " : "", cells, limit);
}

}  // namespace

std::string_view name_of(CellEnd end) {
  constexpr std::array<std::string_view, 8> kNames = {
      "done",           "never_started", "input_missing", "engine_failed",
      "engine_timeout", "agent_lost",    "cancelled",     "expired"};
  return kNames.at(static_cast<std::size_t>(end));
}

Result<MatrixPlan> expand(const MatrixRequest& request, const LabNames& lab,
                          std::uint64_t cell_limit, const std::function<std::string()>& new_id) {
  if (request.name.size() > kMaxNameBytes || has_control_character(request.name)) {
    return fail(ErrorCode::InvalidArgument,
                "the matrix's name \"{}\" has {} bytes; up to {} without control characters are "
                "taken",
                shown(request.name), request.name.size(), kMaxNameBytes);
  }
  const std::uint32_t rounds = or_default(request.rounds, 1U);
  // Before the lists are looked at one by one: "all" is at least one machine, so this many are
  // sure.
  if (!request.engines.empty() && !request.workloads.empty() && !request.scales.empty()) {
    if (auto ok = check_size(product({request.engines.size(), request.workloads.size(),
                                      request.scales.size(), rounds}),
                             cell_limit);
        !ok) {
      return tl::unexpected(ok.error());
    }
  }
  const auto machines = chosen_machines(request.machines, lab);
  if (!machines) return tl::unexpected(machines.error());
  if (auto ok = check_engines(request.engines, *machines); !ok) return tl::unexpected(ok.error());
  if (auto ok = check_workloads(request, lab); !ok) return tl::unexpected(ok.error());
  const auto run = checked_run(request.run);
  if (!run) return tl::unexpected(run.error());
  if (request.max_attempts > kMaxAttempts) {
    return fail(ErrorCode::InvalidArgument, "{} attempts a cell are over the limit of {}",
                request.max_attempts, kMaxAttempts);
  }
  if (auto ok = check_span("the queue deadline", request.queue_deadline); !ok) {
    return tl::unexpected(ok.error());
  }
  const std::uint64_t cell_count = product({request.engines.size(), request.workloads.size(),
                                            request.scales.size(), machines->size(), rounds});
  if (auto ok = check_size(cell_count, cell_limit); !ok) return tl::unexpected(ok.error());

  MatrixPlan plan;
  plan.id = MatrixId::trusted(new_id());
  plan.name = request.name;
  plan.run = *run;
  plan.max_attempts = or_default(request.max_attempts, MatrixRequest{}.max_attempts);
  plan.queue_deadline = request.queue_deadline;
  plan.cells.reserve(cell_count);
  std::vector<const EngineChoice*> engines;
  for (const EngineChoice& engine : request.engines) engines.push_back(&engine);
  for (std::uint32_t round = 0; round < rounds; ++round) {
    if (round > 0) std::reverse(engines.begin(), engines.end());
    for (const std::string& scale : request.scales) {
      for (const std::string& workload : request.workloads) {
        for (const EngineChoice* engine : engines) {
          for (const LabNames::Machine* machine : *machines) {
            plan.cells.push_back({.id = CellId::trusted(new_id()),
                                  .engine = *engine,
                                  .workload = workload,
                                  .scale = scale,
                                  .machine = machine->name,
                                  .round = round,
                                  .position = static_cast<std::uint32_t>(plan.cells.size())});
          }
        }
      }
    }
  }
  return plan;
}

}  // namespace gb
