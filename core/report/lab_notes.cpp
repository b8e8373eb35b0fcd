#include "core/report/lab_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/base/duration.h"
#include "core/report/quantity.h"
#include "core/report/text_table.h"

namespace gb {
namespace {

/// "a, b and c"; beyond `most` the rest is counted.
std::string listed(const std::vector<std::string>& names, std::size_t most) {
  std::string text;
  const std::size_t shown = names.size() > most ? most : names.size();
  for (std::size_t i = 0; i < shown; ++i) {
    const bool last = i + 1 == names.size();
    text += (i == 0 ? "" : last ? " and " : ", ") + names[i];
  }
  if (names.size() > shown) text += fmt::format(" and {} more", names.size() - shown);
  return text;
}

/// Documents of all tables, by machine in the order they come.
struct Machine {
  std::string name;
  std::vector<const ResultDocument*> documents;
};

std::vector<Machine> machines(const std::vector<LabTable>& tables) {
  std::vector<Machine> all;
  for (const LabTable& table : tables) {
    auto at = std::find_if(all.begin(), all.end(),
                           [&](const Machine& machine) { return machine.name == table.machine; });
    if (at == all.end()) at = all.insert(at, {table.machine, {}});
    for (const LabColumn& column : table.columns) at->documents.push_back(column.document);
  }
  return all;
}

/// What machines have against them, each kind said once for all of them.
struct MachineLimits {
  std::vector<std::string> developers, busy, robbed, too_fast;
};

void add_machine(const Machine& machine, MachineLimits& limits) {
  double load = -1, steal = -1;
  std::int64_t cores = 0;
  bool developer = false;
  std::map<std::string, std::int64_t> too_fast;  // file system -> fsync
  for (const ResultDocument* document : machine.documents) {
    const Hardware& h = document->condition.hardware;
    cores = std::max(cores, h.cores);
    std::int64_t sync = h.sync_ns;
    bool reaches = sync >= 10'000;
    std::string file_system = "its file system";
    if (document->gb) {
      developer = developer || document->gb->machine_class == "developer";
      for (const HostMoment& moment : document->gb->host) {
        if (moment.when == "before") load = std::max(load, moment.load_1m);
        steal = std::max(steal, moment.steal_share);
      }
      const SyncProbe& probe = document->gb->sync_before;
      if (probe.median_ns > 0) {
        sync = probe.median_ns;
        reaches = probe.reaches_device;
      }
      if (!probe.file_system.empty()) file_system = probe.file_system;
    }
    if (sync > 0 && !reaches) too_fast.emplace(file_system, sync);
  }
  if (developer) limits.developers.push_back(machine.name);
  // Half the cores busy with something else is more than a quiet machine shows.
  if (cores > 0 && load > 0.5 * static_cast<double>(cores)) {
    limits.busy.push_back(
        fmt::format("{} (load up to {:.2f} on {} cores)", machine.name, load, cores));
  }
  if (steal > 0.01) {
    limits.robbed.push_back(fmt::format("{} (up to {:.0f} %)", machine.name, steal * 100));
  }
  for (const auto& [file_system, sync] : too_fast) {
    limits.too_fast.push_back(
        fmt::format("{} (fsync {} on {})", machine.name, three_digits(sync), file_system));
  }
}

void add_machine_limits(const std::vector<Machine>& all, std::vector<std::string>& limits) {
  MachineLimits found;
  for (const Machine& machine : all) add_machine(machine, found);
  const auto say = [&](const std::string& what, const std::vector<std::string>& machines) {
    if (!machines.empty()) limits.push_back(what + ": " + listed(machines, 8) + ".");
  };
  say("Other work may have disturbed the runs of developer machines", found.developers);
  say("Busy before a run began", found.busy);
  say("Virtual machines that lost time to others", found.robbed);
  say("The store's volume does not reach a device, so durable writes cost nothing there",
      found.too_fast);
}

void add_cell_limits(const std::vector<LabTable>& tables, std::vector<std::string>& limits) {
  std::int64_t fewest = 0, most = 0;
  std::vector<std::string> too_short;
  std::vector<std::string> unverified;
  std::map<std::string, std::int64_t> partial;
  bool undecided = false;
  bool ratios = false;
  bool bounded = false;
  for (const LabTable& table : tables) {
    for (const LabRow& row : table.rows) {
      for (std::size_t i = 0; i < row.cells.size(); ++i) {
        const LabCell& cell = row.cells[i];
        ratios = ratios || cell.ratio;
        undecided = undecided || cell.undecided;
        bounded = bounded || (cell.p50_low && cell.p50_high);
        if (cell.kind == CellKind::Measured && cell.p99_is_max) {
          const std::int64_t n = cell.stat->count - cell.stat->errors;
          fewest = fewest == 0 ? n : std::min(fewest, n);
          most = std::max(most, n);
        }
        const std::string name = table.columns[i].label + " " + row.query;
        if (cell.below_resolution &&
            std::find(too_short.begin(), too_short.end(), name) == too_short.end()) {
          too_short.push_back(name);
        }
      }
    }
    for (const LabColumn& column : table.columns) {
      if (verified_count({*column.document}).asked == 0) unverified.push_back(column.label);
      if (!column.document->gb || !column.document->gb->partial) continue;
      const Verified verified = verified_count({*column.document});
      partial[column.label] += verified.asked - verified.passed;
    }
  }
  std::vector<std::string> partial_names;
  for (const auto& [label, count] : partial) partial_names.push_back(label);
  if (!partial.empty()) {
    limits.push_back(listed(partial_names, 6) +
                     ": partial, a query failed or broke; not to be published as a whole.");
  }
  if (!unverified.empty()) limits.push_back(listed(unverified, 6) + ": no answer was verified.");
  if (most > 0) {
    const std::string n =
        fewest == most ? std::to_string(most) : fmt::format("{} to {}", fewest, most);
    limits.push_back(
        fmt::format("A p99 needs 299 samples; of {} the largest is shown instead, and the true p99 "
                    "may be higher.",
                    n));
  }
  if (!too_short.empty()) {
    limits.push_back("Shorter than ten times the timer's floor, so read as \"at most\": " +
                     listed(too_short, 6) + ".");
  }
  if (bounded) {
    limits.push_back(
        "± is the larger side of the 95 % interval of a percentile, taken as if operations were "
        "independent of each other; those of one run are not quite, so it is rather too narrow.");
  }
  if (undecided) {
    limits.push_back("A ratio with ~ is undecided: the 95 % intervals of both medians overlap.");
  }
  if (ratios) {
    limits.push_back(
        "One run per column: how much a run differs from the next is not known, so a ratio near 1 "
        "decides nothing.");
  }
}

std::string clipped(std::string text) {
  text = one_line(text);
  if (text_width(text) <= 400) return text;
  std::size_t end = 397;
  while ((static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;  // not within a character
  return text.substr(0, end) + "...";
}

}  // namespace

std::vector<Note> problem_notes(const LabTable& table) {
  std::vector<Note> notes;
  for (const LabColumn& column : table.columns) {
    if (is_withdrawn(*column.document)) {
      notes.push_back({"WITHDRAWN " + column.label, "not to be compared or judged"});
    }
    for (const Annotation& said : column.document->annotations) {
      const std::string when =
          said.at == WallTime{} ? "" : " " + format_rfc3339(said.at).substr(0, 10);
      notes.push_back(
          {column.label + " " + said.kind,
           one_line(said.reason) + (said.by.empty() ? "" : ", by ") + one_line(said.by) + when});
    }
  }
  for (const auto* rows : {&table.rows, &table.cold}) {
    for (const LabRow& row : *rows) {
      for (std::size_t i = 0; i < row.cells.size(); ++i) {
        const LabCell& cell = row.cells[i];
        const std::string about = table.columns[i].label + " " + row.query;
        const std::string why = clipped(cell.reason.empty() || cell.detail == cell.reason ||
                                                cell.detail.starts_with(cell.reason)
                                            ? cell.detail
                                        : cell.detail.empty() ? cell.reason
                                                              : cell.reason + ": " + cell.detail);
        const auto add = [&](const std::string& what) {
          notes.push_back({what + about, why.empty() ? "no reason was given" : why});
        };
        if (cell.kind == CellKind::Failed) add("FAIL ");
        if (cell.kind == CellKind::Broken) add("BROKEN ");
        if (cell.kind == CellKind::Skipped && cell.reason.size() > kReasonInCell) add("SKIP ");
        if ((cell.kind == CellKind::Measured || cell.kind == CellKind::Errors) &&
            cell.stat->errors > 0) {
          notes.push_back(
              {about, fmt::format("{} of {} operations failed{}", cell.stat->errors,
                                  cell.stat->count, why.empty() ? "" : ", first: " + why)});
        }
      }
    }
  }
  return notes;
}

std::vector<Note> ratio_notes(const LabTable& table) {
  std::vector<Note> notes;
  for (std::size_t i = 1; i < table.columns.size(); ++i) {
    double logs = 0;
    int compared = 0, faster = 0, slower = 0, undecided = 0;
    for (const LabRow& row : table.rows) {
      const LabCell& cell = row.cells[i];
      if (!cell.ratio) continue;
      ++compared;
      logs += std::log(*cell.ratio);
      if (cell.undecided || *cell.ratio == 1) {
        ++undecided;
      } else {
        ++(*cell.ratio < 1 ? faster : slower);
      }
    }
    if (compared == 0) continue;
    notes.push_back(
        {table.columns[i].label + " against " + table.columns.front().label,
         fmt::format("geometric mean of the p50 ratios {:.2f} over {} queries: {} shorter, {} "
                     "longer, {} undecided",
                     std::exp(logs / compared), compared, faster, slower, undecided)});
  }
  return notes;
}

std::vector<std::string> limit_notes(const std::vector<LabTable>& tables) {
  std::vector<std::string> limits;
  const auto all = machines(tables);
  std::map<std::string, std::vector<std::string>> hosts;
  for (const Machine& machine : all) {
    const auto& gb = machine.documents.front()->gb;
    if (gb && !gb->host_fingerprint.empty()) hosts[gb->host_fingerprint].push_back(machine.name);
  }
  for (const auto& [fingerprint, names] : hosts) {
    if (names.size() < 2) continue;
    limits.push_back(listed(names, 8) +
                     " are one host: their tables repeat a measurement, they compare no machines.");
  }
  if (hosts.size() > 1) limits.push_back("Figures of different machines do not compare.");
  add_machine_limits(all, limits);
  add_cell_limits(tables, limits);
  return limits;
}

}  // namespace gb
