#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/data/csv_writer.h"
#include "core/data/dataset.h"
#include "workloads/dataset/import/import_report.h"

namespace gb {

/// One canonical CSV file that is being written.
class OutputTable {
 public:
  static Result<std::unique_ptr<OutputTable>> create(const std::filesystem::path& path,
                                                     const std::string& header);
  ~OutputTable();
  OutputTable(const OutputTable&) = delete;
  OutputTable& operator=(const OutputTable&) = delete;

  /// For the fields of a row; end the row with `end_row`.
  CsvWriter& row() { return csv_; }
  Result<void> end_row() {
    if (csv_.end_row()) return {};
    return csv_.finish();
  }
  std::int64_t row_count() const { return csv_.row_count(); }
  /// Flushes and syncs.
  Result<void> finish();

 private:
  explicit OutputTable(std::filesystem::path path);
  Result<void> write(std::string_view bytes);

  std::filesystem::path path_;
  int descriptor_ = -1;
  CsvWriter csv_;
};

/// The dataset that an import writes into an empty folder. Unlike a generator's, several tables
/// are open at once, for the rows of one source file go to several of them.
class ImportOutput {
 public:
  static constexpr std::size_t kMaxTables = 500;

  static Result<ImportOutput> create(const std::filesystem::path& folder);

  /// A new table with its header line. InvalidArgument for a label or type that cannot name a file,
  /// or that is there already, upper and lower case not told apart; ResourceExhausted beyond
  /// kMaxTables.
  Result<OutputTable*> nodes(const NodeTable& table, const std::string& header);
  Result<OutputTable*> rels(const RelTable& table, const std::string& header);

  /// The description of a table that was created; it may be changed until `finish`.
  NodeTable& node_table(std::string_view label);
  RelTable& rel_table(std::string_view type);

  /// Ends the files, hashes them and writes the manifest: `description` with tables, counts and
  /// checksum filled in, and `extra` as further keys. InvalidArgument when no node was written.
  Result<Dataset> finish(Dataset description, const nlohmann::ordered_json& extra);

 private:
  explicit ImportOutput(std::filesystem::path folder) : folder_(std::move(folder)) {}
  Result<OutputTable*> add(const std::string& part, const std::string& name,
                           const std::string& header);

  std::filesystem::path folder_;
  std::map<std::string, std::unique_ptr<OutputTable>> open_;  // by "nodes/<label in lower case>"
  std::vector<NodeTable> nodes_;
  std::vector<RelTable> rels_;
};

/// How a name becomes one of a file or dataset: anything but letters, digits, '.', '_' and '-'
/// becomes '-'. Empty when nothing is left.
std::string file_name_of(std::string_view text);

}  // namespace gb
