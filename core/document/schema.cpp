#include "core/document/schema.h"

#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/document/document_fields.h"

namespace gb {
namespace {

using nlohmann::json;

/// Says in JSON Schema what `fields` names; objects become $defs of their own.
class Describer {
 public:
  Describer(std::string name, json& definitions)
      : name_(std::move(name)), definitions_(definitions) {}

  template <class T>
  void always(const char* name, T& value) {
    put(name, value);
    required_.push_back(name);
  }
  template <class T>
  void unless_empty(const char* name, T& value) {
    put(name, value);
  }
  template <class T>
  void kept(const char* name, T& value) {
    put(name, value);
  }
  template <class T>
  void kept_unless_empty(const char* name, T& value) {
    put(name, value);
  }
  template <class T>
  void kept_unless(const char* name, T& value, const T& /*nothing*/) {
    put(name, value);
  }

  json take() {
    json schema{{"type", "object"}, {"properties", std::move(properties_)}};
    if (!required_.empty()) schema["required"] = required_;
    return schema;
  }

 private:
  template <class T>
  void put(const char* name, T& value) {
    properties_[name] = of(value);
    add_rules(name);
  }

  /// What a type cannot say.
  void add_rules(const std::string& field) {
    const std::string full = name_ + "." + field;
    static const std::map<std::string, std::vector<std::string>> kWords{
        {"VerificationLine.outcome", {"PASS", "FAIL", "SKIP"}},
        {"QueryOutcome.outcome", {"measured", "skipped", "failed", "broken"}},
    };
    static const std::map<std::string, std::string> kMeanings{
        {"ResultDocument.schema", "3: the reference's form; 4: with the member gb"},
        {"ResultDocument.gb", "What schema 3 lacks; absent in the reference's own documents"},
        {"QuerySamples.multiset",
         "base64 of a zstd frame of LEB128 varints: the count, then the difference of each latency "
         "in ns to the one before, ascending"},
        {"QuerySamples.histogram",
         "Beyond a million samples; base64 of a zstd frame of LEB128 varints: number of ranges, "
         "smallest and largest latency, then per range the difference of its lower bound to the "
         "one before and its count. Exact below 2048 ns, 1024 ranges per power of two above"},
        {"QuerySamples.p50_low_ns", "95 % interval by order statistics; -1: no such bound exists"},
        {"StatFields.p99", "Nearest rank, ns; below 299 samples only the largest so far"},
        {"StatFields.throughput", "Per second; 0 in closed loop: see gb.samples.wall_seconds"},
        {"GbFields.service", "Per query, open loop: service time; queries hold response time"},
        {"GbFields.lateness", "Per query, open loop: sent later than due"},
        {"GbFields.trends", "Per query: Mann-Kendall and Theil-Sen over medians of windows"},
        {"QueryOutcome.emulated", "A text did what the engine has no kernel for"},
        {"TrendFields.growth", "From the first window to the last, as a share of the first"},
    };
    json& schema = properties_[field];
    if (const auto words = kWords.find(full); words != kWords.end()) schema["enum"] = words->second;
    if (const auto text = kMeanings.find(full); text != kMeanings.end()) {
      schema["description"] = text->second;
    }
    if (field == "count" || field == "errors" || field == "counts" || field == "samples") {
      if (schema.value("type", json()) == "integer") schema["minimum"] = 0;
    }
    if (full == "ResultDocument.schema") schema["minimum"] = 3;
  }

  static json of(bool& /*value*/) { return {{"type", "boolean"}}; }
  static json of(std::int64_t& /*value*/) { return {{"type", "integer"}}; }
  static json of(double& /*value*/) { return {{"type", {"number", "null"}}}; }
  static json of(std::string& /*value*/) { return {{"type", "string"}}; }
  static json of(WallTime& /*value*/) { return {{"type", "string"}, {"format", "date-time"}}; }
  template <class T>
  json of(std::vector<T>& /*values*/) {
    T one{};
    return {{"type", {"array", "null"}}, {"items", of(one)}};  // the reference writes null for none
  }
  template <class T>
  json of(std::map<std::string, T>& /*values*/) {
    T one{};
    return {{"type", {"object", "null"}}, {"additionalProperties", of(one)}};
  }
  template <class T>
  requires std::is_class_v<T> json of(T& value) {
    const std::string name = name_of_type(value);
    if (!definitions_.contains(name)) {
      definitions_[name] = nullptr;  // begun
      Describer inner(name, definitions_);
      fields(inner, value);
      json schema = inner.take();
      definitions_[name] = std::move(schema);
    }
    return {{"$ref", "#/$defs/" + name}};
  }

  static std::string name_of_type(const Hardware&) { return "Hardware"; }
  static std::string name_of_type(const Condition&) { return "Condition"; }
  static std::string name_of_type(const VerificationLine&) { return "VerificationLine"; }
  static std::string name_of_type(const StatFields&) { return "StatFields"; }
  static std::string name_of_type(const SweepLine&) { return "SweepLine"; }
  static std::string name_of_type(const LoadFields&) { return "LoadFields"; }
  static std::string name_of_type(const ResourceFields&) { return "ResourceFields"; }
  static std::string name_of_type(const TepsFields&) { return "TepsFields"; }
  static std::string name_of_type(const DriftFields&) { return "DriftFields"; }
  static std::string name_of_type(const SyncProbe&) { return "SyncProbe"; }
  static std::string name_of_type(const HostMoment&) { return "HostMoment"; }
  static std::string name_of_type(const QueryOutcome&) { return "QueryOutcome"; }
  static std::string name_of_type(const QuerySamples&) { return "QuerySamples"; }
  static std::string name_of_type(const LatencyFields&) { return "LatencyFields"; }
  static std::string name_of_type(const SeriesFields&) { return "SeriesFields"; }
  static std::string name_of_type(const TrendFields&) { return "TrendFields"; }
  static std::string name_of_type(const BindingFields&) { return "BindingFields"; }
  static std::string name_of_type(const BatchFields&) { return "BatchFields"; }
  static std::string name_of_type(const GbFields&) { return "GbFields"; }

  std::string name_;
  json& definitions_;
  json properties_ = json::object();
  std::vector<std::string> required_;
};

/// As ResultDocument, with gb among its fields as in a file.
struct WholeDocument {
  ResultDocument document;
  GbFields gb;
};

template <class Archive>
void fields(Archive& a, WholeDocument& whole) {
  fields(a, whole.document);
  a.unless_empty("gb", whole.gb);
}

json schema_object() {
  json definitions = json::object();
  WholeDocument whole;
  Describer describer("ResultDocument", definitions);
  fields(describer, whole);
  json schema = describer.take();
  schema["$schema"] = "https://json-schema.org/draft/2020-12/schema";
  schema["$id"] = "graph-bench/result-4";
  schema["title"] = "A graph-bench result document, schema 4";
  schema["description"] =
      "What every run ends in. Spans are integer nanoseconds, sizes bytes; -1 means nobody could "
      "answer. Members not named here are allowed and ignored; under gb a missing one is unknown.";
  schema["$defs"] = std::move(definitions);
  return schema;
}

}  // namespace

std::string document_schema() { return schema_object().dump(2) + "\n"; }

}  // namespace gb
