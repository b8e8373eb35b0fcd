#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "core/document/result_document.h"

namespace gb {

/// CPU, cores, RAM, system: the stamp of measurement §16. The sync figures stay -1 until a probe
/// fills them in.
Hardware hardware();

/// Everything else that holds for this host during a run: kernel, governor, turbo, SMT,
/// virtualisation, limits, and file system, mount options and device of the volume `store` lies on.
/// "unknown" where nobody can answer.
std::map<std::string, std::string> host_facts(const std::filesystem::path& store);

/// Names this host without revealing it: 64 hex digits of a SHA-256 over the machine id or, without
/// one, over facts that do not change. The raw machine id never leaves this call.
std::string host_fingerprint();

/// "Intel(R) Xeon(R) Processor · 2 cores · 24 GiB · Linux 6.1"
std::string host_summary(const Hardware& hardware);

}  // namespace gb
