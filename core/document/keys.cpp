#include "core/document/keys.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/base/sha256.h"

namespace gb {
namespace {

std::string digest(const std::vector<KeyPart>& parts) {
  using nlohmann::json;
  json list = json::array();
  for (const KeyPart& part : parts) list.push_back({part.name, part.value});
  return sha256_hex(list.dump(-1, ' ', false, json::error_handler_t::replace));
}

}  // namespace

std::vector<KeyPart> compatibility_parts(const ResultDocument& document) {
  const Condition& c = document.condition;
  std::string concurrency;
  for (const std::int64_t clients : c.concurrency) {
    concurrency += (concurrency.empty() ? "" : ",") + std::to_string(clients);
  }
  // The reference stamps an offered rate even where it had no effect.
  std::string latency_model = c.latency_model;
  if (latency_model == "open-model") latency_model += fmt::format(" at {}/s", c.rate);
  const std::string sequence = document.gb && !document.gb->sequence_sha256.empty()
                                   ? document.gb->sequence_sha256
                                   : c.params_checksum;
  return {{"workload", document.workload.empty() ? c.workload : document.workload},
          {"workload version", document.gb ? document.gb->workload_version : ""},
          {"scale", c.scale},
          {"dataset checksum", c.dataset_checksum},
          {"parameter sequence", sequence},
          {"latency model", latency_model},
          {"concurrency", concurrency},
          {"plane", c.plane}};
}

std::vector<KeyPart> lineage_parts(const ResultDocument& document) {
  std::vector<KeyPart> parts = compatibility_parts(document);
  parts.push_back({"engine", document.condition.engine});
  parts.push_back({"engine version", document.condition.engine_version});
  parts.push_back({"configuration", document.gb ? document.gb->configuration_digest : ""});
  parts.push_back({"host", document.gb ? document.gb->host_fingerprint : ""});
  return parts;
}

std::string compatibility_key(const ResultDocument& document) {
  return digest(compatibility_parts(document));
}

std::string lineage_key(const ResultDocument& document) { return digest(lineage_parts(document)); }

std::string configuration_digest(const std::map<std::string, std::string>& settings) {
  std::vector<KeyPart> parts;
  for (const auto& [name, value] : settings) parts.push_back({name, value});
  return digest(parts);
}

std::string checksum8(const std::string& checksum) {
  constexpr std::string_view kPrefix = "sha256:";
  const std::size_t start = checksum.starts_with(kPrefix) ? kPrefix.size() : 0;
  return checksum.substr(start, 8);
}

}  // namespace gb
