#include <fmt/format.h>

#include <algorithm>

#include "core/base/duration.h"
#include "core/document/keys.h"
#include "core/report/lab_notes.h"
#include "core/report/quantity.h"
#include "core/report/text_table.h"

namespace gb {
namespace {

const GbFields& gb_of(const ResultDocument& document) {
  static const GbFields kNone;
  return document.gb ? *document.gb : kNone;
}

std::string or_unknown(const std::string& text) { return text.empty() ? "unknown" : text; }

std::string dataset(const ResultDocument& d) {
  return fmt::format("dataset {} {}", or_unknown(d.condition.dataset),
                     or_unknown(checksum8(d.condition.dataset_checksum)));
}

std::string latency(const ResultDocument& d) {
  std::string text =
      d.condition.latency_model.empty() ? "nothing timed" : d.condition.latency_model;
  if (d.condition.latency_model == "open-model") {
    text += fmt::format(" at {}/s", d.condition.rate);
  }
  if (d.condition.concurrency.empty()) return text;
  std::string clients;
  for (const std::int64_t n : d.condition.concurrency) {
    clients += (clients.empty() ? "" : ", ") + std::to_string(n);
  }
  return text + " with " + clients + (clients == "1" ? " client" : " clients");
}

std::string operations(const ResultDocument& d) {
  std::int64_t fewest = -1, most = -1;
  for (const auto& [id, stat] : d.queries) {
    fewest = fewest < 0 ? stat.count : std::min(fewest, stat.count);
    most = std::max(most, stat.count);
  }
  if (most < 0) return "";
  if (fewest == most) return fmt::format("{} operations a query", most);
  return fmt::format("{} to {} operations a query", fewest, most);
}

std::string sequence(const ResultDocument& d) {
  const std::string hash = gb_of(d).sequence_sha256.substr(0, 8);
  return fmt::format("seed {}", d.condition.mix_seed) + (hash.empty() ? "" : ", sequence " + hash);
}

std::string machine(const ResultDocument& d) {
  const Hardware& h = d.condition.hardware;
  std::string text = machine_of(d);
  std::string facts;
  const auto add = [&](const std::string& fact) {
    if (!fact.empty()) facts += (facts.empty() ? "" : ", ") + fact;
  };
  if (h.cpu != text && h.cpu != "unknown") add(one_line(h.cpu));
  if (h.cores > 0) add(fmt::format("{} cores", h.cores));
  if (h.ram_bytes > 0) add(format_bytes(h.ram_bytes));
  add(h.os + (h.arch.empty() ? "" : "/" + h.arch));
  return facts.empty() ? text : text + " (" + facts + ")";
}

std::string band(std::int64_t median, std::int64_t low, std::int64_t high) {
  std::string text = three_digits(median);
  if (low > 0 && high > 0)
    text += fmt::format(" ({} to {})", three_digits(low), three_digits(high));
  return text;
}

std::string durable_sync(const ResultDocument& d) {
  const GbFields& gb = gb_of(d);
  const Hardware& h = d.condition.hardware;
  if (gb.sync_before.median_ns <= 0 && h.sync_ns <= 0) {
    return "fsync not probed" +
           (gb.sync_before.why_not.empty() ? "" : ": " + one_line(gb.sync_before.why_not));
  }
  std::string text =
      "fsync " + (gb.sync_before.median_ns > 0 ? band(gb.sync_before.median_ns,
                                                      gb.sync_before.low_ns, gb.sync_before.high_ns)
                                               : band(h.sync_ns, h.sync_low_ns, h.sync_high_ns));
  if (gb.sync_after.median_ns > 0) {
    text += " before, " +
            band(gb.sync_after.median_ns, gb.sync_after.low_ns, gb.sync_after.high_ns) + " after";
  }
  if (!gb.sync_before.file_system.empty()) text += " on " + gb.sync_before.file_system;
  return text;
}

std::string host_load(const ResultDocument& d) {
  std::string text;
  for (const HostMoment& moment : gb_of(d).host) {
    if (moment.load_1m < 0) continue;
    text += fmt::format("{}{:.2f} {}", text.empty() ? "load " : ", ", moment.load_1m, moment.when);
  }
  return text.empty() ? "load unknown" : text;
}

std::string load_phase(const ResultDocument& d) {
  if (d.load.duration <= 0) return "";
  std::string text = fmt::format("loaded {} nodes and {} edges in {}", d.load.nodes, d.load.edges,
                                 three_digits(d.load.duration));
  if (d.load.bytes_on_disk >= 0) text += ", " + format_bytes(d.load.bytes_on_disk);
  return text;
}

/// In the order they are read.
std::vector<std::string> parts(const ResultDocument& d) {
  const GbFields& gb = gb_of(d);
  return {"version " + or_unknown(d.condition.engine_version),
          "plane " + or_unknown(d.condition.plane),
          gb.durability.empty() ? "" : "durability " + one_line(gb.durability),
          gb.read_mode.empty() ? "" : "reads " + one_line(gb.read_mode),
          d.condition.tuned ? "tuned" : "",
          dataset(d),
          load_phase(d),
          latency(d),
          "warm-up " + or_unknown(d.condition.warmup_outcome),
          operations(d),
          sequence(d),
          "on " + machine(d),
          durable_sync(d),
          host_load(d)};
}

}  // namespace

std::vector<Note> condition_notes(const LabTable& table) {
  std::vector<std::vector<std::string>> all;
  for (const LabColumn& column : table.columns) all.push_back(parts(*column.document));
  Note shared{"all columns", ""};
  std::vector<Note> own;
  for (const LabColumn& column : table.columns) own.push_back({column.label, ""});
  const auto add = [](Note& note, const std::string& part) {
    if (!part.empty()) note.text += (note.text.empty() ? "" : "; ") + part;
  };
  for (std::size_t part = 0; part < all.front().size(); ++part) {
    const bool same = all.size() > 1 && std::all_of(all.begin(), all.end(), [&](const auto& one) {
                        return one[part] == all.front()[part];
                      });
    if (same) {
      add(shared, all.front()[part]);
      continue;
    }
    for (std::size_t i = 0; i < all.size(); ++i) add(own[i], all[i][part]);
  }
  std::vector<Note> notes;
  if (!shared.text.empty()) notes.push_back(std::move(shared));
  for (Note& note : own) {
    if (!note.text.empty()) notes.push_back(std::move(note));
  }
  return notes;
}

}  // namespace gb
