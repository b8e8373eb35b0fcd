#include "tests/architecture/floors.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace gb::architecture {
namespace {

const std::vector<SourceFile>& project() {
  static const std::vector<SourceFile> files = read_tree(GB_SOURCE_DIR);
  return files;
}

void expect_none(const Violations& violations) {
  for (const std::string& violation : violations) FAIL_CHECK(violation);
}

/// The only violation there is, or a failure.
std::string only(const Violations& violations) {
  REQUIRE(violations.size() == 1);
  return violations[0];
}

SourceFile header(const std::string& path, const std::vector<std::string>& lines) {
  return {path, lines};
}

}  // namespace

TEST_CASE("the project is read as a whole") {
  CHECK(project().size() > 100);
  CHECK(std::any_of(project().begin(), project().end(),
                    [](const SourceFile& file) { return file.path == "adapters/target.h"; }));
  const Build build = read_build(project());
  CHECK(build.folder.at("gb_base") == "core/base");
  CHECK(build.links.size() > 20);
}

TEST_CASE("every include points down") { expect_none(check_includes(project())); }

TEST_CASE("a library with one home is included there alone") {
  expect_none(check_library_includes(project()));
}

TEST_CASE("every link line points down, and nothing but the store links a database") {
  expect_none(check_links(read_build(project())));
}

TEST_CASE("a runner links neither gRPC nor a database") {
  expect_none(check_runner(read_build(project())));
}

TEST_CASE("SQL stands in the store alone") { expect_none(check_sql(project())); }

TEST_CASE("the repository names no path of one machine and no registry") {
  expect_none(check_words(project()));
}

TEST_CASE("no two headers define a type of the same name") { expect_none(check_names(project())); }

TEST_CASE("an include that points up or sideways is found, with file, line and rule") {
  const auto verdict = [](const std::string& path, const std::string& what) {
    return check_includes({header(path, {"#pragma once", "#include \"" + what + "\""})});
  };
  CHECK(only(verdict("core/base/id.h", "core/data/value.h")) ==
        "core/base/id.h:2: includes core/data/value.h: core/base may not use core/data, only "
        "nothing else");
  CHECK(verdict("core/data/value.h", "core/base/id.h").empty());
  CHECK(verdict("core/report/table.h", "core/document/codec.h").empty());
  CHECK(verdict("core/document/codec.h", "core/report/table.h").size() == 1);
  CHECK(verdict("adapters/sqlite/load.cpp", "workloads/dataset/cache.h").size() == 1);
  CHECK(verdict("workloads/verify/verify.h", "adapters/target.h").size() == 1);
  CHECK(verdict("coordinator/lab/lab.h", "workloads/catalogue/catalogue.h").empty());
  CHECK(verdict("coordinator/lab/lab.h", "workloads/dataset/cache.h").size() == 1);
  CHECK(verdict("coordinator/lab/lab.h", "agent/session/session.h").size() == 1);
  CHECK(verdict("coordinator/store/store.h", "coordinator/lab/lab.h").size() == 1);
  CHECK(verdict("agent/session/session.h", "coordinator/lab/lab.h").size() == 1);
  CHECK(verdict("agent/runner/run.cpp", "adapters/target.h").empty());
  CHECK(verdict("agent/runner/run.cpp", "graphbench/v1/run.pb.h").empty());
  CHECK(verdict("agent/runner/run.cpp", "graphbench/v1/agent_service.grpc.pb.h").size() == 1);
  CHECK(verdict("agent/runner/run.cpp", "proto/rpc/status.h").size() == 1);
  CHECK(verdict("coordinator/service/agent_service.h", "graphbench/v1/agent_service.grpc.pb.h")
            .empty());
  CHECK(verdict("cli/run_verb.cpp", "coordinator/lab/lab.h").empty());
  CHECK(verdict("agent/session/session.cpp", "cli/run_verb.h").size() == 1);
  CHECK(verdict("elsewhere/new.h", "core/base/id.h").size() == 1);
}

TEST_CASE("a link that points up, or to a library of another folder, is found") {
  const Build build = read_build(
      {header("core/base/CMakeLists.txt", {"gb_library(gb_base SOURCES a.cpp PUBLIC fmt::fmt)"}),
       header("proto/CMakeLists.txt",
              {"add_library(gb_proto_stubs STATIC x)",
               "target_link_libraries(gb_proto_stubs PUBLIC gRPC::grpc++)"}),
       header("proto/rpc/CMakeLists.txt",
              {"gb_library(gb_rpc SOURCES a.cpp PUBLIC gb::base gb::proto_stubs)"}),
       header("agent/session/CMakeLists.txt",
              {"gb_library(gb_session SOURCES s.cpp PUBLIC gb::rpc)"}),
       header("agent/runner/CMakeLists.txt", {"gb_library(gb_runner", "  SOURCES a.cpp  # gb::lab",
                                              "  PUBLIC gb::base", "  PRIVATE gb::session)"}),
       header("coordinator/lab/CMakeLists.txt",
              {"gb_library(gb_lab SOURCES a.cpp PRIVATE SQLiteCpp)"}),
       header("core/data/CMakeLists.txt", {"gb_library(gb_data SOURCES a.cpp PUBLIC gb::lab)"})});
  const Violations found = check_links(build);
  REQUIRE(found.size() == 3);
  CHECK(found[0].starts_with("agent/runner/CMakeLists.txt:4: gb_runner links gb_session"));
  CHECK(found[1].starts_with("coordinator/lab/CMakeLists.txt:1: gb_lab links SQLiteCpp"));
  CHECK(found[2].starts_with("core/data/CMakeLists.txt:1: gb_data links gb_lab"));
  // gRPC is three links away from the runner.
  CHECK(check_runner(build).size() == 3);
}

TEST_CASE("the other rules find what they look for") {
  CHECK(check_library_includes({header("agent/runner/a.cpp", {"#include <grpcpp/grpcpp.h>"})})
            .size() == 1);
  CHECK(check_library_includes({header("coordinator/lab/a.cpp", {"#include <SQLiteCpp/X.h>"})})
            .size() == 1);
  CHECK(check_sql({header("coordinator/http/a.cpp", {R"(query("SELECT x FROM cell");)"})}).size() ==
        1);
  CHECK(
      check_sql({header("coordinator/store/a.cpp", {R"(query("SELECT x FROM cell");)"})}).empty());
  CHECK(check_words({header("docs/a.md", {std::string("see /wo") + "rk/notes"})}).size() == 1);
  CHECK(check_words({header("docs/a.md", {std::string("in net/wo") + "rk/notes"})}).empty());
  CHECK(check_words({header("a.toml", {std::string("https://pypi") + ".org/simple"})}).size() == 1);
  CHECK(check_names({header("core/a.h", {"namespace gb {", "struct Query {"}),
                     header("core/b.h", {"namespace gb {", "class Query final : Base {"})})
            .size() == 1);
  CHECK(check_names({header("core/a.h", {"namespace gb {", "struct Query {"}),
                     header("core/b.h", {"namespace gb {", "struct Query;"}),
                     header("core/c.h", {"namespace gb::other {", "struct Query {"})})
            .empty());
}

}  // namespace gb::architecture
