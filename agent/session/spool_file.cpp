#include "agent/session/spool_file.h"

#include "core/base/file.h"
#include "core/base/sha256.h"
#include "proto/rpc/limits.h"

namespace gb {
namespace {

constexpr std::size_t kDigestLength = 64;
// What surrounds a report in its message, generously.
constexpr std::size_t kEnvelopeBytes = 64 * 1024;

}  // namespace

Result<void> write_report(const std::filesystem::path& path,
                          const graphbench::v1::RunReport& report) {
  const std::string bytes = report.SerializeAsString();
  if (bytes.size() + kEnvelopeBytes > static_cast<std::size_t>(kMessageLimitBytes)) {
    return fail(ErrorCode::InvalidArgument,
                "the report of run {} has {} bytes, over the limit of {} for one message",
                report.run_id(), bytes.size(), kMessageLimitBytes);
  }
  return create_file_durably(path, sha256_hex(bytes) + "\n" + bytes);
}

Result<graphbench::v1::RunReport> read_report(const std::filesystem::path& path) {
  const auto file = read_file(path);
  if (!file) return tl::unexpected(file.error());
  const auto torn = [&](std::string_view what) {
    return fail(ErrorCode::DataLoss, "spooled report {}: {}", path.string(), what);
  };
  if (file->size() <= kDigestLength || (*file)[kDigestLength] != '\n') return torn("it is torn");
  const std::string_view all(*file);
  const std::string_view bytes = all.substr(kDigestLength + 1);
  if (sha256_hex(bytes) != all.substr(0, kDigestLength)) {
    return torn("its bytes do not match their SHA-256");
  }
  graphbench::v1::RunReport report;
  if (!report.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    return torn("it is no report");
  }
  return report;
}

}  // namespace gb
