#pragma once

#include <doctest/doctest.h>
#include <google/protobuf/util/json_util.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "adapters/registry.h"
#include "agent/pipe/pipe.h"
#include "agent/runner/run.h"
#include "agent/runner/run_events.h"
#include "core/document/codec.h"
#include "core/document/result_document.h"
#include "tests/support/temporary_folder.h"
#include "workloads/dataset/cache.h"

namespace gb::testing {

namespace v1 = graphbench::v1;

/// grid-30x30 on disk, made once per test program.
inline const Dataset& grid() {
  static const TemporaryFolder folder;
  static const Dataset dataset = [] {
    auto made = generate_dataset(find_recipe("grid-30x30").value(), folder.path());
    REQUIRE(made.has_value());
    return made->dataset;
  }();
  return dataset;
}

/// micro-read on the grid, short.
inline v1::RunRequest request_for(const std::string& engine, const std::filesystem::path& folder) {
  v1::RunRequest request;
  request.set_protocol(kPipeProtocol);
  request.set_run_id("run-1");
  request.set_group_id("matrix-1");
  request.set_cell_id("cell-1");
  request.set_machine("laptop");
  request.set_machine_class("developer");
  request.mutable_engine()->set_name(engine);
  request.set_workload("micro-read");
  request.set_scale("smoke");
  request.set_round(2);
  request.set_dataset_folder(grid().folder.string());
  request.set_dataset_source("generated");
  request.set_run_folder(folder.string());
  v1::RunSettings& settings = *request.mutable_settings();
  settings.set_seed(7);
  settings.set_operations(50);
  settings.set_warm_up_nanos(30'000'000);
  settings.set_operation_limit_nanos(10'000'000'000);
  settings.set_run_deadline_nanos(60'000'000'000);
  settings.set_verify_draws_per_stratum(2);
  return request;
}

/// Keeps what a run told.
class Heard : public RunEvents {
 public:
  void tell(const v1::RunnerEvent& event) override { events.push_back(event); }
  std::vector<v1::RunnerEvent> events;
};

struct Ran {
  Heard heard;
  v1::RunDocument sent;
  ResultDocument document;

  const QueryOutcome& outcome(const std::string& query) const {
    return document.gb->outcomes.at(query);
  }
};

/// A run in this process that must end in a document.
inline Ran run_to_document(const v1::RunRequest& request) {
  Registry registry;
  add_all_adapters(registry);
  Ran ran;
  auto made = make_run(request, registry, ran.heard);
  CAPTURE((made ? std::string() : made.error().message()));
  REQUIRE(made.has_value());
  ran.sent = *made;
  auto read = decode_document(ran.sent.bytes(), "the run's document");
  REQUIRE(read.has_value());
  ran.document = std::move(*read);
  REQUIRE(ran.document.gb.has_value());
  return ran;
}

/// A run in this process that must end in a problem.
inline v1::RunProblem run_to_problem(const v1::RunRequest& request) {
  Registry registry;
  add_all_adapters(registry);
  Heard heard;
  auto made = make_run(request, registry, heard);
  REQUIRE_FALSE(made.has_value());
  return made.error();
}

/// A copy of the built-in catalogue whose texts a test may spoil.
inline std::filesystem::path catalogue_copy(const TemporaryFolder& folder) {
  const std::filesystem::path copy = folder / "catalogue";
  std::filesystem::create_directory(copy);
  std::filesystem::copy(std::filesystem::path(GB_SOURCE_DIR) / "workloads/catalogue/micro-read",
                        copy / "micro-read");
  return copy;
}

inline void write_text(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::trunc) << text;
}

inline std::filesystem::path write_request(const std::filesystem::path& path,
                                           const v1::RunRequest& request) {
  std::string text;
  REQUIRE(google::protobuf::util::MessageToJsonString(request, &text).ok());
  write_text(path, text);
  return path;
}

}  // namespace gb::testing
