#include "tests/architecture/floors.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <regex>

namespace gb::architecture {
namespace {

/// A folder (with what is below it and has no row of its own) and the folders it may use besides
/// itself.
struct Row {
  std::string folder;
  std::vector<std::string> may_use;
};

/// docs/architecture.md draws this. `proto/stubs` stands for the generated service stubs, that is,
/// for gRPC.
const std::vector<Row>& floors() {
  static const std::vector<Row> rows = {
      // 1: the wire. rpc/ maps our errors to the wire's, hence core/base.
      {"proto", {}},
      {"proto/rpc", {"proto", "proto/stubs", "core/base"}},
      // 2: pure words and functions, each folder on those before it.
      {"core/base", {}},
      {"core/data", {"core/base"}},
      {"core/stats", {"core/base", "core/data"}},
      {"core/document", {"core/base", "core/data", "core/stats"}},
      {"core/rules", {"core/base", "core/data", "core/stats", "core/document"}},
      {"core/report", {"core/base", "core/data", "core/stats", "core/document", "core/rules"}},
      // 3: these two have not heard of each other.
      {"workloads", {"core"}},
      {"adapters", {"core"}},
      // 4: nor have these two. The runner is where workloads and adapters meet.
      {"agent/platform", {"core"}},
      {"agent/pipe", {"core", "proto"}},
      {"agent/probe", {"core", "agent/platform"}},
      {"agent/runner",
       {"core", "proto", "workloads", "adapters", "agent/platform", "agent/pipe", "agent/probe"}},
      {"agent/supervisor", {"core", "proto", "agent/platform", "agent/pipe"}},
      {"agent", {"core", "proto", "proto/rpc", "proto/stubs", "workloads", "adapters", "agent"}},
      {"coordinator/scheduler", {"core"}},
      {"coordinator/store", {"core", "coordinator/scheduler"}},
      {"coordinator/datasets", {"core"}},
      {"coordinator/lab",
       {"core", "proto", "workloads/catalogue", "coordinator/scheduler", "coordinator/store"}},
      {"coordinator/verdicts", {"core", "proto", "coordinator/lab"}},
      {"coordinator/metrics", {"core", "proto", "coordinator/scheduler", "coordinator/lab"}},
      {"coordinator/service",
       {"core", "proto", "proto/rpc", "proto/stubs", "coordinator/scheduler", "coordinator/lab",
        "coordinator/datasets", "coordinator/verdicts"}},
      {"coordinator/http",
       {"core", "proto", "coordinator/lab", "coordinator/metrics", "coordinator/verdicts", "web"}},
      {"coordinator", {"core", "proto", "proto/rpc", "coordinator"}},
      {"web", {}},
      // 5: wires everything together.
      {"cli",
       {"core", "proto", "proto/rpc", "proto/stubs", "workloads", "adapters", "agent",
        "coordinator"}},
  };
  return rows;
}

/// A library that belongs to few folders: how its headers and its targets begin, and where it may
/// be used.
struct Owned {
  std::vector<std::string> headers;
  std::vector<std::string> targets;
  std::vector<std::string> folders;
};

const std::vector<Owned>& owned_libraries() {
  static const std::vector<Owned> libraries = {
      {{"SQLiteCpp/", "libpq-fe.h"},
       {"SQLiteCpp", "SQLite::", "sqlite3", "PostgreSQL::", "PkgConfig::libpq"},
       {"coordinator/store"}},
      {{"grpcpp/", "grpc/"},
       {"gRPC::"},
       {"proto", "proto/rpc", "agent/session", "coordinator/service", "cli"}},
      {{"httplib.h"}, {"PkgConfig::httplib"}, {"coordinator/http"}},
      {{"prometheus/"}, {"prometheus-cpp::"}, {"coordinator/metrics"}},
  };
  return libraries;
}

bool is_checked(std::string_view path) { return !path.starts_with("tests/"); }

bool is_cpp(std::string_view path) { return path.ends_with(".h") || path.ends_with(".cpp"); }

bool begins_with_one_of(const std::string& text, const std::vector<std::string>& beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&text](const std::string& one) { return text.starts_with(one); });
}

/// The row that says most about this folder.
const Row* row_of(std::string_view folder) {
  const Row* best = nullptr;
  for (const Row& row : floors()) {
    if (is_below(folder, row.folder) &&
        (best == nullptr || row.folder.size() > best->folder.size())) {
      best = &row;
    }
  }
  return best;
}

std::string joined(const std::vector<std::string>& words) {
  return words.empty() ? "nothing else" : fmt::format("{}", fmt::join(words, ", "));
}

/// What is wrong with `from` using `to`; nothing when it may.
std::optional<std::string> objection(const std::string& from, const std::string& to) {
  const Row* row = row_of(from);
  if (row == nullptr) {
    return fmt::format("{} has no floor: give it a row in tests/architecture/floors.cpp", from);
  }
  if (to == row->folder || (row_of(to) == row && to != "proto/stubs")) return std::nullopt;
  for (const std::string& allowed : row->may_use) {
    // "proto" does not give away what costs a link to gRPC.
    const bool apart = allowed == "proto" && to != "proto";
    if (is_below(to, allowed) && !apart) return std::nullopt;
  }
  return fmt::format("{} may not use {}, only {}", row->folder, to, joined(row->may_use));
}

std::string folder_of_include(const std::string& what) {
  if (what.ends_with(".grpc.pb.h")) return "proto/stubs";
  if (what.starts_with("graphbench/")) return "proto";
  return folder_of(what);
}

std::optional<std::string> folder_of_target(const Build& build, const std::string& target) {
  if (target == "gb_proto_stubs") return "proto/stubs";
  const auto found = build.folder.find(target);
  if (found == build.folder.end()) return std::nullopt;
  return found->second;
}

}  // namespace

Violations check_includes(const std::vector<SourceFile>& files) {
  Violations violations;
  for (const SourceFile& file : files) {
    if (!is_checked(file.path) || !is_cpp(file.path)) continue;
    for (const Include& include : includes_of(file)) {
      const std::string to = folder_of_include(include.what);
      if (!include.of_ours || to.empty()) continue;  // a generated header beside its source
      if (const auto why = objection(folder_of(file.path), to)) {
        violations.push_back(
            fmt::format("{}: includes {}: {}", include.place.text(), include.what, *why));
      }
    }
  }
  return violations;
}

Violations check_library_includes(const std::vector<SourceFile>& files) {
  Violations violations;
  for (const SourceFile& file : files) {
    if (!is_checked(file.path) || !is_cpp(file.path)) continue;
    for (const Include& include : includes_of(file)) {
      for (const Owned& library : owned_libraries()) {
        if (include.of_ours || !begins_with_one_of(include.what, library.headers)) continue;
        const std::string folder = folder_of(file.path);
        if (std::any_of(library.folders.begin(), library.folders.end(),
                        [&](const std::string& one) { return is_below(folder, one); })) {
          continue;
        }
        violations.push_back(fmt::format("{}: <{}> belongs to {}", include.place.text(),
                                         include.what, joined(library.folders)));
      }
    }
  }
  return violations;
}

Violations check_links(const Build& build) {
  Violations violations;
  for (const Link& link : build.links) {
    if (!is_checked(link.place.file)) continue;
    const std::string from = folder_of(link.place.file);
    if (const auto to = folder_of_target(build, link.what); to && *to != from) {
      if (const auto why = objection(from, *to)) {
        violations.push_back(
            fmt::format("{}: {} links {}: {}", link.place.text(), link.target, link.what, *why));
      }
    }
    for (const Owned& library : owned_libraries()) {
      if (!begins_with_one_of(link.what, library.targets)) continue;
      if (std::any_of(library.folders.begin(), library.folders.end(),
                      [&](const std::string& one) { return is_below(from, one); })) {
        continue;
      }
      violations.push_back(fmt::format("{}: {} links {}, which belongs to {}", link.place.text(),
                                       link.target, link.what, joined(library.folders)));
    }
  }
  return violations;
}

Violations check_runner(const Build& build) {
  static const std::vector<std::string> kForbidden = {
      "gb_proto_stubs", "gb_rpc",  "gRPC::",       "SQLiteCpp",
      "SQLite::",       "sqlite3", "PostgreSQL::", "PkgConfig::libpq"};
  Violations violations;
  for (const auto& [target, folder] : build.folder) {
    if (!is_below(folder, "agent/runner")) continue;
    for (const std::string& linked : build.closure(target)) {
      if (!begins_with_one_of(linked, kForbidden)) continue;
      violations.push_back(fmt::format(
          "{}/CMakeLists.txt: {} reaches {}: a runner links neither gRPC nor a database", folder,
          target, linked));
    }
  }
  return violations;
}

Violations check_sql(const std::vector<SourceFile>& files) {
  static const std::regex kSql(
      R"(CREATE\s+(TABLE|INDEX)|INSERT\s+INTO|DELETE\s+FROM|SELECT\s.*\sFROM\s|UPDATE\s+\w+\s+SET\s)");
  Violations violations;
  for (const SourceFile& file : files) {
    if (!is_cpp(file.path) || !is_below(folder_of(file.path), "coordinator") ||
        is_below(folder_of(file.path), "coordinator/store")) {
      continue;
    }
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      if (!std::regex_search(file.lines[i], kSql)) continue;
      violations.push_back(
          fmt::format("{}:{}: SQL stands in coordinator/store alone", file.path, i + 1));
    }
  }
  return violations;
}

Violations check_words(const std::vector<SourceFile>& files) {
  // In two halves, so that this file does not hold what it forbids.
  static const std::vector<std::string> kForbidden = {
      std::string("/wo") + "rk/",           std::string("pypi") + ".org",
      std::string("pythonhosted") + ".org", std::string("registry.npmjs") + ".org",
      std::string("repo1.ma") + "ven.org",  std::string("repo.maven.a") + "pache.org",
      std::string("proxy.gol") + "ang.org", std::string("crat") + "es.io",
      std::string("deb.deb") + "ian.org"};
  Violations violations;
  for (const SourceFile& file : files) {
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      for (const std::string& word : kForbidden) {
        const auto at = file.lines[i].find(word);
        if (at == std::string::npos) continue;
        // "net/work/" is a folder of somebody's, "/work/" at the start of a path is one machine's.
        if (word.front() == '/' && at > 0 &&
            std::isalnum(static_cast<unsigned char>(file.lines[i][at - 1])) != 0) {
          continue;
        }
        violations.push_back(fmt::format(
            "{}:{}: \"{}\" is a path of one machine or the host of a registry; the repository "
            "names neither",
            file.path, i + 1, word));
      }
    }
  }
  return violations;
}

Violations check_names(const std::vector<SourceFile>& files) {
  static const std::regex kType(
      R"(^(class|struct|enum class)\s+(\w+)(\s+final)?\s*(:[^:;]*)?(\{.*)?$)");
  static const std::regex kNamespace(R"(^namespace\s+([\w:]+)\s*\{)");
  std::map<std::string, Place> first;
  Violations violations;
  for (const SourceFile& file : files) {
    if (!is_checked(file.path) || !file.path.ends_with(".h")) continue;
    std::string space;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      std::smatch match;
      const std::string& line = file.lines[i];
      if (std::regex_search(line, match, kNamespace)) {
        space = match[1];
      } else if (std::regex_match(line, match, kType)) {
        const std::string name = space + "::" + match[2].str();
        const Place place{file.path, static_cast<int>(i) + 1};
        const auto [known, fresh] = first.emplace(name, place);
        if (!fresh) {
          violations.push_back(
              fmt::format("{}: {} is also defined at {}: the linker takes them for one type",
                          place.text(), name, known->second.text()));
        }
      }
    }
  }
  return violations;
}

}  // namespace gb::architecture
