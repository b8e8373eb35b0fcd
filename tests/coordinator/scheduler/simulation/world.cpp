#include "tests/coordinator/scheduler/simulation/world.h"

namespace gb::test {

using namespace std::chrono_literals;

namespace {

constexpr LabTime kTooLong = 4h;

}  // namespace

World::World(std::uint64_t seed, ModelStore& model, LabStore& store, bool traced)
    : random_(derive(Seed{seed}, "simulation")), model_(model), store_(store), traced_(traced) {
  faults_end_ = between(60s, 180s);
  names_until_acknowledged_ = chance(0.5);
  for (std::size_t i = 0; i < kAgents; ++i) {
    SimulatedAgent agent;
    agent.id = AgentId::trusted(fmt::format("agent{}", i));
    agent.host = fmt::format("host{}", i < kHosts ? i : random_.below(kHosts));
    agents_.push_back(std::move(agent));
  }
}

void World::run() {
  start_lab();
  for (SimulatedAgent& agent : agents_) {
    after(between(0s, 3s), [this, &agent] { dial(agent); });
  }
  people();
  faults();
  std::uint64_t steps = 0;
  while (now_ < faults_end_ || to_submit_ > 0 || !model_.all_ended()) {
    const Planned next = plan_.top();
    plan_.pop();
    now_ = next.when;
    if (now_ > kTooLong) throw Violation("I3: a matrix does not end: " + model_.census());
    next.what();
    if (++steps % 500 == 0) model_.check_all();
  }
  model_.check_all();
}

void World::at(LabTime when, std::function<void()> what) {
  plan_.push({when, ++order_, std::move(what)});
}

Nanos World::between(Nanos low, Nanos high) {
  return low + Nanos(random_.below(static_cast<std::uint64_t>((high - low).count()) + 1));
}

void World::note(const std::string& line) {
  for (const char c : line) {
    digest_ = (digest_ ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  }
  if (!traced_) return;
  trace_.push_back(fmt::format("{:10.3f}  {}", std::chrono::duration<double>(now_).count(), line));
  if (trace_.size() > 400) trace_.pop_front();
}

MatrixPlan World::drawn_matrix() {
  MatrixPlan plan;
  plan.id = MatrixId::trusted(fmt::format("matrix{}", submitted_.size()));
  plan.max_attempts = static_cast<std::uint32_t>(2 + random_.below(4));
  if (chance(0.3)) plan.queue_deadline = between(30s, 120s);
  const auto cells = static_cast<std::uint32_t>(10 + random_.below(60));
  for (std::uint32_t i = 0; i < cells; ++i) {
    plan.cells.push_back({.id = CellId::trusted(fmt::format("{}.{}", plan.id, i)),
                          .engine = {"sqlite", "", {}},
                          .workload = "micro-read",
                          .scale = "smoke",
                          .machine = agents_[random_.below(kAgents)].id,
                          .round = 0,
                          .position = i});
  }
  return plan;
}

void World::people() {
  to_submit_ = static_cast<int>(1 + random_.below(4));
  for (int i = 0; i < to_submit_; ++i) {
    after(between(0s, 60s), [this] {
      in_lab([this] {
        const MatrixPlan plan = drawn_matrix();
        submitted_.push_back(plan.id);
        --to_submit_;
        note(fmt::format("submit {} of {} cells", plan.id, plan.cells.size()));
        (void)store_.add_matrix(plan);
        feed(MatrixSubmitted{plan});
        if (!chance(0.25)) return;
        after(between(1s, 60s), [this, id = plan.id] {
          in_lab([this, id] {
            if (!store_.cancel_matrix(id)) return;
            note(fmt::format("cancel {}", id));
            feed(MatrixCancelled{id});
          });
        });
      });
    });
  }
}

void World::faults() {
  const std::uint64_t count = 3 + random_.below(25);
  for (std::uint64_t i = 0; i < count; ++i) {
    at(between(1s, faults_end_), [this] { one_fault(); });
  }
}

void World::one_fault() {
  SimulatedAgent& agent = agents_[random_.below(kAgents)];
  switch (random_.below(10)) {
    case 0:
      return crash_lab();
    case 1:
      return pause_lab(between(1s, 60s));
    case 2:
    case 3:
    case 4:
      return crash(agent);
    case 5:
    case 6:
      return partition(agent, between(1s, 90s), true);
    case 7:
      return partition(agent, between(1s, 30s), false);
    default: {  // a switch dies: a third of the lab is cut off
      const std::size_t first = random_.below(3);
      const Nanos span = between(1s, 40s);
      for (std::size_t i = first; i < kAgents; i += 3) partition(agents_[i], span, true);
    }
  }
}

}  // namespace gb::test
