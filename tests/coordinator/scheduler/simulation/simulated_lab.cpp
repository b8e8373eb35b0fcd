#include "tests/coordinator/scheduler/simulation/world.h"

namespace gb::test {

using namespace std::chrono_literals;

void World::start_lab() {
  lab_started_ = now_;
  paused_until_ = now_;
  ++incarnation_;
  store_.reopen();
  scheduler_.emplace(limits_);
  carry_out(scheduler_->restore(store_.snapshot(), lab_now()));
}

void World::crash_lab() {
  if (!scheduler_) return;
  note("the coordinator crashes");
  scheduler_.reset();
  lab_streams_.clear();
  link_.clear();
  for (SimulatedAgent& agent : agents_) {
    if (agent.stream != 0) drop_stream(agent);
  }
  after(between(500ms, 20s), [this] {
    note("the coordinator starts");
    start_lab();
  });
}

void World::pause_lab(Nanos span) {
  note(fmt::format("the coordinator pauses for {} ms", span / 1ms));
  paused_until_ = std::max(paused_until_, now_ + span);
}

void World::joined(SimulatedAgent& agent, std::uint64_t stream, std::uint64_t epoch,
                   const std::vector<HeldRun>& running) {
  if (lab_streams_.contains(stream)) return;  // the message came twice
  // Long dead: its end was noticed before its beginning arrived.
  if (agent.stream != stream && !agent.alive) return;
  note(fmt::format("{} joins by stream {}", agent.id, stream));
  lab_streams_[stream] = {&agent, epoch};
  const auto old = link_.find(agent.id);
  const std::uint64_t replaced =
      old != link_.end() && lab_streams_.contains(old->second) ? old->second : 0;
  link_[agent.id] = stream;
  (void)store_.put_agent({agent.id, std::max(epoch, agent.epoch), agent.host});
  const std::uint64_t incarnation = incarnation_;
  to_agent(agent, stream, [this, &agent, mark = store_.durable_to("spool-" + agent.id.text())] {
    welcomed(agent, mark);
  });
  feed(AgentJoined{agent.id, epoch, agent.host, running});
  if (replaced != 0 && incarnation == incarnation_ && scheduler_) left(agent, replaced);
  if (agent.stream == stream) return;
  // The agent has given it up meanwhile: keepalive ends it here too.
  after(between(3s, 8s),
        [this, &agent, stream] { in_lab([this, &agent, stream] { left(agent, stream); }); });
}

void World::left(SimulatedAgent& agent, std::uint64_t stream) {
  const auto found = lab_streams_.find(stream);
  if (found == lab_streams_.end()) return;
  const std::uint64_t epoch = found->second.epoch;
  lab_streams_.erase(found);
  if (link_.contains(agent.id) && link_.at(agent.id) == stream) link_.erase(agent.id);
  after(between(10ms, 8s), [this, &agent, stream] {  // at the latest its keepalive tells the agent
    if (agent.stream == stream) drop_stream(agent);
  });
  feed(AgentLeft{agent.id, epoch});
}

void World::reported(SimulatedAgent& agent, std::uint64_t stream, const ReportRecord& report) {
  if (!open_in_lab(stream)) return;
  const auto committed = store_.commit_report(report);
  if (!committed) return;                             // a gap: it is sent again, in order
  if (faulty() && chance(0.002)) return crash_lab();  // F2: between commit and acknowledgement
  to_agent(agent, stream,
           [this, &agent, mark = committed->durable_to] { acknowledged(agent, mark); });
  if (committed->fate == ReportFate::Duplicate && chance(0.5)) return;
  feed(RunReported{report.run, report.cell, report.end, report.reason,
                   committed->fate == ReportFate::Accepted});
}

void World::feed(const Event& event) {
  if (!scheduler_) return;
  carry_out(scheduler_->on(event, lab_now()));
}

void World::carry_out(const std::vector<Command>& commands) {
  for (const Command& command : commands) {
    if (faulty() && chance(0.0005)) return crash_lab();
    carry_out_one(command);
  }
  if (scheduler_) arm_tick();
}

void World::carry_out_one(const Command& command) {
  struct Carrier {
    World& world;
    void operator()(const LeaseCell& it) {
      if (world.faulty() && world.chance(0.01)) return world.scheduler_->not_leased(it.cell);
      const RunId run = RunId::trusted(fmt::format("run{}", world.next_run_++));
      world.note(
          fmt::format("lease {} to {} as {} #{}", it.cell, it.agent, run, it.fencing_number));
      (void)world.store_.lease_cell(it, run);
      world.scheduler_->leased(it.cell, run, world.lab_now());
      send(it.agent, [run, it](World& there, SimulatedAgent& agent) {
        there.assigned(agent, {run, it.cell, it.fencing_number});
      });
    }
    void operator()(const RequeueCell& it) {
      world.note(fmt::format("requeue {} #{}: {}", it.cell, it.fencing_number, it.reason));
      (void)world.store_.requeue_cell(it);
    }
    void operator()(const EndCell& it) {
      world.note(fmt::format("end {} {}: {}", it.cell, name_of(it.end), it.reason));
      (void)world.store_.end_cell(it);
    }
    void operator()(const EndMatrix& it) {
      world.note(fmt::format("end {}", it.matrix));
      (void)world.store_.end_matrix(it);
    }
    void operator()(const CancelRun& it) {
      send(it.agent,
           [run = it.run](World& there, SimulatedAgent& agent) { there.cancelled(agent, run); });
    }
    void operator()(const CloseSession& it) {
      for (const auto& [stream, its] : world.lab_streams_) {
        if (its.agent->id != it.agent || its.epoch != it.session_epoch) continue;
        world.to_agent(*its.agent, stream,
                       [there = &world, agent = its.agent] { there->drop_stream(*agent); });
      }
    }
    void send(const AgentId& to, std::function<void(World&, SimulatedAgent&)> deliver) {
      const auto link = world.link_.find(to);
      if (link == world.link_.end()) return;
      SimulatedAgent& agent = *world.lab_streams_.at(link->second).agent;
      world.to_agent(agent, link->second, [there = &world, &agent, deliver = std::move(deliver)] {
        deliver(*there, agent);
      });
    }
  };
  std::visit(Carrier{*this}, command);
}

void World::arm_tick() {
  const auto next = scheduler_->next_deadline();
  if (!next) return;
  const LabTime when = std::max(*next + lab_started_, now_ + 1ms);
  at(when, [this, incarnation = incarnation_, tick = ++tick_] {
    // Only the youngest alarm of this coordinator counts.
    in_lab([this, incarnation, tick] {
      if (incarnation == incarnation_ && tick == tick_) feed(Tick{});
    });
  });
}

}  // namespace gb::test
