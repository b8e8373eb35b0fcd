#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <queue>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/base/sha256.h"
#include "tests/coordinator/scheduler/simulation/lab_store.h"
#include "tests/coordinator/scheduler/simulation/model_store.h"

namespace gb::test {

/// One agent, its machine and its network card.
struct SimulatedAgent {
  struct Work {
    HeldRun held;
    CellEnd outcome = CellEnd::Done;
    std::uint64_t number = 0;  // tells its end from that of an earlier one
  };
  AgentId id;
  std::string host;
  bool alive = true;
  std::uint64_t epoch = 1;   // of its process
  std::uint64_t stream = 0;  // 0: none
  bool welcomed = false;
  std::optional<Work> work;
  LabTime lease_until{0};          // by its own clock; at the end it kills its run
  std::deque<ReportRecord> spool;  // not acknowledged; survives the process
  std::uint64_t next_sequence = 1;
  LabTime up_blocked_until{0}, down_blocked_until{0};  // its network, to and from the coordinator
};

/// A lab in one thread on a clock of its own: a scheduler in its shell over a store, `kAgents`
/// agents on fewer hosts, a network that delays, loses and doubles, and people who submit and
/// cancel. All that happens is drawn from one seed.
class World {
 public:
  static constexpr std::size_t kAgents = 50;
  static constexpr std::size_t kHosts = 35;

  World(std::uint64_t seed, ModelStore& model, LabStore& store, bool traced);

  /// Until faults have stopped and every matrix has ended. Throws Violation, I3 when that takes
  /// longer than it may.
  void run();

  /// Everything that was decided, in one number: the same for the same seed.
  std::uint64_t digest() const { return digest_; }
  const std::deque<std::string>& trace() const { return trace_; }

 private:
  // world.cpp: the clock, chance, faults and people.
  void at(LabTime when, std::function<void()> what);
  void after(Nanos span, std::function<void()> what) { at(now_ + span, std::move(what)); }
  bool chance(double probability) { return random_.unit() < probability; }
  Nanos between(Nanos low, Nanos high);
  bool faulty() const { return now_ < faults_end_; }
  void note(const std::string& line);
  void people();
  void faults();
  void one_fault();
  MatrixPlan drawn_matrix();

  // network.cpp
  void to_lab(SimulatedAgent& agent, std::function<void()> deliver);
  void to_agent(SimulatedAgent& agent, std::uint64_t stream, std::function<void()> deliver);
  void send(LabTime blocked_until, LabTime& last_delivery, std::function<void()> deliver);
  void in_lab(std::function<void()> what);  // now, or when its pause is over; never when it is down
  void partition(SimulatedAgent& agent, Nanos span, bool both_ways);

  // simulated_agent.cpp
  void dial(SimulatedAgent& agent);
  void drop_stream(SimulatedAgent& agent);
  void welcomed(SimulatedAgent& agent, std::uint64_t durable_to);
  void heartbeat(SimulatedAgent& agent, std::uint64_t stream);
  void acknowledged(SimulatedAgent& agent, std::uint64_t durable_to);
  void send_spool(SimulatedAgent& agent);
  void assigned(SimulatedAgent& agent, const HeldRun& held);
  void cancelled(SimulatedAgent& agent, const RunId& run);
  void fence(SimulatedAgent& agent, std::uint64_t work);
  void finish(SimulatedAgent& agent, CellEnd end);
  void spool(SimulatedAgent& agent, const HeldRun& held, CellEnd end);
  void crash(SimulatedAgent& agent);
  std::vector<HeldRun> named(const SimulatedAgent& agent) const;

  // simulated_lab.cpp
  void start_lab();
  void crash_lab();
  void pause_lab(Nanos span);
  void joined(SimulatedAgent& agent, std::uint64_t stream, std::uint64_t epoch,
              const std::vector<HeldRun>& running);
  void left(SimulatedAgent& agent, std::uint64_t stream);
  void reported(SimulatedAgent& agent, std::uint64_t stream, const ReportRecord& report);
  void feed(const Event& event);
  void carry_out(const std::vector<Command>& commands);
  void carry_out_one(const Command& command);
  void arm_tick();
  LabTime lab_now() const { return now_ - lab_started_; }
  bool open_in_lab(std::uint64_t stream) const { return lab_streams_.contains(stream); }

  struct Planned {
    LabTime when;
    std::uint64_t order;
    std::function<void()> what;
    bool operator<(const Planned& other) const {
      return std::pair(other.when, other.order) < std::pair(when, order);
    }
  };
  struct LabStream {
    SimulatedAgent* agent = nullptr;
    std::uint64_t epoch = 0;
  };

  SplitMix64 random_;
  ModelStore& model_;
  LabStore& store_;
  bool traced_;
  LabTime now_{0};
  LabTime faults_end_{0};
  std::uint64_t order_ = 0;
  std::priority_queue<Planned> plan_;
  std::uint64_t digest_ = 0xCBF29CE484222325ULL;
  std::deque<std::string> trace_;

  std::deque<SimulatedAgent> agents_;
  bool names_until_acknowledged_ = false;  // what agents do with a run that ended: both are allowed
  std::uint64_t next_stream_ = 1, next_work_ = 1, next_run_ = 1;
  std::map<std::uint64_t, LabTime> last_up_, last_down_;  // by stream: messages keep their order
  std::map<std::string, int> executing_;                  // by host

  SchedulerLimits limits_;
  std::optional<Scheduler> scheduler_;
  LabTime lab_started_{0}, paused_until_{0};
  std::uint64_t incarnation_ = 0, tick_ = 0;
  std::map<std::uint64_t, LabStream> lab_streams_;
  std::map<AgentId, std::uint64_t> link_;  // the stream that messages to an agent go down
  std::vector<MatrixId> submitted_;
  int to_submit_ = 0;
};

}  // namespace gb::test
