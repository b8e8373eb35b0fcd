#include "workloads/dataset/import/import_output.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/file.h"
#include "core/data/checksum.h"
#include "core/data/manifest.h"

namespace gb {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMaxNameBytes = 200;

Result<void> check_table_name(std::string_view kind, std::string_view name) {
  const bool clean = std::all_of(name.begin(), name.end(), [](char c) {
    return static_cast<unsigned char>(c) >= ' ' && c != '/' && c != '\\' && c != '\x7f';
  });
  if (clean && !name.empty() && !name.starts_with('.') && name.size() <= kMaxNameBytes) return {};
  return fail(
      ErrorCode::InvalidArgument,
      "the {} \"{}\" cannot name a file: it must have 1 to {} bytes, no slash, backslash or "
      "control character, and no dot in front",
      kind, name.substr(0, kMaxNameBytes), kMaxNameBytes);
}

std::string folded(std::string name) {
  for (char& c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return name;
}

}  // namespace

OutputTable::OutputTable(fs::path path)
    : path_(std::move(path)), csv_([this](std::string_view bytes) { return write(bytes); }) {}

OutputTable::~OutputTable() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<std::unique_ptr<OutputTable>> OutputTable::create(const fs::path& path,
                                                         const std::string& header) {
  auto table = std::unique_ptr<OutputTable>(new OutputTable(path));
  table->descriptor_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (table->descriptor_ < 0) return tl::unexpected(system_error("create", path, errno));
  table->csv_.header(header);
  return table;
}

Result<void> OutputTable::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return tl::unexpected(system_error("write", path_, errno));
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

Result<void> OutputTable::finish() {
  if (auto finished = csv_.finish(); !finished) return finished;
  if (::fsync(descriptor_) != 0) return tl::unexpected(system_error("sync", path_, errno));
  if (::close(std::exchange(descriptor_, -1)) != 0) {
    return tl::unexpected(system_error("close", path_, errno));
  }
  return {};
}

Result<ImportOutput> ImportOutput::create(const fs::path& folder) {
  for (const char* part : {"nodes", "rels"}) {
    std::error_code error;
    fs::create_directory(folder / part, error);
    if (error) return tl::unexpected(system_error("create", folder / part, error.value()));
  }
  return ImportOutput(folder);
}

Result<OutputTable*> ImportOutput::add(const std::string& part, const std::string& name,
                                       const std::string& header) {
  const std::string kind = part == "nodes" ? "label" : "relationship type";
  if (auto fine = check_table_name(kind, name); !fine) return tl::unexpected(fine.error());
  if (open_.size() >= kMaxTables) {
    return fail(ErrorCode::ResourceExhausted, "the {} \"{}\" would be table number {}; at most {}",
                kind, name, kMaxTables + 1, kMaxTables);
  }
  const auto [slot, fresh] = open_.emplace(part + "/" + folded(name), nullptr);
  if (!fresh) {
    return fail(ErrorCode::InvalidArgument,
                "the {} \"{}\" is there already, if only in another case; files are told apart by "
                "more than that",
                kind, name);
  }
  auto table = OutputTable::create(folder_ / part / (name + ".csv"), header);
  if (!table) return tl::unexpected(table.error());
  slot->second = std::move(*table);
  return slot->second.get();
}

Result<OutputTable*> ImportOutput::nodes(const NodeTable& table, const std::string& header) {
  auto added = add("nodes", table.label, header);
  if (!added) return added;
  nodes_.push_back(table);
  nodes_.back().files = {folder_ / "nodes" / (table.label + ".csv")};
  return added;
}

Result<OutputTable*> ImportOutput::rels(const RelTable& table, const std::string& header) {
  auto added = add("rels", table.type, header);
  if (!added) return added;
  rels_.push_back(table);
  rels_.back().files = {folder_ / "rels" / (table.type + ".csv")};
  return added;
}

NodeTable& ImportOutput::node_table(std::string_view label) {
  return *std::find_if(nodes_.begin(), nodes_.end(),
                       [&](const NodeTable& table) { return table.label == label; });
}

RelTable& ImportOutput::rel_table(std::string_view type) {
  return *std::find_if(rels_.begin(), rels_.end(),
                       [&](const RelTable& table) { return table.type == type; });
}

Result<Dataset> ImportOutput::finish(Dataset dataset, const nlohmann::ordered_json& extra) {
  dataset.folder = folder_;
  dataset.node_count = 0;
  dataset.edge_count = 0;
  for (auto& [name, table] : open_) {
    if (auto finished = table->finish(); !finished) return tl::unexpected(finished.error());
    (name.starts_with("nodes/") ? dataset.node_count : dataset.edge_count) += table->row_count();
  }
  if (dataset.node_count == 0) {
    return fail(ErrorCode::InvalidArgument, "not one node could be read from the source");
  }
  std::sort(nodes_.begin(), nodes_.end(),
            [](const NodeTable& a, const NodeTable& b) { return a.label < b.label; });
  std::sort(rels_.begin(), rels_.end(),
            [](const RelTable& a, const RelTable& b) { return a.type < b.type; });
  dataset.nodes = std::move(nodes_);
  dataset.rels = std::move(rels_);
  const auto checksum = dataset_checksum(folder_, dataset);
  if (!checksum) return tl::unexpected(checksum.error());
  dataset.checksum = *checksum;
  nlohmann::ordered_json manifest = nlohmann::ordered_json::parse(manifest_text(dataset));
  for (const auto& [key, value] : extra.items()) manifest[key] = value;
  const std::string text =
      manifest.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
  if (auto written = create_file_durably(folder_ / kManifestName, text); !written) {
    return tl::unexpected(written.error());
  }
  for (const fs::path& part : {folder_ / "nodes", folder_ / "rels", folder_}) {
    if (auto synced = sync_folder(part); !synced) return tl::unexpected(synced.error());
  }
  return dataset;
}

std::string file_name_of(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool fine = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '.' || c == '_' || c == '-';
    out.push_back(fine ? c : '-');
  }
  out.erase(0, out.find_first_not_of(".-"));
  return out.substr(0, 100);
}

}  // namespace gb
