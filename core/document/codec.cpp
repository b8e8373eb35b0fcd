#include "core/document/codec.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "core/document/document_fields.h"
#include "core/document/json_fields.h"
#include "core/document/legacy.h"

namespace gb {
namespace {

using json_fields::json;

/// What nlohmann says, without its own numbering: "parse error at line 3, column 5: ...".
std::string plain(std::string_view what) {
  const auto end = what.find("] ");
  return std::string(end == std::string_view::npos ? what : what.substr(end + 2));
}

}  // namespace

std::string encode_document(ResultDocument document) {
  if (document.schema < 3) document.schema = 3;
  json_fields::Writer writer;
  fields(writer, document);
  if (document.gb) writer.always("gb", *document.gb);
  return writer.take().dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

Result<ResultDocument> decode_document(std::string_view bytes, std::string_view name) {
  if (bytes.size() > kMaxDocumentBytes) {
    return fail(ErrorCode::ResourceExhausted,
                "{}: {} bytes are more than a result document has ({})", name, bytes.size(),
                kMaxDocumentBytes);
  }
  json root;
  try {
    root = json::parse(bytes.begin(), bytes.end());
  } catch (const json::exception& error) {
    return fail(ErrorCode::InvalidArgument, "{}: {}", name, plain(error.what()));
  }
  if (!root.is_object() || (!root.contains("condition") && !root.contains("Condition"))) {
    return fail(ErrorCode::InvalidArgument,
                "{}: this is no result document: it has no member \"condition\"", name);
  }
  std::optional<std::string> problem;
  ResultDocument document;
  json_fields::Reader reader(root, "", problem);
  std::int64_t schema = 0;
  reader.always("schema", schema);
  if (!problem && schema < 3) {
    document = read_legacy(root, problem);
  } else if (!problem) {
    fields(reader, document);
    if (const auto found = root.find("gb"); found != root.end() && !found->is_null()) {
      reader.kept("gb", document.gb.emplace());
    }
  }
  if (problem) return fail(ErrorCode::InvalidArgument, "{}: {}", name, *problem);
  return document;
}

}  // namespace gb
