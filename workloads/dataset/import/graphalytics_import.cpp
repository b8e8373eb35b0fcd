// LDBC Graphalytics: <name>.v with a vertex a line, <name>.e with an edge and perhaps its weight,
// <name>.properties with what they mean.
#include <algorithm>
#include <map>
#include <optional>

#include "workloads/dataset/import/bare_output.h"
#include "workloads/dataset/import/id_space.h"
#include "workloads/dataset/import/import_job.h"
#include "workloads/dataset/import/source_lines.h"

namespace gb {
namespace {

struct Files {
  std::string vertices;
  std::string edges;
  bool directed = true;
  bool weighted = false;
  bool weights_are_integers = false;
};

/// The one file with that ending, packed or not; empty when there is none.
Result<std::string> find_one(const ImportSource& source, const std::string& ending) {
  std::string found;
  for (const std::string& file : source.files()) {
    if (!file.ends_with(ending) && !file.ends_with(ending + ".gz")) continue;
    if (!found.empty()) {
      return fail(ErrorCode::InvalidArgument,
                  "two files end in {}: {} and {}; put each graph into a folder of its own", ending,
                  found, file);
    }
    found = file;
  }
  return found;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t";
  text.remove_prefix(std::min(text.find_first_not_of(kSpace), text.size()));
  return text.substr(0, text.find_last_not_of(kSpace) + 1);
}

/// "graph.<name>.directed = true" as "directed" -> "true".
Result<std::map<std::string, std::string>> read_properties(ImportJob& job,
                                                           const std::string& file) {
  std::map<std::string, std::string> out;
  auto lines = SourceLines::open(job.source, job.report, file);
  if (!lines) return tl::unexpected(lines.error());
  for (;;) {
    const Result<bool> more = lines->next();
    if (!more) return tl::unexpected(more.error());
    if (!*more) return out;
    const std::string_view line = trimmed(lines->line());
    if (line.empty() || line[0] == '#' || line[0] == '!') continue;
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) {
      return fail(ErrorCode::InvalidArgument, "{}: column 1: no '=' in \"{}\"", lines->where(),
                  line.substr(0, 80));
    }
    std::string_view key = trimmed(line.substr(0, equals));
    if (!key.starts_with("graph.")) continue;
    key.remove_prefix(6);
    const std::size_t dot = key.find('.');
    if (dot == std::string_view::npos) continue;
    out[std::string(key.substr(dot + 1))] = trimmed(line.substr(equals + 1));
  }
}

/// What the properties name, beside the file that names it.
std::string beside(const std::string& file, const std::string& name) {
  const std::size_t slash = file.rfind('/');
  return slash == std::string::npos ? name : file.substr(0, slash + 1) + name;
}

/// Given one of the three files, the others lie beside it: the folder is the source then.
Result<Files> find_files(ImportJob& job) {
  Files files;
  std::string properties;
  for (const auto& [ending, name] :
       {std::pair{".properties", &properties}, {".v", &files.vertices}, {".e", &files.edges}}) {
    auto found = find_one(job.source, ending);
    if (!found) return tl::unexpected(found.error());
    *name = std::move(*found);
  }
  std::map<std::string, std::string> values;
  if (!properties.empty()) {
    auto read = read_properties(job, properties);
    if (!read) return tl::unexpected(read.error());
    values = std::move(*read);
    const auto is = [&](const char* key) { return values.count(key) > 0; };
    if (is("vertex-file")) files.vertices = beside(properties, values["vertex-file"]);
    if (is("edge-file")) files.edges = beside(properties, values["edge-file"]);
    if (is("directed")) {
      if (values["directed"] != "true" && values["directed"] != "false") {
        return fail(ErrorCode::InvalidArgument, "{}: directed is \"{}\", neither true nor false",
                    properties, values["directed"]);
      }
      files.directed = values["directed"] == "true";
    }
    files.weighted = is("edge-properties.names") && !values["edge-properties.names"].empty();
    const std::string& type = values["edge-properties.types"];
    files.weights_are_integers = type == "integer" || type == "int" || type == "long";
  }
  if (files.vertices.empty() || files.edges.empty()) {
    return fail(ErrorCode::InvalidArgument,
                "{} has no {}: name the folder that holds both the .v and the .e file",
                job.source.root().string(), files.vertices.empty() ? ".v file" : ".e file");
  }
  return files;
}

/// Without properties the first edge tells whether there are weights, and a sweep their type.
Result<WeightType> weight_type(ImportJob& job, const Files& files) {
  if (files.weighted) return files.weights_are_integers ? WeightType::Int64 : WeightType::Float64;
  ImportReport silent;
  auto lines = SourceLines::open(job.source, silent, files.edges);
  if (!lines) return tl::unexpected(lines.error());
  WeightType type = WeightType::None;
  for (bool first = true;;) {
    const Result<bool> more = lines->next();
    if (!more) return tl::unexpected(more.error());
    if (!*more) return type;
    std::string_view rest = lines->line();
    if (take_field(rest).empty() || take_field(rest).empty()) continue;
    const std::string_view weight = take_field(rest);
    if (first && weight.empty()) return WeightType::None;
    first = false;
    EdgeRow row;
    read_weight(weight, row, type);
    if (type == WeightType::Float64) return type;
  }
}

Result<IntegerIds> read_vertices(ImportJob& job, const std::string& file, BareOutput& out) {
  IntegerIds ids;
  auto lines = SourceLines::open(job.source, job.report, file);
  if (!lines) return tl::unexpected(lines.error());
  for (;;) {
    const Result<bool> more = lines->next();
    if (!more) return tl::unexpected(more.error());
    if (!*more) return ids;
    std::string_view rest = lines->line();
    const std::string_view text = take_field(rest);
    if (text.empty()) continue;
    const auto id = whole_int64(text);
    Result<void> done;
    if (!id) {
      done = job.drop("an id that is no 64-bit integer", lines->where() + ": column 1", text);
    } else if (!ids.add(*id).fresh) {
      done = job.drop("a second node of the same id", lines->where() + ": column 1", text);
    } else {
      done = out.node(*id);
    }
    if (!done) return tl::unexpected(done.error());
  }
}

Result<void> read_edge(ImportJob& job, const SourceLines& lines, const IntegerIds& ids,
                       WeightType weights, BareOutput& out, bool mirrored) {
  std::string_view rest = lines.line();
  EdgeRow row;
  int column = 0;
  for (std::int64_t* const side : {&row.start, &row.end}) {
    const std::string_view text = take_field(rest);
    if (text.empty() && ++column == 1) return {};  // an empty line
    column = side == &row.start ? 1 : 2;
    const std::string where = fmt::format("{}: column {}", lines.where(), column);
    if (text.empty()) return job.drop("a row with one column, where an edge needs two", where);
    const auto id = whole_int64(text);
    if (!id) return job.drop("an id that is no 64-bit integer", where, text);
    if (!ids.find(*id)) return job.drop("an edge whose end is no node", where, text);
    *side = *id;
  }
  if (weights != WeightType::None) {
    const std::string_view text = take_field(rest);
    WeightType needed = WeightType::None;
    if (text.empty() || !read_weight(text, row, needed) || needed > weights) {
      return job.drop(
          "a weight that is missing, no finite number, or no 64-bit integer where one "
          "must be",
          lines.where() + ": column 3", text);
    }
  }
  return out.edge(row, mirrored);
}

}  // namespace

Result<void> import_graphalytics(ImportJob& job) {
  const auto files = find_files(job);
  if (!files) return tl::unexpected(files.error());
  job.source.expect(files->vertices, 1);
  job.source.expect(files->edges, files->weighted ? 1 : 2);
  const auto weights = weight_type(job, *files);
  if (!weights) return tl::unexpected(weights.error());
  auto out = BareOutput::create(job, *weights);
  if (!out) return tl::unexpected(out.error());
  const auto ids = read_vertices(job, files->vertices, *out);
  if (!ids) return tl::unexpected(ids.error());
  const bool mirrored = !files->directed && mirrors(job.options.mirroring, false);
  job.dataset.params = {{"directed", files->directed ? "true" : "false"},
                        {"mirrored", mirrored ? "true" : "false"}};
  auto lines = SourceLines::open(job.source, job.report, files->edges);
  if (!lines) return tl::unexpected(lines.error());
  for (;;) {
    const Result<bool> more = lines->next();
    if (!more) return tl::unexpected(more.error());
    if (!*more) return {};
    if (auto read = read_edge(job, *lines, *ids, *weights, *out, mirrored); !read) return read;
  }
}

}  // namespace gb
