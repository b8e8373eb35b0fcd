#pragma once

#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "workloads/catalogue/catalogue.h"

namespace gb {

inline constexpr const char* kWorkloadToml =
    "title = \"Mine\"\n"
    "family = \"micro\"\n"
    "fidelity = \"derived\"\n"
    "queries = [\n"
    "  \"point\",\n"
    "]\n"
    "[datasets]\n"
    "smoke = \"grid-30x30\"\n";

inline constexpr const char* kQueryToml =
    "class = \"point-read\"\n"
    "meaning = \"The node.\"\n"
    "pool = \"micro-point\"\n"
    "parameters = [\"id\"]\n"
    "columns = [\"id\"]\n";

/// A catalogue of one workload with one query, in a temporary folder, to be spoilt by a test.
class CatalogueFolder {
 public:
  CatalogueFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "gb-catalogue-XXXXXX").string();
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
    write("mine/workload.toml", kWorkloadToml);
    write("mine/point.toml", kQueryToml);
    write("mine/point.sql", "SELECT id FROM Node WHERE id = $id\n");
  }
  ~CatalogueFolder() { std::filesystem::remove_all(path_); }
  CatalogueFolder(const CatalogueFolder&) = delete;
  CatalogueFolder& operator=(const CatalogueFolder&) = delete;

  void write(const std::string& file, std::string_view text) const {
    std::filesystem::create_directories((path_ / file).parent_path());
    std::ofstream(path_ / file, std::ios::binary) << text;
  }
  void remove(const std::string& file) const { std::filesystem::remove_all(path_ / file); }

  const std::filesystem::path& path() const { return path_; }

  std::string version() const {
    const Result<Catalogue> catalogue = Catalogue::from_folder(path_);
    REQUIRE_MESSAGE(catalogue, catalogue.error().message);
    return catalogue->all().at(0).version;
  }

  /// What reading it complains of, with "<folder>/" taken off; "" when nothing.
  std::string complaint() const {
    const Result<Catalogue> catalogue = Catalogue::from_folder(path_);
    if (catalogue) return "";
    std::string message = catalogue.error().message;
    const std::string prefix = path_.string() + "/";
    for (auto at = message.find(prefix); at != std::string::npos; at = message.find(prefix)) {
      message.erase(at, prefix.size());
    }
    return message;
  }

 private:
  std::filesystem::path path_;
};

}  // namespace gb
