#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/document/result_document.h"

namespace gb {

/// A named part of a key, as a reader may be told that it differs.
struct KeyPart {
  std::string name, value;

  friend bool operator==(const KeyPart&, const KeyPart&) = default;
};

/// What must be equal for two documents' figures to be set against each other: workload, its
/// version, scale, dataset checksum, parameter-sequence hash, latency model (with the offered rate
/// when open), concurrency, plane.
std::vector<KeyPart> compatibility_parts(const ResultDocument& document);

/// Those, and what makes a series over time: engine, engine version, configuration digest, host
/// fingerprint.
std::vector<KeyPart> lineage_parts(const ResultDocument& document);

/// SHA-256 in 64 hex digits over the JSON array of [name, value] pairs, in the order above.
std::string compatibility_key(const ResultDocument& document);
std::string lineage_key(const ResultDocument& document);

/// SHA-256 in 64 hex digits over the settings as asked for, in byte order of their names. Leave out
/// what differs from run to run by nature, such as the path of a run's own store.
std::string configuration_digest(const std::map<std::string, std::string>& settings);

/// The first eight characters of a checksum without a leading "sha256:"; a shorter one whole.
std::string checksum8(const std::string& checksum);

}  // namespace gb
