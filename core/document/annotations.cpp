#include "core/document/annotations.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/base/sha256.h"
#include "core/document/json_fields.h"

namespace gb {
namespace fs = std::filesystem;

/// A line of the file.
struct AnnotationLine {
  Annotation annotation;
  std::string document_sha256;
};

template <class Archive>
void fields(Archive& a, AnnotationLine& line) {
  a.always("kind", line.annotation.kind);
  a.always("reason", line.annotation.reason);
  a.unless_empty("by", line.annotation.by);
  a.always("at", line.annotation.at);
  a.always("document_sha256", line.document_sha256);
}

namespace {

using nlohmann::json;

bool is_kind(std::string_view kind) {
  constexpr std::array<std::string_view, 3> kKinds{"note", "withdrawn", "reinstated"};
  return std::find(kKinds.begin(), kKinds.end(), kind) != kKinds.end();
}

Result<AnnotationLine> parse_line(std::string_view text, const std::string& where) {
  const json object = json::parse(text.begin(), text.end(), nullptr, false);
  if (!object.is_object()) return fail(ErrorCode::DataLoss, "{}: this is no annotation", where);
  std::optional<std::string> problem;
  AnnotationLine line;
  json_fields::Reader reader(object, "", problem);
  fields(reader, line);
  if (problem) return fail(ErrorCode::DataLoss, "{}: {}", where, *problem);
  if (!is_kind(line.annotation.kind)) {
    return fail(ErrorCode::DataLoss, "{}: unknown kind of annotation \"{}\"", where,
                line.annotation.kind.substr(0, 40));
  }
  return line;
}

/// One write at the end, so that two writers at once both leave their whole line.
Result<void> append_durably(const fs::path& path, const std::string& line) {
  const int file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0) return tl::unexpected(system_error("open", path, errno));
  const ssize_t written = ::write(file, line.data(), line.size());
  int problem = written < 0 ? errno : 0;
  if (problem == 0 && static_cast<std::size_t>(written) != line.size()) problem = ENOSPC;
  if (problem == 0 && ::fsync(file) != 0) problem = errno;
  ::close(file);
  if (problem != 0) return tl::unexpected(system_error("write", path, problem));
  return sync_folder(path.parent_path().empty() ? fs::path(".") : path.parent_path());
}

}  // namespace

fs::path annotations_path(const fs::path& result) {
  fs::path path = result;
  return path.replace_extension(".notes.jsonl");
}

Result<std::vector<Annotation>> read_annotations(const fs::path& result, std::string_view bytes) {
  const fs::path path = annotations_path(result);
  const auto text = read_file(path);
  if (!text && text.error().code == ErrorCode::NotFound) return std::vector<Annotation>{};
  if (!text) return tl::unexpected(text.error());
  const std::string sha256 = sha256_hex(bytes);
  std::vector<Annotation> found;
  std::string_view rest = *text;
  for (int number = 1; !rest.empty(); ++number) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    auto line = parse_line(rest.substr(0, end), fmt::format("{} line {}", path.string(), number));
    if (!line) return tl::unexpected(line.error());
    if (line->document_sha256 == sha256) found.push_back(std::move(line->annotation));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return found;
}

Result<void> annotate_result(const fs::path& result, const Annotation& annotation) {
  if (!is_kind(annotation.kind)) {
    return fail(ErrorCode::InvalidArgument,
                "a result is annotated with note, withdrawn or reinstated, not \"{}\"",
                annotation.kind);
  }
  if (annotation.reason.find_first_not_of(" \t\r\n") == std::string::npos) {
    return fail(ErrorCode::InvalidArgument, "say why: an annotation needs a reason");
  }
  const auto bytes = read_file(result);
  if (!bytes) return tl::unexpected(bytes.error());
  AnnotationLine line{annotation, sha256_hex(*bytes)};
  json_fields::Writer writer;
  fields(writer, line);
  return append_durably(annotations_path(result),
                        writer.take().dump(-1, ' ', false, json::error_handler_t::replace) + "\n");
}

}  // namespace gb
