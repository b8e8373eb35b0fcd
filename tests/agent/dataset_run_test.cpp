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

/// A coordinator with a folder of datasets, and gb-agent; both with a workload of one's own that
/// asks the questions of micro-read of this dataset.
struct DatasetLab : LabRoom {
  explicit DatasetLab(const std::string& named) {
    fs::create_directories(folder / "workloads" / "own-read");
    std::ofstream(folder / "workloads" / "own-read" / "workload.toml")
        << "title = \"Own\"\nfamily = \"micro\"\nfidelity = \"harness-native\"\n"
           "queries = [\"micro-point\", \"micro-edge\", \"micro-khop2\"]\n"
           "[datasets]\nsmoke = \""
        << named << "\"\n";
    reopen();
    server = std::move(
        RpcServer::start(
            *lab, {.address = "127.0.0.1:0", .access = nullptr, .datasets_folder = datasets()})
            .value());
  }
  ~DatasetLab() { server->stop(); }

  fs::path datasets() const { return folder / "coordinator-datasets"; }

  /// That workload at smoke on sqlite-mem, to its end.
  v1::CellView run(std::uint32_t rounds = 1) {
    v1::MatrixSpec spec = matrix("laptop", rounds);
    spec.mutable_engines(0)->set_name("sqlite-mem");
    spec.set_workloads(0, "own-read");
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
            "--workloads",   (folder / "workloads").string()};
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
