#include "agent/platform/system.h"

#include <fmt/format.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#if defined(__APPLE__)
#include <sys/sysctl.h>
#endif

namespace gb {
namespace {

std::string trimmed(std::string text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\0'; };
  while (!text.empty() && blank(text.back())) text.pop_back();
  std::size_t start = 0;
  while (start < text.size() && blank(text[start])) ++start;
  return text.substr(start);
}

/// Value of the first "key : value" line, empty without one.
std::string value_of(const std::string& text, const std::string& key) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto colon = line.find(':');
    if (colon == std::string::npos || trimmed(line.substr(0, colon)) != key) continue;
    return trimmed(line.substr(colon + 1));
  }
  return {};
}

/// ARM kernels name implementer and part by number. Numbers: Linux,
/// arch/arm64/include/asm/cputype.h.
std::string arm_model(const std::string& cpuinfo) {
  const std::string implementer = value_of(cpuinfo, "CPU implementer");
  const std::string part = value_of(cpuinfo, "CPU part");
  if (implementer.empty() || part.empty()) return {};
  static const std::map<std::string, std::string> kImplementers = {
      {"0x41", "ARM"},       {"0x42", "Broadcom"},  {"0x46", "Fujitsu"},
      {"0x48", "HiSilicon"}, {"0x4e", "NVIDIA"},    {"0x51", "Qualcomm"},
      {"0x61", "Apple"},     {"0x6d", "Microsoft"}, {"0xc0", "Ampere"}};
  static const std::map<std::string, std::string> kArmParts = {
      {"0xd03", "Cortex-A53"},  {"0xd05", "Cortex-A55"},  {"0xd07", "Cortex-A57"},
      {"0xd08", "Cortex-A72"},  {"0xd0b", "Cortex-A76"},  {"0xd0c", "Neoverse-N1"},
      {"0xd40", "Neoverse-V1"}, {"0xd49", "Neoverse-N2"}, {"0xd4f", "Neoverse-V2"},
      {"0xd41", "Cortex-A78"},  {"0xd44", "Cortex-X1"}};
  const auto maker = kImplementers.find(implementer);
  const auto core = kArmParts.find(part);
  return fmt::format(
      "{} {}", maker == kImplementers.end() ? implementer : maker->second,
      implementer == "0x41" && core != kArmParts.end() ? core->second : "part " + part);
}

std::string or_unknown(std::string text) { return text.empty() ? "unknown" : std::move(text); }

std::string turbo() {
  const std::string no_turbo = small_file("/sys/devices/system/cpu/intel_pstate/no_turbo");
  if (!no_turbo.empty()) return no_turbo == "0" ? "on" : "off";
  const std::string boost = small_file("/sys/devices/system/cpu/cpufreq/boost");
  if (!boost.empty()) return boost == "1" ? "on" : "off";
  return "unknown";
}

std::string virtualisation(const std::string& cpuinfo) {
  if (kernel_release().find("icrosoft") != std::string::npos) return "wsl2";
  std::string hypervisor = small_file("/sys/hypervisor/type");
  if (!hypervisor.empty()) return hypervisor;
  const std::string vendor = small_file("/sys/class/dmi/id/sys_vendor");
  const std::string product = small_file("/sys/class/dmi/id/product_name");
  // The flag is the processor's own word and outweighs what a firmware table claims.
  const bool guest =
      (" " + value_of(cpuinfo, "flags") + " ").find(" hypervisor ") != std::string::npos;
  if (guest) return vendor.empty() ? "virtual machine" : trimmed(vendor + " " + product);
  if (!value_of(cpuinfo, "flags").empty()) return "none";
  return vendor.empty() ? "unknown" : "unknown, firmware says " + vendor;
}

std::string container() {
  if (std::filesystem::exists("/.dockerenv")) return "docker";
  if (std::filesystem::exists("/run/.containerenv")) return "podman";
  const std::string declared = small_file("/run/systemd/container");
  return declared.empty() ? "none seen" : declared;
}

/// This process's folder below a control-group mount: the line "0::/path" (version 2) or
/// "n:controller:/path" (version 1) of /proc/self/cgroup.
std::string group_path(const std::string& controller) {
  std::istringstream lines(small_file("/proc/self/cgroup"));
  for (std::string line; std::getline(lines, line);) {
    const auto first = line.find(':');
    const auto second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string names = "," + line.substr(first + 1, second - first - 1) + ",";
    if (controller.empty() ? names == ",,"
                           : names.find("," + controller + ",") != std::string::npos)
      return line.substr(second + 1);
  }
  return {};
}

/// The tightest value of `file` from this group up to the mount: every ancestor's limit binds.
std::int64_t tightest(const std::string& mount, std::string path, const std::string& file,
                      std::int64_t (*read)(const std::string&)) {
  std::int64_t least = -1;
  for (;;) {
    const std::int64_t limit = read(small_file(fmt::format("{}{}/{}", mount, path, file)));
    if (limit >= 0 && (least < 0 || limit < least)) least = limit;
    const auto slash = path.rfind('/');
    if (path.empty() || slash == std::string::npos) return least;
    path.resize(slash);
  }
}

std::int64_t number_or_none(const std::string& text) {
  try {
    // Version 1 writes "no limit" as almost 2^63.
    const std::int64_t value = std::stoll(text);
    return value >= (std::int64_t{1} << 62) ? -1 : value;
  } catch (const std::exception&) {
    return -1;  // "max", or no such file
  }
}

/// "200000 100000" is two processors' worth, given in thousandths.
std::int64_t milli_cpus(const std::string& text) {
  std::istringstream words(text);
  double quota = 0, period = 0;
  if (!(words >> quota >> period) || period <= 0) return -1;
  return static_cast<std::int64_t>(quota / period * 1000);
}

std::string memory_limit() {
  std::int64_t limit = tightest("/sys/fs/cgroup", group_path(""), "memory.max", number_or_none);
  if (limit < 0) {
    limit = tightest("/sys/fs/cgroup/memory", group_path("memory"), "memory.limit_in_bytes",
                     number_or_none);
  }
  return limit < 0 ? "none" : fmt::format("{} bytes", limit);
}

std::string cpu_limit() {
  const std::int64_t limit = tightest("/sys/fs/cgroup", group_path(""), "cpu.max", milli_cpus);
  if (limit >= 0) return fmt::format("{:.3f} processors", static_cast<double>(limit) / 1000);
  const std::string v1 = "/sys/fs/cgroup/cpu" + group_path("cpu") + "/cpu.cfs_";
  const std::int64_t quota = number_or_none(small_file(v1 + "quota_us"));
  const std::int64_t period = number_or_none(small_file(v1 + "period_us"));
  if (quota <= 0 || period <= 0) return "none";
  return fmt::format("{:.3f} processors", static_cast<double>(quota) / static_cast<double>(period));
}

std::string numa_nodes() {
  std::error_code none;
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/sys/devices/system/node", none)) {
    std::string name = entry.path().filename();
    if (name.rfind("node", 0) == 0 && name.size() > 4 && name[4] >= '0' && name[4] <= '9') ++count;
  }
  return count == 0 ? "unknown" : std::to_string(count);
}

/// "always [madvise] never" -> "madvise"
std::string chosen(const std::string& text) {
  const auto open = text.find('['), close = text.find(']');
  return open == std::string::npos || close == std::string::npos
             ? or_unknown(text)
             : text.substr(open + 1, close - open - 1);
}

std::string distribution() {
  std::istringstream lines(small_file("/etc/os-release"));
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("PRETTY_NAME=", 0) != 0) continue;
    std::string name = line.substr(12);
    name.erase(std::remove(name.begin(), name.end(), '"'), name.end());
    return name;
  }
  return "unknown";
}

}  // namespace

std::string small_file(const std::string& path) {
  std::ifstream file(path);
  if (!file) return {};
  std::ostringstream text;
  text << file.rdbuf();
  return trimmed(text.str());
}

std::string cpu_model_in(const std::string& cpuinfo) {
  for (const char* key : {"model name", "cpu model", "Model", "Hardware"}) {
    std::string name = value_of(cpuinfo, key);
    // A 64-bit ARM kernel's own "model name" is only its architecture; the part says more.
    if (!name.empty() && name.rfind("ARMv", 0) != 0 && name.rfind("AArch64", 0) != 0) return name;
  }
  return arm_model(cpuinfo);
}

std::string cpu_model() {
#if defined(__APPLE__)
  char text[256] = {};
  std::size_t size = sizeof text;
  if (sysctlbyname("machdep.cpu.brand_string", text, &size, nullptr, 0) == 0) return text;
  return "unknown";
#else
  const std::string named = cpu_model_in(small_file("/proc/cpuinfo"));
  return or_unknown(named.empty() ? small_file("/proc/device-tree/model") : named);
#endif
}

std::int64_t cores_for_this_process() {
#if defined(__linux__)
  // Larger than cpu_set_t on purpose: the fixed set fails on machines with more than 1024
  // processors.
  constexpr int kMost = 8192;
  cpu_set_t* set = CPU_ALLOC(kMost);
  if (set != nullptr) {
    const std::size_t size = CPU_ALLOC_SIZE(kMost);
    const int found = sched_getaffinity(0, size, set) == 0 ? CPU_COUNT_S(size, set) : 0;
    CPU_FREE(set);
    if (found > 0) return found;
  }
#endif
  return std::max<std::int64_t>(1, sysconf(_SC_NPROCESSORS_ONLN));
}

std::int64_t ram_bytes() {
#if defined(__APPLE__)
  std::uint64_t bytes = 0;
  std::size_t size = sizeof bytes;
  if (sysctlbyname("hw.memsize", &bytes, &size, nullptr, 0) == 0)
    return static_cast<std::int64_t>(bytes);
  return -1;
#else
  const std::int64_t kibibytes = number_or_none(value_of(small_file("/proc/meminfo"), "MemTotal"));
  return kibibytes < 0 ? -1 : kibibytes * 1024;
#endif
}

std::string os_name() {
#if defined(__APPLE__)
  return "darwin";
#elif defined(__linux__)
  return "linux";
#else
  return "unknown";
#endif
}

std::string arch_name() {
  utsname names{};
  if (uname(&names) != 0) return "unknown";
  std::string machine = names.machine;
  if (machine == "x86_64") return "amd64";
  if (machine == "aarch64") return "arm64";
  return machine;
}

std::string kernel_release() {
  utsname names{};
  return uname(&names) == 0 ? names.release : "unknown";
}

std::string machine_id() {
  for (const char* path : {"/etc/machine-id", "/var/lib/dbus/machine-id"}) {
    std::string id = small_file(path);
    // A first-boot image holds the word "uninitialized" until systemd has made an id.
    if (id.size() == 32) return id;
  }
  return {};
}

std::string boot_id() { return small_file("/proc/sys/kernel/random/boot_id"); }

std::map<std::string, std::string> machine_facts() {
  const std::string smt = small_file("/sys/devices/system/cpu/smt/active");
  return {
      {"governor", or_unknown(small_file("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"))},
      {"turbo", turbo()},
      {"smt", smt.empty() ? "unknown" : (smt == "1" ? "on" : "off")},
      {"virtualisation", virtualisation(small_file("/proc/cpuinfo"))},
      {"container", container()},
      {"cpu_limit", cpu_limit()},
      {"memory_limit", memory_limit()},
      {"numa_nodes", numa_nodes()},
      {"clock_source",
       or_unknown(small_file("/sys/devices/system/clocksource/clocksource0/current_clocksource"))},
      {"transparent_hugepages", chosen(small_file("/sys/kernel/mm/transparent_hugepage/enabled"))},
      {"distribution", distribution()},
  };
}

CpuTimes cpu_times_in(const std::string& stat_text) {
  std::istringstream words(stat_text.substr(0, stat_text.find('\n')));
  std::string label;
  // Guest time is part of user and nice already, so the fields behind steal are left alone.
  std::uint64_t user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, soft = 0, steal = 0;
  words >> label;
  if (label != "cpu" || !(words >> user >> nice >> system >> idle)) return {};
  words >> wait >> irq >> soft >> steal;
  const std::uint64_t busy = user + nice + system + irq + soft;
  return {.busy = busy, .steal = steal, .total = busy + steal + idle + wait};
}

CpuTimes cpu_times() { return cpu_times_in(small_file("/proc/stat")); }

LoadAverages load_averages() {
  double values[3] = {};
  if (getloadavg(values, 3) != 3) return {};
  return {.one = values[0], .five = values[1], .fifteen = values[2]};
}

}  // namespace gb
