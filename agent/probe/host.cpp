#include "agent/probe/host.h"

#include <fmt/format.h>
#include <unistd.h>

#include "agent/platform/system.h"
#include "agent/platform/volume.h"
#include "core/base/sha256.h"

namespace gb {

Hardware hardware() {
  Hardware found;
  found.cpu = cpu_model();
  found.cores = cores_for_this_process();
  found.ram_bytes = ram_bytes();
  found.os = os_name();
  found.arch = arch_name();
  return found;
}

std::map<std::string, std::string> host_facts(const std::filesystem::path& store) {
  std::map<std::string, std::string> facts = machine_facts();
  facts["kernel"] = kernel_release();
  facts["page_bytes"] = std::to_string(sysconf(_SC_PAGESIZE));
  facts["online_processors"] = std::to_string(sysconf(_SC_NPROCESSORS_ONLN));
  const Volume volume = volume_of(store);
  const auto or_unknown = [](const std::string& text) { return text.empty() ? "unknown" : text; };
  facts["file_system"] = or_unknown(volume.file_system);
  facts["mount_options"] = or_unknown(volume.mount_options);
  facts["store_device"] = or_unknown(volume.device);
  return facts;
}

std::string host_fingerprint() {
  if (const std::string id = machine_id(); !id.empty()) {
    // The purpose in front: a hash of the id alone could be matched with other programs' hashes.
    return sha256_hex("graph-bench host\n" + id);
  }
  char name[256] = {};
  if (gethostname(name, sizeof name - 1) != 0) name[0] = '\0';
  // RAM is left out: MemTotal changes with kernels and their reservations.
  return sha256_hex(fmt::format("graph-bench host facts\n{}\n{}\n{}\n{}\n{}\n{}", name, cpu_model(),
                                sysconf(_SC_NPROCESSORS_CONF), arch_name(),
                                small_file("/sys/class/dmi/id/product_name"),
                                small_file("/sys/class/net/eth0/address")));
}

std::string host_summary(const Hardware& hardware) {
  const std::string kernel = kernel_release();
  const auto second_dot = kernel.find('.', kernel.find('.') + 1);
  std::string system = hardware.os == "linux" ? "Linux" : hardware.os;
  return fmt::format(
      "{} · {} {} · {} · {} {}", hardware.cpu, hardware.cores,
      hardware.cores == 1 ? "core" : "cores",
      hardware.ram_bytes < 0
          ? std::string("RAM unknown")
          : fmt::format("{:.0f} GiB", static_cast<double>(hardware.ram_bytes) / (1ULL << 30U)),
      system, kernel.substr(0, second_dot));
}

}  // namespace gb
