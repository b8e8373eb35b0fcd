#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/data/dataset.h"
#include "workloads/dataset/import/import_report.h"
#include "workloads/dataset/import/import_source.h"

namespace gb {

enum class ImportFormat { Detect, LdbcSnb, TypedCsv, EdgeList, Graphalytics, MatrixMarket };

/// "detect", "ldbc-snb", "typed-csv", "edge-list", "graphalytics", "matrix-market"
std::string_view name_of(ImportFormat format);
/// InvalidArgument listing the names there are.
Result<ImportFormat> import_format(std::string_view name);

/// What a symmetric graph, whose file holds each edge once, becomes.
enum class Mirroring {
  AsFormat,  // Matrix Market: both directions; Graphalytics: once, as our own undirected graphs
  Once,
  Both,
};

struct ImportOptions {
  ImportFormat format = ImportFormat::Detect;
  std::string name;           // of the dataset; empty: made from format and file name
  std::filesystem::path out;  // the folder of datasets in which <name>-<checksum8> will lie
  Mirroring mirroring = Mirroring::AsFormat;
  bool strict = false;  // the first row that would be dropped is an error instead
};

struct Imported {
  Dataset dataset;
  ImportReport report;
  bool already_there = false;  // an equal dataset was; it is kept
};

/// Reads graph data as others publish it and writes it as a dataset of ours, atomically: on an
/// error, which names file, line and column, nothing is left behind. The source is only read. Rows
/// that cannot be taken over are dropped and reported; what damages the structure (a quote that
/// never closes, a gzip file that ends early, no header) is an error. Cancelled when `stop` asks.
/// The manifest gets the keys "source" (format, files, sha256) and "import" (the notes of the
/// report).
///
///  - ldbc-snb: the official generator's folders: initial_snapshot/{dynamic,static}/<Entity>/part-*
///    or {dynamic,static}/<entity>_0_0.csv, with merged foreign keys or an edge file for each
///    (datasets §10). Ids are prefixed, "P933".
///  - typed-csv: headers such as "id:ID(Person)|name:STRING", or a folder with schema.cypher and
///    copy.cypher. Ids of one space of integers are kept; else nodes are numbered from 0, space by
///    space in byte order of their names, and the source's id becomes the property "sourceId".
///  - edge-list: two columns and perhaps a weight, '#' or '%' before a comment.
///  - graphalytics: <name>.v, <name>.e and perhaps <name>.properties.
///  - matrix-market: coordinate files of square matrices; ids count from 0.
/// The last three give the label Node, the type EDGE and, with weights, the property w.
Result<Imported> import_dataset(const std::filesystem::path& source, const ImportOptions& options,
                                const ImportProgress& progress = {}, std::stop_token stop = {});

}  // namespace gb
