// Matrix Market coordinate files: https://math.nist.gov/MatrixMarket/formats.html
#include <algorithm>
#include <filesystem>
#include <string>

#include "workloads/dataset/import/bare_output.h"
#include "workloads/dataset/import/import_job.h"
#include "workloads/dataset/import/source_lines.h"

namespace gb {
namespace {

struct Matrix {
  WeightType weights = WeightType::None;
  bool symmetric = false;
  bool skew = false;  // symmetric, the other half negated
  std::int64_t nodes = 0;
  std::int64_t entries = 0;
};

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

Result<Matrix> read_banner(const SourceLines& lines) {
  std::string_view rest = lines.line();
  if (lower(take_field(rest)) != "%%matrixmarket" || lower(take_field(rest)) != "matrix") {
    return fail(ErrorCode::InvalidArgument,
                "{}: column 1: must begin with \"%%MatrixMarket matrix coordinate\"",
                lines.where());
  }
  const auto unsupported = [&](int column, std::string_view text) {
    return fail(
        ErrorCode::Unsupported,
        "{}: column {}: \"{}\" is not read; only coordinate matrices of pattern, integer or "
        "real, general, symmetric or skew-symmetric are",
        lines.where(), column, text.substr(0, 80));
  };
  const std::string layout = lower(take_field(rest));
  if (layout != "coordinate") return unsupported(3, layout);
  Matrix matrix;
  const std::string field = lower(take_field(rest));
  if (field == "integer") {
    matrix.weights = WeightType::Int64;
  } else if (field == "real" || field == "double") {
    matrix.weights = WeightType::Float64;
  } else if (field != "pattern") {
    return unsupported(4, field);
  }
  const std::string symmetry = lower(take_field(rest));
  matrix.skew = symmetry == "skew-symmetric";
  matrix.symmetric = matrix.skew || symmetry == "symmetric";
  if (!matrix.symmetric && symmetry != "general") return unsupported(5, symmetry);
  return matrix;
}

Result<void> read_size(const SourceLines& lines, Matrix& matrix) {
  std::string_view rest = lines.line();
  std::int64_t columns = 0;
  int column = 0;
  for (std::int64_t* const number : {&matrix.nodes, &columns, &matrix.entries}) {
    ++column;
    const std::string_view text = take_field(rest);
    const auto value = whole_int64(text);
    if (!value || *value < 0) {
      return fail(ErrorCode::InvalidArgument,
                  "{}: column {}: \"{}\" is no count; the line must be rows, columns, entries",
                  lines.where(), column, text.substr(0, 80));
    }
    *number = *value;
  }
  if (matrix.nodes != columns) {
    return fail(ErrorCode::Unsupported,
                "{}: column 2: a matrix of {} rows and {} columns is no graph of one kind of node",
                lines.where(), matrix.nodes, columns);
  }
  return {};
}

/// A size line alone could fill the disk with nodes: "0,Node" and an LF each, at least.
Result<void> check_space(const ImportJob& job, const SourceLines& lines, const Matrix& matrix) {
  std::error_code error;
  const auto space = std::filesystem::space(job.options.out, error);
  if (error || 7.0 * static_cast<double>(matrix.nodes) <= static_cast<double>(space.available)) {
    return {};
  }
  return fail(ErrorCode::ResourceExhausted,
              "{}: column 1: {} nodes need more than the {:.1f} GB that are free in {}",
              lines.where(), matrix.nodes, static_cast<double>(space.available) / 1e9,
              job.options.out.string());
}

Result<void> read_entry(ImportJob& job, const SourceLines& lines, const Matrix& matrix,
                        BareOutput& out, bool mirrored) {
  std::string_view rest = lines.line();
  EdgeRow row;
  int column = 0;
  for (std::int64_t* const side : {&row.start, &row.end}) {
    ++column;
    const std::string_view text = take_field(rest);
    const std::string where = fmt::format("{}: column {}", lines.where(), column);
    if (text.empty()) return job.drop("an entry that is too short", where);
    const auto index = whole_int64(text);
    if (!index) return job.drop("an index that is no 64-bit integer", where, text);
    if (*index < 1 || *index > matrix.nodes) {
      return job.drop("an index outside of the matrix", where, text);
    }
    *side = *index - 1;
  }
  if (matrix.weights != WeightType::None) {
    const std::string_view text = take_field(rest);
    WeightType needed = WeightType::None;
    if (text.empty() || !read_weight(text, row, needed) || needed > matrix.weights) {
      return job.drop("a value that is missing or no finite number of the matrix's kind",
                      lines.where() + ": column 3", text);
    }
  }
  if (!matrix.skew || !mirrored || row.start == row.end) return out.edge(row, mirrored);
  if (row.integer_weight == INT64_MIN) {
    return job.drop("a value that cannot be negated in 64 bits", lines.where() + ": column 3");
  }
  if (auto written = out.edge(row, false); !written) return written;
  return out.edge({row.end, row.start, -row.integer_weight, -row.weight}, false);
}

}  // namespace

Result<void> import_matrix_market(ImportJob& job) {
  std::string file;
  for (const std::string& name : job.source.files()) {
    if (!job.source.is_file() && !name.ends_with(".mtx") && !name.ends_with(".mtx.gz")) continue;
    if (!file.empty()) {
      return fail(ErrorCode::InvalidArgument, "two matrices, {} and {}; name the file itself", file,
                  name);
    }
    file = name;
  }
  if (file.empty()) return fail(ErrorCode::InvalidArgument, "no file ends in .mtx or .mtx.gz");
  job.source.expect(file, 1);
  auto lines = SourceLines::open(job.source, job.report, file);
  if (!lines) return tl::unexpected(lines.error());
  const auto next_line = [&]() -> Result<void> {
    do {
      const Result<bool> more = lines->next();
      if (!more) return tl::unexpected(more.error());
      if (!*more) {
        return fail(ErrorCode::InvalidArgument, "{}:{}: column 1: the file ends before its matrix",
                    file, lines->number() + 1);
      }
    } while (lines->number() > 1 && (lines->line().empty() || lines->line()[0] == '%'));
    return {};
  };
  if (auto moved = next_line(); !moved) return moved;
  auto matrix = read_banner(*lines);
  if (!matrix) return tl::unexpected(matrix.error());
  if (auto moved = next_line(); !moved) return moved;
  if (auto read = read_size(*lines, *matrix); !read) return read;
  if (auto fits = check_space(job, *lines, *matrix); !fits) return fits;

  const bool mirrored = matrix->symmetric && mirrors(job.options.mirroring, true);
  job.dataset.params = {{"symmetric", matrix->symmetric ? "true" : "false"},
                        {"mirrored", mirrored ? "true" : "false"}};
  auto out = BareOutput::create(job, matrix->weights);
  if (!out) return tl::unexpected(out.error());
  for (std::int64_t entry = 0; entry < matrix->entries; ++entry) {
    if (auto moved = next_line(); !moved) {
      return fail(moved.error().code, "{}; it announced {} entries and has {}",
                  moved.error().message, matrix->entries, entry);
    }
    if (auto read = read_entry(job, *lines, *matrix, *out, mirrored); !read) return read;
  }
  for (;;) {
    const Result<bool> more = lines->next();
    if (!more) return tl::unexpected(more.error());
    if (!*more) break;
    std::string_view rest = lines->line();
    if (take_field(rest).empty()) continue;
    auto dropped = job.drop("an entry beyond the number announced", lines->where() + ": column 1",
                            lines->line());
    if (!dropped) return dropped;
  }
  for (std::int64_t id = 0; id < matrix->nodes; ++id) {
    if (auto written = out->node(id); !written) return written;
  }
  return {};
}

}  // namespace gb
