#include "core/document/import.h"

#include "core/base/file.h"
#include "core/base/sha256.h"
#include "core/document/codec.h"
#include "core/document/file_name.h"
#include "core/document/schema.h"

namespace gb {
namespace fs = std::filesystem;
namespace {

/// Ok with `added` when the bytes are there now; AlreadyExists when others are.
Result<FiledResult> put(const fs::path& path, std::string_view bytes) {
  const auto written = create_file_durably(path, bytes);
  if (written) return FiledResult{path, true};
  if (written.error().code != ErrorCode::AlreadyExists) return tl::unexpected(written.error());
  const auto there = read_file(path);
  if (!there) return tl::unexpected(there.error());
  if (*there == bytes) return FiledResult{path, false};
  return tl::unexpected(written.error());
}

}  // namespace

Result<FiledResult> import_result(const fs::path& results, std::string_view bytes,
                                  std::string_view name) {
  if (const auto valid = validate_document(bytes, name); !valid) {
    return tl::unexpected(valid.error());
  }
  const auto document = decode_document(bytes, name);
  const auto place = result_path(*document);
  if (!place) return within(name, place.error());
  auto imported = put(results / *place, bytes);
  if (imported || imported.error().code != ErrorCode::AlreadyExists) return imported;
  const auto longer = result_path_with_hash(*document, sha256_hex(bytes));
  if (!longer) return within(name, longer.error());
  return put(results / *longer, bytes);
}

}  // namespace gb
