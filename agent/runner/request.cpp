#include "agent/runner/request.h"

#include <google/protobuf/util/json_util.h>

#include <string>

#include "agent/pipe/pipe.h"
#include "core/base/file.h"
#include "core/base/id.h"

namespace gb {
namespace {

namespace v1 = graphbench::v1;

Result<void> check_present(const v1::RunRequest& request, std::string_view name) {
  const struct {
    std::string_view field;
    const std::string& value;
  } needed[] = {{"engine.name", request.engine().name()},
                {"workload", request.workload()},
                {"scale", request.scale()},
                {"dataset_folder", request.dataset_folder()},
                {"run_folder", request.run_folder()}};
  for (const auto& [field, value] : needed) {
    if (value.empty()) return fail(ErrorCode::InvalidArgument, "{}: {} is missing", name, field);
  }
  if (!is_identifier(request.run_id())) {
    return fail(ErrorCode::InvalidArgument,
                "{}: run_id \"{}\" is no id: 1 to 64 of a-z 0-9 . _ - are allowed", name,
                request.run_id().substr(0, 80));
  }
  return {};
}

void put_defaults(v1::RunSettings& settings) {
  if (settings.seed() == 0) settings.set_seed(1);
  if (settings.operations() == 0) settings.set_operations(1000);
  if (!settings.has_warm_up_nanos()) settings.set_warm_up_nanos(2'000'000'000);
  if (settings.operation_limit_nanos() == 0) settings.set_operation_limit_nanos(60'000'000'000);
  if (settings.verify_draws_per_stratum() == 0) settings.set_verify_draws_per_stratum(2);
}

Result<void> check_limits(const v1::RunSettings& settings, std::string_view name) {
  // Samples are preallocated, 8 bytes each.
  constexpr std::uint32_t kMostOperations = 10'000'000;
  if (settings.operations() > kMostOperations) {
    return fail(ErrorCode::InvalidArgument, "{}: settings.operations is {}, at most {} are allowed",
                name, settings.operations(), kMostOperations);
  }
  constexpr std::uint64_t kLongest = 24ULL * 3600 * 1'000'000'000;
  const struct {
    std::string_view field;
    std::uint64_t value;
  } spans[] = {{"warm_up_nanos", settings.warm_up_nanos()},
               {"operation_limit_nanos", settings.operation_limit_nanos()}};
  for (const auto& [field, value] : spans) {
    if (value > kLongest) {
      return fail(ErrorCode::InvalidArgument,
                  "{}: settings.{} is {}, at most {} (a day) is allowed", name, field, value,
                  kLongest);
    }
  }
  return {};
}

}  // namespace

Result<v1::RunRequest> parse_request(std::string_view bytes, std::string_view name) {
  v1::RunRequest request;
  const auto first = bytes.find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && bytes[first] == '{') {
    const auto status = google::protobuf::util::JsonStringToMessage(std::string(bytes), &request);
    if (!status.ok()) {
      return fail(ErrorCode::InvalidArgument, "{}: no RunRequest: {}", name,
                  std::string(status.message()));
    }
  } else if (!request.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    return fail(ErrorCode::InvalidArgument,
                "{}: {} bytes that are neither the JSON nor the binary form of a RunRequest", name,
                bytes.size());
  }
  if (request.protocol() != kPipeProtocol) {
    return fail(ErrorCode::FailedPrecondition,
                "{}: protocol {} was asked for and this gb-runner speaks {}: install agent and "
                "runner from one release",
                name, request.protocol(), kPipeProtocol);
  }
  if (auto present = check_present(request, name); !present) {
    return tl::unexpected(present.error());
  }
  put_defaults(*request.mutable_settings());
  if (auto within_limits = check_limits(request.settings(), name); !within_limits) {
    return tl::unexpected(within_limits.error());
  }
  return request;
}

Result<v1::RunRequest> read_request(const std::filesystem::path& path) {
  const auto bytes = read_file(path);
  if (!bytes) return within("read the run request", bytes.error());
  return parse_request(*bytes, path.string());
}

}  // namespace gb
