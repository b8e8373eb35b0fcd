#include <doctest/doctest.h>

#include <fstream>

#include "coordinator/service/rpc_server.h"
#include "core/base/file.h"
#include "tests/coordinator/lab/lab_fixture.h"
#include "tests/support/dataset_folders.h"
#include "tests/support/process.h"

using namespace gb;
using namespace gb::test;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

bool in_time(const std::function<bool()>& what) {
  for (int i = 0; i < 6; ++i) {
    if (eventually(what)) return true;
  }
  return false;
}

/// A coordinator with a folder of datasets, and gb-agent with a catalogue in which micro-read asks
/// for this dataset.
struct DatasetLab : LabRoom {
  explicit DatasetLab(const std::string& named) {
    server = std::move(
        RpcServer::start(
            *lab, {.address = "127.0.0.1:0", .access = nullptr, .datasets_folder = datasets()})
            .value());
    fs::copy(fs::path(GB_SOURCE_DIR) / "workloads" / "catalogue", folder / "catalogue",
             fs::copy_options::recursive);
    const fs::path file = folder / "catalogue" / "micro-read" / "workload.toml";
    std::string text = read_file(file).value();
    const std::string recipe = "\"grid-30x30\"";
    text.replace(text.find(recipe), recipe.size(), "\"" + named + "\"");
    std::ofstream(file) << text;
  }
  ~DatasetLab() { server->stop(); }

  fs::path datasets() const { return folder / "coordinator-datasets"; }

  /// micro-read at smoke on sqlite-mem, to its end.
  v1::CellView run(std::uint32_t rounds = 1) {
    v1::MatrixSpec spec = matrix("laptop", rounds);
    spec.mutable_engines(0)->set_name("sqlite-mem");
    spec.mutable_settings()->set_operations(20);
    spec.mutable_settings()->set_warm_up_nanos(0);
    const auto submitted = lab->submit(spec);
    REQUIRE_MESSAGE(submitted, submitted.error().message);
    id = submitted->matrix_id();
    REQUIRE(in_time([&] { return lab->matrix(id)->state() != v1::MatrixView::STATE_RUNNING; }));
    return cell(id);
  }
  std::vector<std::string> agent_flags() const {
    return {"--name",        "laptop",
            "--data",        (folder / "laptop").string(),
            "--coordinator", fmt::format("127.0.0.1:{}", server->port()),
            "--catalogue",   (folder / "catalogue").string()};
  }
  bool joined() const { return lab->figures()->agents_connected == 1; }

  std::unique_ptr<RpcServer> server;
  std::string id;
};

}  // namespace

TEST_CASE("an imported dataset reaches the run through the coordinator, and every record says so") {
  DatasetLab room("tiny-real");
  const Dataset real = support::import_edges(room.datasets(), "tiny-real", 400);
  testing::Process agent(testing::bin("gb-agent"), room.agent_flags());
  REQUIRE(in_time([&] { return room.joined(); }));
  const v1::CellView first = room.run(2);
  CAPTURE(first.reason());
  CHECK(first.end() == v1::CELL_END_DONE);
  CHECK(first.failed_count() == 0);
  CHECK(first.dataset_source() == "downloaded");
  CHECK(room.lab->matrix(room.id)->cells(1).dataset_source() == "cache");
  const auto result = room.lab->result(first.run_id());
  REQUIRE(result);
  const auto document = decode_document(result->document(), "document");
  REQUIRE(document);
  CHECK(document->gb->dataset_source == "downloaded");
  CHECK(document->condition.dataset == "tiny-real");
  CHECK(document->condition.dataset_checksum == real.checksum);
}

TEST_CASE("a dataset nobody has ends the cell with where it was looked for and what to do") {
  DatasetLab room("tiny-real");
  testing::Process agent(testing::bin("gb-agent"), room.agent_flags());
  REQUIRE(in_time([&] { return room.joined(); }));
  const v1::CellView cell = room.run();
  CHECK(cell.end() == v1::CELL_END_INPUT_MISSING);
  CHECK(cell.dataset_source().empty());
  for (const std::string& word : {(room.folder / "laptop" / "datasets").string(),
                                  room.datasets().string(), std::string("gb dataset import")}) {
    CHECK_MESSAGE(cell.reason().find(word) != std::string::npos, cell.reason());
  }
}
