#include "cli/matrix_file.h"

#include <doctest/doctest.h>

#include <fstream>
#include <regex>
#include <sstream>

using gb::parse_matrix;

TEST_CASE("a matrix file says which engines, workloads, scales and machines, and how to measure") {
  const auto spec = parse_matrix(R"(name = "nightly"
engines = ["sqlite", "duckdb@1.5.6", {name = "sqlite-mem", settings = {lib = "/opt/libsqlite3.so"}}]
workloads = ["micro-read"]
scales = ["smoke", "sf1"]
machines = ["laptop", "label:server"]
rounds = 3
seed = 7
operations = 5000
warm_up = "0s"
run_deadline = "10m"
)",
                                 "lab.toml");
  REQUIRE(spec);
  CHECK(spec->engines_size() == 3);
  CHECK(spec->engines(1).name() == "duckdb");
  CHECK(spec->engines(1).version() == "1.5.6");
  CHECK(spec->engines(2).settings().at("lib") == "/opt/libsqlite3.so");
  CHECK(spec->machines(1) == "label:server");
  CHECK(spec->rounds() == 3);
  CHECK(spec->settings().seed() == 7);
  CHECK(spec->settings().has_warm_up_nanos());
  CHECK(spec->settings().warm_up_nanos() == 0);
  CHECK(spec->settings().run_deadline_nanos() == 600'000'000'000ULL);
}

TEST_CASE("what is wrong in a matrix file is named with line and column") {
  const auto message = [](std::string_view toml) {
    const auto spec = parse_matrix(toml, "lab.toml");
    REQUIRE_FALSE(spec);
    CHECK(spec.error().code == gb::ErrorCode::InvalidArgument);
    return spec.error().message;
  };
  CHECK(message("name = \"a\"\nrounds = = 2\n").starts_with("lab.toml:2:"));
  CHECK(message("name = \"a\"\n\nround = 2\n").starts_with("lab.toml:3:"));
  CHECK(message("rounds = -1\n").find("whole number") != std::string::npos);
  CHECK(message("rounds = nan\n").find("whole number") != std::string::npos);
  CHECK(message("operations = 99999999999\n").find("whole number") != std::string::npos);
  CHECK(message("operations = 0\n").find("from 1 to") != std::string::npos);
  CHECK(message("operation_limit = \"0s\"\n").find("longer than 0s") != std::string::npos);
  CHECK(message("warm_up = 2\n").find("duration") != std::string::npos);
  CHECK(message("warm_up = \"2\"\n").find("unit") != std::string::npos);
  CHECK(message("engines = \"sqlite\"\n").find("list") != std::string::npos);
  CHECK(message("engines = [3]\n").find("engine") != std::string::npos);
  CHECK(message("engines = [{version = \"1\"}]\n").find("name") != std::string::npos);
  CHECK(message("engines = [{name = \"a\", setings = {}}]\n").find("setings") != std::string::npos);
  CHECK(message("scales = [\"\"]\n").find("empty") != std::string::npos);
}

TEST_CASE("the documented example is a matrix file, and so is the demo's") {
  const auto text_of = [](const std::string& file) {
    std::ifstream stream(std::string(GB_SOURCE_DIR) + "/" + file);
    std::stringstream text;
    text << stream.rdbuf();
    return text.str();
  };
  const std::string page = text_of("docs/matrix-file.md");
  const std::size_t begin = page.find("```toml\n") + 8;
  REQUIRE(begin > 8);
  const auto example =
      parse_matrix(page.substr(begin, page.find("```", begin) - begin), "docs/matrix-file.md");
  INFO((example ? "" : example.error().message));
  CHECK(example);
  CHECK(parse_matrix(text_of("deploy/demo.toml"), "deploy/demo.toml"));
}
