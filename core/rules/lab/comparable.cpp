#include "core/rules/lab/comparable.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/document/keys.h"
#include "core/document/lookup.h"

namespace gb {
namespace {

constexpr std::string_view kPrefix = "different-";

constexpr std::array<FindingKind, 10> kDifferences{
    FindingKind::DifferentWorkload,     FindingKind::DifferentScale,
    FindingKind::DifferentData,         FindingKind::DifferentParameters,
    FindingKind::DifferentLatencyModel, FindingKind::DifferentConcurrency,
    FindingKind::DifferentTuning,       FindingKind::DifferentPlane,
    FindingKind::DifferentDurability,   FindingKind::DifferentMachine};

std::string_view short_name(FindingKind kind) { return name_of(kind).substr(kPrefix.size()); }

std::string lower(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

std::string workload_and_version(const ResultDocument& document) {
  const std::string version = document.gb ? document.gb->workload_version : "";
  return workload_of(document) + (version.empty() ? "" : " " + version);
}

std::string latency_model(const Condition& c) {
  return c.latency_model == "open-model" ? fmt::format("{} at {}/s", c.latency_model, c.rate)
                                         : c.latency_model;
}

std::string parameters(const ResultDocument& document, bool by_sequence) {
  return by_sequence ? document.gb->sequence_sha256 : document.condition.params_checksum;
}

bool has_sequence(const ResultDocument& document) {
  return document.gb && !document.gb->sequence_sha256.empty();
}

std::string hardware_identity(const Hardware& h) {
  return fmt::format("{}, {} cores, {} bytes of memory, {}/{}", h.cpu, h.cores, h.ram_bytes, h.os,
                     h.arch);
}

std::string or_none(const std::string& text) { return text.empty() ? "none" : text; }

}  // namespace

Result<AllowedDifferences> parse_allowed_differences(const std::vector<std::string>& names) {
  AllowedDifferences allowed;
  for (const std::string& name : names) {
    const bool known = std::any_of(kDifferences.begin(), kDifferences.end(),
                                   [&](FindingKind kind) { return short_name(kind) == name; });
    if (!known) {
      std::string list;
      for (const FindingKind kind : kDifferences) {
        list += (list.empty() ? "" : ", ") + std::string(short_name(kind));
      }
      return fail(ErrorCode::InvalidArgument, "no difference is called \"{}\"; there are {}", name,
                  list);
    }
    allowed.insert(name);
  }
  return allowed;
}

std::vector<Finding> differences_between(const ResultDocument& was, const ResultDocument& now,
                                         FindingEffect effect, const AllowedDifferences& allowed) {
  std::vector<Finding> findings;
  const auto compare = [&](FindingKind kind, const std::string& before, const std::string& after,
                           const std::string& shown_before, const std::string& shown_after) {
    if (before == after) return;
    const bool asked_for = allowed.contains(std::string(short_name(kind)));
    findings.push_back({kind, asked_for ? FindingEffect::Informs : effect, workload_of(now),
                        machine_label(now), "",
                        fmt::format("{} against {}", or_none(shown_after), or_none(shown_before))});
  };
  const auto plain = [&](FindingKind kind, const std::string& before, const std::string& after) {
    compare(kind, before, after, before, after);
  };
  const Condition &a = was.condition, &b = now.condition;
  plain(FindingKind::DifferentWorkload, workload_and_version(was), workload_and_version(now));
  plain(FindingKind::DifferentScale, lower(a.scale), lower(b.scale));
  compare(FindingKind::DifferentData, a.dataset_checksum, b.dataset_checksum,
          checksum8(a.dataset_checksum), checksum8(b.dataset_checksum));
  const bool by_sequence = has_sequence(was) && has_sequence(now);
  const std::string drawn = parameters(was, by_sequence), draws = parameters(now, by_sequence);
  compare(FindingKind::DifferentParameters, drawn, draws, checksum8(drawn), checksum8(draws));
  plain(FindingKind::DifferentLatencyModel, latency_model(a), latency_model(b));
  plain(FindingKind::DifferentConcurrency, fmt::format("{}", fmt::join(a.concurrency, ",")),
        fmt::format("{}", fmt::join(b.concurrency, ",")));
  plain(FindingKind::DifferentTuning, a.tuned ? "tuned" : "untuned", b.tuned ? "tuned" : "untuned");
  plain(FindingKind::DifferentPlane, a.plane, b.plane);
  if (was.gb && now.gb) {
    plain(FindingKind::DifferentDurability, was.gb->durability, now.gb->durability);
  }
  compare(FindingKind::DifferentMachine, machine_identity(was), machine_identity(now),
          machine_label(was), machine_label(now));
  return findings;
}

bool refused(const std::vector<Finding>& differences) {
  return std::any_of(differences.begin(), differences.end(),
                     [](const Finding& one) { return one.effect != FindingEffect::Informs; });
}

std::vector<Finding> integrity_of(const ResultDocument& document) {
  std::vector<Finding> findings;
  const std::string& workload = workload_of(document);
  const std::string& engine = document.condition.engine;
  const auto found = [&](FindingKind kind, const std::string& where, std::string detail) {
    findings.push_back({kind, FindingEffect::Fails, workload, where, "", std::move(detail)});
  };
  if (document.queries.empty() && document.classes.empty() && document.verification.empty()) {
    found(FindingKind::EmptyDocument, engine, "neither figures nor verdicts: nothing was run");
  }
  if (document.gb && document.gb->partial) {
    found(FindingKind::PartialDocument, engine,
          "not every query came to a figure, so what the others cost is no whole");
  }
  for (const VerificationLine& line : document.verification) {
    if (line.outcome != "FAIL") continue;
    if (line.reason == "teardown-failed") {
      found(FindingKind::Poisoned, line.query_id,
            "the write could not be undone; whatever came after it ran on other data");
    }
    found(FindingKind::Verification, line.query_id,
          line.reason.empty() ? "answered wrongly" : line.reason);
  }
  return findings;
}

std::string machine_identity(const ResultDocument& document) {
  if (document.gb && !document.gb->host_fingerprint.empty()) return document.gb->host_fingerprint;
  if (document.gb && !document.gb->machine.empty()) return document.gb->machine;
  return hardware_identity(document.condition.hardware);
}

std::string machine_label(const ResultDocument& document) {
  if (document.gb && !document.gb->machine.empty()) return document.gb->machine;
  return document.condition.hardware.cpu;
}

std::string cell_label(const ResultDocument& document) {
  return fmt::format("{} {} {} on {}", workload_of(document), document.condition.scale,
                     document.condition.plane, machine_label(document));
}

const StatFields* measured(const ResultDocument& document, const std::string& query) {
  const auto found = document.queries.find(query);
  if (found == document.queries.end() || successes(found->second) <= 0) return nullptr;
  return &found->second;
}

}  // namespace gb
