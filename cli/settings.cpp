#include "cli/settings.h"

#include <cstdlib>
#include <limits>

#include "core/base/duration.h"
#include "core/base/file.h"

namespace gb {

void MeasureFlags::add_to(CLI::App& verb) {
  verb.add_option("--seed", seed, "Seed of every random choice of the run")
      // Not left to the conversion, which takes -1 for the largest number there is; and a document
      // has a signed field for it.
      ->check(CLI::Range(std::int64_t{1}, std::numeric_limits<std::int64_t>::max()))
      ->capture_default_str();
  verb.add_option("--operations", operations,
                  "Timed operations per query; 1000 and more make a p99 one")
      ->check(CLI::Range(1U, 1'000'000'000U))
      ->capture_default_str();
  verb.add_option("--warm-up", warm_up, "Unrecorded operations before the clock starts")
      ->capture_default_str();
  verb.add_option("--operation-limit", operation_limit,
                  "An operation over this counts as a time-out")
      ->capture_default_str();
  verb.add_option("--run-deadline", run_deadline, "A run over this is killed")
      ->capture_default_str();
}

Result<graphbench::v1::RunSettings> MeasureFlags::settings() const {
  graphbench::v1::RunSettings settings;
  settings.set_seed(seed);
  settings.set_operations(operations);
  const auto span = [](std::string_view flag, const std::string& text) -> Result<std::uint64_t> {
    const auto parsed = parse_duration(text);
    if (!parsed) return within(flag, parsed.error());
    if (*parsed == Nanos(0) && flag != "--warm-up") {
      return fail(ErrorCode::InvalidArgument, "{} must be longer than 0s", flag);
    }
    return static_cast<std::uint64_t>(parsed->count());
  };
  const auto warm = span("--warm-up", warm_up);
  if (!warm) return tl::unexpected(warm.error());
  settings.set_warm_up_nanos(*warm);
  const auto limit = span("--operation-limit", operation_limit);
  if (!limit) return tl::unexpected(limit.error());
  settings.set_operation_limit_nanos(*limit);
  const auto deadline = span("--run-deadline", run_deadline);
  if (!deadline) return tl::unexpected(deadline.error());
  settings.set_run_deadline_nanos(*deadline);
  return settings;
}

std::filesystem::path datasets_folder(const std::string& flag) {
  if (!flag.empty()) return flag;
  if (const char* variable = std::getenv("GRAPH_BENCH_DATA");
      variable != nullptr && *variable != '\0')
    return variable;
  return default_data_folder() / "datasets";
}

void add_workloads_flag(CLI::App& verb, std::string& folder) {
  verb.add_option("--workloads", folder,
                  "Folder of workloads of one's own, beside those built in (docs/catalogue.md)")
      ->envname("GRAPH_BENCH_WORKLOADS");
}

std::vector<std::string> split_list(const std::vector<std::string>& given) {
  std::vector<std::string> parts;
  for (const std::string& text : given) {
    std::size_t begin = 0;
    while (begin <= text.size()) {
      const std::size_t end = std::min(text.find(',', begin), text.size());
      if (end > begin) parts.push_back(text.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  return parts;
}

}  // namespace gb
