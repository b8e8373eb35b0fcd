#include "coordinator/store/blobs.h"

#include <zstd.h>

#include "core/base/sha256.h"

namespace gb {
namespace {

constexpr int kLevel = 3;

/// Empty when compressing does not pay.
std::string compressed(std::string_view bytes) {
  std::string packed(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size =
      ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), kLevel);
  if (ZSTD_isError(size) != 0 || size >= bytes.size()) return "";
  packed.resize(size);
  return packed;
}

}  // namespace

void put_blob(Connection& connection, std::string_view sha256, std::string_view bytes) {
  if (connection.query("SELECT 1 FROM blob WHERE sha256 = ?", sha256).next()) return;
  const std::string packed = compressed(bytes);
  const std::string_view stored = packed.empty() ? bytes : std::string_view(packed);
  SQLite::Statement insert(
      connection.raw(),
      "INSERT INTO blob (sha256, encoding, byte_count, bytes) VALUES (?, ?, ?, ?)");
  insert.bind(1, std::string(sha256));
  insert.bind(2, packed.empty() ? "raw" : "zstd");
  insert.bind(3, static_cast<std::int64_t>(bytes.size()));
  insert.bind(4, stored.data(), static_cast<int>(stored.size()));
  insert.exec();
}

Result<std::string> get_blob(Connection& connection, std::string_view sha256) {
  StoreQuery row =
      connection.query("SELECT encoding, byte_count, bytes FROM blob WHERE sha256 = ?", sha256);
  if (!row.next()) return fail(ErrorCode::NotFound, "no document with digest {}", sha256);
  std::string bytes = row.text(2);
  if (row.text(0) == "zstd") {
    const std::int64_t size = row.number(1);
    // The size is only believed when the frame says the same: a damaged one must not allocate.
    if (ZSTD_getFrameContentSize(bytes.data(), bytes.size()) != static_cast<std::uint64_t>(size)) {
      return fail(ErrorCode::DataLoss, "document {} is damaged in the store", sha256);
    }
    std::string whole(static_cast<std::size_t>(size), '\0');
    const std::size_t got = ZSTD_decompress(whole.data(), whole.size(), bytes.data(), bytes.size());
    if (ZSTD_isError(got) != 0 || got != whole.size()) {
      return fail(ErrorCode::DataLoss, "document {} is damaged in the store", sha256);
    }
    bytes = std::move(whole);
  }
  if (sha256_hex(bytes) != sha256) {
    return fail(ErrorCode::DataLoss, "document {} is damaged in the store: its digest is another",
                sha256);
  }
  return bytes;
}

}  // namespace gb
