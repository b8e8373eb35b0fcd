#include "core/rules/answer_json.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/base/duration.h"

namespace gb {
namespace {

using nlohmann::json;

/// JSON has no infinity: "no number of them" is null.
json finite(double value) { return std::isfinite(value) ? json(value) : json(nullptr); }

template <class T>
json or_null(const std::optional<T>& value) {
  return value ? json(*value) : json(nullptr);
}

template <class List, class Make>
json array(const List& list, Make make) {
  json all = json::array();
  for (const auto& one : list) all.push_back(make(one));
  return all;
}

json of(const Finding& f) {
  return {{"kind", name_of(f.kind)}, {"effect", name_of(f.effect)}, {"workload", f.workload},
          {"where", f.where},        {"metric", f.metric},          {"detail", f.detail}};
}

json findings(const std::vector<Finding>& list) {
  return array(list, [](const Finding& one) { return of(one); });
}

json of(const NoiseSpread& r) {
  return {{"query", r.query}, {"metric", r.metric},    {"runs", r.runs},    {"min_ns", r.min},
          {"max_ns", r.max},  {"median_ns", r.median}, {"spread", r.spread}};
}

json of(const ReferenceNoise& n) {
  return {{"engine", n.engine},
          {"workload", n.workload},
          {"scale", n.scale},
          {"documents", n.documents},
          {"percentile", n.percentile},
          {"regression_factor", n.regression_factor},
          {"rows", array(n.rows, [](const auto& one) { return of(one); })},
          {"floor", n.floor},
          {"worst", n.worst},
          {"usable", n.usable}};
}

template <class Row>
json sides(const Row& r) {
  return {{"workload", r.workload},       {"before", r.before},         {"after", r.after},
          {"before_runs", r.before_runs}, {"after_runs", r.after_runs}, {"factor", r.factor}};
}

json of(const ReferenceAb& ab) {
  return {{"metric", name_of(ab.metric)},
          {"threshold", ab.threshold},
          {"rows", array(ab.rows,
                         [](const ReferenceAbRow& row) {
                           json one = sides(row);
                           one["query"] = row.query;
                           one["regressed"] = row.regressed;
                           return one;
                         })},
          {"costs", array(ab.costs,
                          [](const ReferenceCostRow& row) {
                            json one = sides(row);
                            one["metric"] = row.metric;
                            return one;
                          })},
          {"median", ab.median},
          {"best", ab.best},
          {"worst", ab.worst},
          {"regressed", ab.regressed}};
}

json of(const RivalRow& r) {
  return {{"class", r.query_class},
          {"own_p50_ns", r.own_p50},
          {"own_p99_ns", r.own_p99},
          {"rival_p50_ns", r.rival_p50},
          {"rival_p99_ns", r.rival_p99},
          {"speedup_p50", r.speedup_p50},
          {"speedup_p99", r.speedup_p99},
          {"own_syncs_p50", r.own_syncs_p50},
          {"own_syncs_p99", r.own_syncs_p99},
          {"rival_syncs_p50", r.rival_syncs_p50},
          {"rival_syncs_p99", r.rival_syncs_p99}};
}

json of(const RivalComparison& c) {
  return {{"engine", c.engine},
          {"rival", c.rival},
          {"workload", c.workload},
          {"clients", c.clients},
          {"rows", array(c.rows, [](const RivalRow& one) { return of(one); })},
          {"same_host", c.same_host},
          {"shared_unit", c.shared_unit},
          {"own_unit_ns", c.own_unit},
          {"rival_unit_ns", c.rival_unit},
          {"band_low_ns", c.band_low},
          {"band_high_ns", c.band_high},
          {"not_run", c.not_run}};
}

json of(const ReferenceGate& g) {
  return {{"workloads", g.workloads},
          {"rivals", array(g.rivals, [](const RivalComparison& one) { return of(one); })},
          {"findings", findings(g.findings)}};
}

json of(const LabNoise& n) {
  return {{"engine", n.engine},
          {"metric", name_of(n.metric)},
          {"tau", n.tau},
          {"gate_rounds", n.gate_rounds},
          {"floor", n.floor},
          {"findings", findings(n.findings)},
          {"rows", array(n.rows, [](const LabNoiseRow& r) {
             return json{{"cell", r.cell},
                         {"workload", r.workload},
                         {"query", r.query},
                         {"median_ns", r.median},
                         {"runs", r.model.components.runs},
                         {"sessions", r.model.components.sessions},
                         {"within_run", r.model.components.within},
                         {"between_runs", r.model.components.run},
                         {"between_sessions", r.model.components.session},
                         {"session_share", r.model.components.session_share()},
                         {"robust_cv", r.model.robust_cv},
                         {"within_session_cv", r.model.within_session_cv},
                         {"max_over_min", r.model.max_over_min},
                         {"autocorrelation", r.model.autocorrelation},
                         {"expected_floor", r.model.expected_floor},
                         {"detectable_10", finite(r.detectable_10)},
                         {"detectable_20", finite(r.detectable_20)},
                         {"detectable_30", finite(r.detectable_30)},
                         {"rounds_for_tau", r.rounds_for_tau}};
           })}};
}

json of(const PairedRow& p) {
  return {{"verdict", name_of(p.verdict)},
          {"rounds", p.rounds},
          {"factor", p.factor},
          {"low", or_null(p.low)},
          {"high", or_null(p.high)},
          {"level", p.level},
          {"p", p.p},
          {"adjusted_p", p.adjusted_p},
          {"same_low", or_null(p.same_low)},
          {"same_high", or_null(p.same_high)},
          {"proven_tau", p.proven_tau},
          {"why_undecided", p.why_undecided},
          {"rounds_needed", or_null(p.rounds_needed)}};
}

json of(const LabAb& ab) {
  return {{"metric", name_of(ab.metric)},
          {"alpha", ab.rules.alpha},
          {"tau", ab.rules.tau},
          {"planned_rounds", ab.rules.planned_rounds},
          {"looks", ab.rules.looks},
          {"regressed", ab.regressed},
          {"improved", ab.improved},
          {"equivalent", ab.equivalent},
          {"undecided", ab.undecided},
          {"identical", ab.identical},
          {"false_alarms", ab.false_alarms},
          {"findings", findings(ab.findings)},
          {"rows", array(ab.rows, [](const LabAbRow& r) {
             json one = of(r.paired);
             one.update({{"cell", r.cell},
                         {"workload", r.workload},
                         {"query", r.query},
                         {"class", r.query_class},
                         {"before_ns", r.before},
                         {"after_ns", r.after},
                         {"samples", r.samples},
                         {"minutes_needed", r.minutes_needed}});
             return one;
           })}};
}

json of(const LabRival& r) {
  return {{"engine", r.engine},
          {"rival", r.rival},
          {"workload", r.workload},
          {"geometric_mean", r.geometric_mean},
          {"queries", array(r.queries, [](const RivalQuery& q) {
             return json{{"query", q.query},       {"class", q.query_class},
                         {"own_p50_ns", q.own},    {"rival_p50_ns", q.rival},
                         {"speedup", q.speedup},   {"low", or_null(q.low)},
                         {"high", or_null(q.high)}};
           })}};
}

json of(const LabGate& g) {
  return {{"tau", g.rules.tau},
          {"alpha", g.rules.alpha},
          {"drift_factor", g.rules.drift_factor},
          {"candidates", g.candidates},
          {"false_alarms", g.false_alarms},
          {"rounds_asked", g.rounds_asked},
          {"findings", findings(g.findings)},
          {"rivals", array(g.rivals, [](const LabRival& one) { return of(one); })},
          {"rows", array(g.rows, [](const GateRow& r) {
             return json{{"cell", r.cell},
                         {"workload", r.workload},
                         {"query", r.query},
                         {"state", name_of(r.state)},
                         {"now_ns", r.now},
                         {"was_ns", r.was},
                         {"factor", r.factor},
                         {"candidate_runs", r.candidate_runs},
                         {"history", r.fence.history},
                         {"sigma", r.fence.sigma},
                         {"fence", std::exp(r.fence.width)},
                         {"smallest_visible", finite(r.fence.smallest_visible)},
                         {"paired", r.paired ? of(*r.paired) : json(nullptr)}};
           })}};
}

json of(const LabHistory& h) {
  return {{"engine", h.engine},
          {"metric", name_of(h.metric)},
          {"shortest", h.shortest},
          {"series", array(h.series, [](const HistorySeries& s) {
             return json{{"cell", s.cell},
                         {"workload", s.workload},
                         {"query", s.query},
                         {"values_ns", s.values},
                         {"changes", array(s.changes, [](const HistoryChange& c) {
                            return json{{"at", c.at},
                                        {"before_ns", c.before},
                                        {"after_ns", c.after},
                                        {"factor", c.factor},
                                        {"p", c.p},
                                        {"last_build", c.last_build},
                                        {"first_build", c.first_build},
                                        {"last_time", format_rfc3339(c.last_time)},
                                        {"first_time", format_rfc3339(c.first_time)}};
                          })}};
           })}};
}

}  // namespace

json answer_json(const VerdictAnswer& answer) {
  return std::visit([](const auto& one) { return of(one); }, answer);
}

}  // namespace gb
