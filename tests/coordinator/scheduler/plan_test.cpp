#include "coordinator/scheduler/plan.h"

#include <doctest/doctest.h>

#include <limits>

using namespace gb;

namespace {

LabNames sample_lab() {
  LabNames lab;
  lab.machines = {
      {AgentId::trusted("laptop"), {"home"}, {"sqlite", "sqlite-mem"}, true},
      {AgentId::trusted("server1"), {"rack", "fast"}, {"sqlite", "sqlite-mem", "kuzu"}, true},
      {AgentId::trusted("server2"), {"rack"}, {"sqlite"}, false},
  };
  lab.workload_scales = {{"micro-read", {"smoke", "sf1"}}, {"bfs", {"sf1"}}};
  return lab;
}

MatrixRequest sample_request() {
  MatrixRequest request;
  request.name = "nightly";
  request.engines = {{"sqlite", "", {}}, {"sqlite-mem", "", {}}};
  request.workloads = {"micro-read"};
  request.scales = {"smoke"};
  request.machines = {"laptop", "server1"};
  return request;
}

std::function<std::string()> counting_ids() {
  return [n = 0]() mutable { return fmt::format("id-{}", n++); };
}

Result<MatrixPlan> expanded(const MatrixRequest& request, std::uint64_t limit = 1000) {
  return expand(request, sample_lab(), limit, counting_ids());
}

/// The refusal's message, after its code was checked.
std::string refusal(const MatrixRequest& request, ErrorCode code = ErrorCode::InvalidArgument,
                    std::uint64_t limit = 1000) {
  const auto plan = expanded(request, limit);
  REQUIRE_FALSE(plan.has_value());
  CHECK(plan.error().code == code);
  return plan.error().message;
}

bool says(const std::string& text, std::string_view part) {
  INFO(text);
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a matrix expands by round, scale, workload, engine and machine") {
  MatrixRequest request = sample_request();
  request.rounds = 2;
  request.scales = {"smoke", "sf1"};
  const auto plan = expanded(request);
  REQUIRE(plan.has_value());
  CHECK(plan->id.text() == "id-0");
  REQUIRE(plan->cells.size() == 16);
  std::vector<std::string> order;
  for (const CellPlan& cell : plan->cells) {
    CHECK(cell.position == order.size());
    order.push_back(
        fmt::format("{} {} {} {}", cell.round, cell.scale, cell.engine.text(), cell.machine));
  }
  CHECK(order[0] == "0 smoke sqlite laptop");
  CHECK(order[1] == "0 smoke sqlite server1");
  CHECK(order[2] == "0 smoke sqlite-mem laptop");
  CHECK(order[4] == "0 sf1 sqlite laptop");
  CHECK(order[15] == "1 sf1 sqlite server1");
}

TEST_CASE("the order of engines turns round with every round, so that drift lands on all of them") {
  MatrixRequest request = sample_request();
  request.rounds = 3;
  request.machines = {"laptop"};
  const auto plan = expanded(request);
  REQUIRE(plan.has_value());
  std::vector<std::string> engines;
  for (const CellPlan& cell : plan->cells) engines.push_back(cell.engine.name);
  CHECK(engines == std::vector<std::string>{"sqlite", "sqlite-mem", "sqlite-mem", "sqlite",
                                            "sqlite", "sqlite-mem"});
}

TEST_CASE("\"all\" and labels mean the machines connected now, each once") {
  MatrixRequest request = sample_request();
  request.engines = {{"sqlite", "", {}}};
  const auto machines = [&](std::vector<std::string> entries) {
    request.machines = std::move(entries);
    std::vector<std::string> names;
    const auto plan = expanded(request);
    REQUIRE(plan.has_value());
    for (const CellPlan& cell : plan->cells) names.push_back(cell.machine.text());
    return names;
  };
  CHECK(machines({"all"}) == std::vector<std::string>{"laptop", "server1"});
  CHECK(machines({"label:rack"}) == std::vector<std::string>{"server1"});
  CHECK(machines({"server1", "all"}) == std::vector<std::string>{"server1", "laptop"});
  CHECK(machines({"server2"}) ==
        std::vector<std::string>{"server2"});  // by name: it may come later
}

TEST_CASE("what is unknown is named together with what there is") {
  MatrixRequest request = sample_request();
  SUBCASE("engine") {
    request.engines.push_back({"neo5j", "", {}});
    const std::string message = refusal(request);
    CHECK(says(message, "no engine \"neo5j\" on machine laptop"));
    CHECK(says(message, "sqlite, sqlite-mem"));
  }
  SUBCASE("engine on one of the machines") {
    request.engines = {{"kuzu", "", {}}};
    CHECK(says(refusal(request), "no engine \"kuzu\" on machine laptop"));
  }
  SUBCASE("workload") {
    request.workloads = {"micro-reed"};
    CHECK(says(refusal(request), "no workload \"micro-reed\"; there is: bfs, micro-read"));
  }
  SUBCASE("scale") {
    request.scales = {"sf9"};
    CHECK(says(refusal(request), "no scale \"sf9\" of workload micro-read; there is: sf1, smoke"));
  }
  SUBCASE("scale of one of the workloads") {
    request.workloads = {"micro-read", "bfs"};
    CHECK(says(refusal(request), "no scale \"smoke\" of workload bfs; there is: sf1"));
  }
  SUBCASE("machine") {
    request.machines = {"gamingpc"};
    CHECK(says(refusal(request), "no machine \"gamingpc\"; there is: laptop, server1, server2"));
  }
  SUBCASE("label") {
    request.machines = {"label:gpu"};
    CHECK(says(refusal(request), "label \"gpu\"; labels there are: fast, home, rack"));
  }
  SUBCASE("all, when nobody is connected") {
    request.machines = {"all"};
    const auto plan = expand(request, {{}, sample_lab().workload_scales}, 10, counting_ids());
    REQUIRE_FALSE(plan.has_value());
    CHECK(says(plan.error().message, "no machine is connected now"));
  }
}

TEST_CASE("an empty list is refused, naming what could stand there") {
  MatrixRequest request = sample_request();
  SUBCASE("engines") {
    request.engines.clear();
    CHECK(says(refusal(request), "names no engine; there is: kuzu, sqlite, sqlite-mem"));
  }
  SUBCASE("workloads") {
    request.workloads.clear();
    CHECK(says(refusal(request), "names no workload; there is: bfs, micro-read"));
  }
  SUBCASE("scales") {
    request.scales.clear();
    CHECK(says(refusal(request), "names no scale; there is: sf1, smoke"));
  }
  SUBCASE("machines") {
    request.machines.clear();
    CHECK(says(refusal(request), "names no machine; there is: laptop, server1, server2"));
  }
}

TEST_CASE("what is named twice is refused; the same engine with other settings is another") {
  MatrixRequest request = sample_request();
  SUBCASE("engine") {
    request.engines.push_back(request.engines[0]);
    CHECK(says(refusal(request), "names the engine \"sqlite\" twice"));
    request.engines[2].settings = {{"cache", "big"}};
    CHECK(expanded(request).has_value());
    request.engines[2] = {"sqlite", "3.53", {}};
    CHECK(expanded(request).has_value());
  }
  SUBCASE("workload") {
    request.workloads = {"micro-read", "micro-read"};
    CHECK(says(refusal(request), "names the workload \"micro-read\" twice"));
  }
  SUBCASE("machine") {
    request.machines = {"laptop", "laptop"};
    CHECK(says(refusal(request), "names the machine \"laptop\" twice"));
  }
}

TEST_CASE("F28: more cells than the limit are refused by their number before any is made") {
  MatrixRequest request = sample_request();
  SUBCASE("a little over") {
    request.rounds = 3;
    const std::string message = refusal(request, ErrorCode::ResourceExhausted, 11);
    CHECK(says(message, "has 12 cells"));
    CHECK(says(message, "limit is 11"));
    CHECK(expanded(request, 12).has_value());
  }
  SUBCASE("1e9 cells") {
    request.rounds = 250'000'000;
    CHECK(says(refusal(request, ErrorCode::ResourceExhausted, kDefaultCellLimit),
               "has 500000000 cells"));
    request.rounds = 1'000'000'000;
    int ids = 0;
    const auto plan = expand(request, sample_lab(), kDefaultCellLimit, [&ids] {
      ++ids;
      return std::string("x");
    });
    CHECK_FALSE(plan.has_value());
    CHECK(ids == 0);
  }
  SUBCASE("a product that does not fit 64 bits") {
    const std::vector<std::string> many(100'000, "micro-read");
    request.workloads = many;
    request.scales = many;
    request.rounds = std::numeric_limits<std::uint32_t>::max();
    CHECK(says(refusal(request, ErrorCode::ResourceExhausted), "limit is 1000"));
  }
}

TEST_CASE("zeros read as the defaults; what is out of range is refused") {
  MatrixRequest request = sample_request();
  request.rounds = 0;
  request.max_attempts = 0;
  request.run = {};
  request.run.operations = 0;
  request.run.seed = 0;
  request.run.run_deadline = Nanos{0};
  request.run.warm_up = Nanos{0};
  const auto plan = expanded(request);
  REQUIRE(plan.has_value());
  CHECK(plan->cells.size() == 4);
  CHECK(plan->max_attempts == 3);
  CHECK(plan->run.operations == 1000);
  CHECK(plan->run.seed == 1);
  CHECK(plan->run.run_deadline == std::chrono::minutes(30));
  CHECK(plan->run.warm_up == Nanos{0});  // asked for: none

  SUBCASE("negative spans") {
    request.run.warm_up = Nanos{-1};
    CHECK(says(refusal(request), "warm-up is negative"));
  }
  SUBCASE("a queue deadline beyond sense") {
    request.queue_deadline = Nanos::max();
    CHECK(says(refusal(request), "queue deadline is over a year"));
  }
  SUBCASE("operations") {
    request.run.operations = std::numeric_limits<std::uint32_t>::max();
    CHECK(says(refusal(request), "over the limit of 10000000"));
  }
  SUBCASE("a seed that a document has no field for") {
    request.run.seed = std::uint64_t{1} << 63;
    CHECK(says(refusal(request), "the seed 9223372036854775808 is over the limit"));
  }
  SUBCASE("a setting that is one path to a check and another to the system") {
    request.engines[0].settings["lib"] = std::string("/tmp/evil.so\0/../../usr/lib/x.so", 32);
    CHECK(says(refusal(request), "setting \"lib\" of engine \"sqlite\" has a control character"));
  }
  SUBCASE("attempts") {
    request.max_attempts = 101;
    CHECK(says(refusal(request), "over the limit of 100"));
  }
  SUBCASE("a name with control characters") {
    request.name = "evil\nname";
    CHECK(says(refusal(request), "evil?name"));
  }
}
