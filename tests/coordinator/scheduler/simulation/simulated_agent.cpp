#include "tests/coordinator/scheduler/simulation/world.h"

namespace gb::test {

using namespace std::chrono_literals;

namespace {

constexpr Nanos kHeartbeat = 5s;
constexpr Nanos kPatience = 10s;  // for a welcome or an acknowledgement

}  // namespace

std::vector<HeldRun> World::named(const SimulatedAgent& agent) const {
  std::vector<HeldRun> runs;
  if (agent.work) runs.push_back(agent.work->held);
  if (names_until_acknowledged_) {
    for (const ReportRecord& report : agent.spool) {
      runs.push_back({report.run, report.cell, report.fencing_number});
    }
  }
  return runs;
}

void World::dial(SimulatedAgent& agent) {
  if (!agent.alive || agent.stream != 0) return;
  if (agent.up_blocked_until > now_ || agent.down_blocked_until > now_ || !scheduler_) {
    after(between(500ms, 5s), [this, &agent] { dial(agent); });
    return;
  }
  const std::uint64_t stream = agent.stream = next_stream_++;
  agent.welcomed = false;
  to_lab(agent, [this, &agent, stream, epoch = agent.epoch, running = named(agent)] {
    joined(agent, stream, epoch, running);
  });
  after(kPatience, [this, &agent, stream] {
    if (agent.stream == stream && !agent.welcomed) drop_stream(agent);
  });
}

void World::drop_stream(SimulatedAgent& agent) {
  const std::uint64_t stream = agent.stream;
  agent.stream = 0;
  after(between(10ms, 8s),
        [this, &agent, stream] { in_lab([this, &agent, stream] { left(agent, stream); }); });
  if (agent.alive) after(between(500ms, 5s), [this, &agent] { dial(agent); });
}

void World::welcomed(SimulatedAgent& agent, std::uint64_t durable_to) {
  if (agent.welcomed) return;
  agent.welcomed = true;
  acknowledged(agent, durable_to);
  send_spool(agent);
  after(between(0s, kHeartbeat),
        [this, &agent, stream = agent.stream] { heartbeat(agent, stream); });
}

void World::heartbeat(SimulatedAgent& agent, std::uint64_t stream) {
  if (!agent.alive || agent.stream != stream) return;
  to_lab(agent, [this, &agent, stream, epoch = agent.epoch, sent = now_, running = named(agent)] {
    if (!open_in_lab(stream)) return;
    // What the transport acknowledged renews the agent's own lease, counted from when it was sent.
    if (agent.work && !running.empty() && running.front().run == agent.work->held.run) {
      agent.lease_until = std::max(agent.lease_until, sent + limits_.lease);
    }
    feed(AgentHeard{agent.id, epoch, running});
  });
  after(kHeartbeat, [this, &agent, stream] { heartbeat(agent, stream); });
}

void World::acknowledged(SimulatedAgent& agent, std::uint64_t durable_to) {
  while (!agent.spool.empty() && agent.spool.front().sequence <= durable_to) {
    if (!model_.has_spoken(agent.spool.front().run)) {
      throw Violation(fmt::format("I1: the report of {} was acknowledged and is not stored",
                                  agent.spool.front().run));
    }
    agent.spool.pop_front();
  }
}

void World::send_spool(SimulatedAgent& agent) {
  const std::uint64_t stream = agent.stream;
  if (stream == 0 || !agent.welcomed || agent.spool.empty()) return;
  for (const ReportRecord& report : agent.spool) {
    to_lab(agent, [this, &agent, stream, report] { reported(agent, stream, report); });
  }
  after(kPatience, [this, &agent, stream, first = agent.spool.front().sequence] {
    const bool waits = !agent.spool.empty() && agent.spool.front().sequence == first;
    if (agent.alive && agent.stream == stream && waits) send_spool(agent);
  });
}

void World::assigned(SimulatedAgent& agent, const HeldRun& held) {
  if (agent.work) {
    if (agent.work->held.run != held.run) spool(agent, held, CellEnd::NeverStarted);
    return;
  }
  for (const ReportRecord& report : agent.spool) {
    if (report.run == held.run) return;  // the assignment came twice
  }
  if (model_.has_spoken(held.run)) return;
  if (++executing_[agent.host] > 1) {
    throw Violation(
        fmt::format("I6: two runs execute on {}: {} on {}", agent.host, held.run, agent.id));
  }
  const double fate = random_.unit();
  const CellEnd outcome = fate < 0.88   ? CellEnd::Done
                          : fate < 0.93 ? CellEnd::EngineFailed
                          : fate < 0.96 ? CellEnd::EngineTimeout
                                        : CellEnd::InputMissing;
  const std::uint64_t number = next_work_++;
  agent.work = {held, outcome, number};
  agent.lease_until = now_ + limits_.lease;
  note(fmt::format("{} begins {}", agent.id, held.run));
  after(between(2s, 40s), [this, &agent, number] {
    if (agent.work && agent.work->number == number) finish(agent, agent.work->outcome);
  });
  fence(agent, number);
}

/// Kills the run when its lease is over by the agent's own clock, and looks again otherwise.
void World::fence(SimulatedAgent& agent, std::uint64_t work) {
  if (!agent.work || agent.work->number != work) return;
  if (now_ >= agent.lease_until) {
    note(fmt::format("{} fences itself", agent.id));
    return finish(agent, CellEnd::AgentLost);
  }
  at(agent.lease_until, [this, &agent, work] { fence(agent, work); });
}

void World::cancelled(SimulatedAgent& agent, const RunId& run) {
  if (agent.work && agent.work->held.run == run) finish(agent, CellEnd::Cancelled);
}

void World::finish(SimulatedAgent& agent, CellEnd end) {
  const HeldRun held = agent.work->held;
  agent.work.reset();
  --executing_[agent.host];
  spool(agent, held, end);
}

void World::spool(SimulatedAgent& agent, const HeldRun& held, CellEnd end) {
  note(fmt::format("{} reports {} {}", agent.id, held.run, name_of(end)));
  ReportRecord report;
  report.agent = agent.id;
  report.spool_id = "spool-" + agent.id.text();
  report.sequence = agent.next_sequence++;
  report.run = held.run;
  report.cell = held.cell;
  report.fencing_number = held.fencing_number;
  report.end = end;
  report.reason = std::string(name_of(end));
  if (end == CellEnd::Done) {
    report.document = held.run.text();
    report.document_sha256 = sha256_hex(report.document);
    report.stats = {{"q1", 10, 0, report.sequence, 2, 3}};
  }
  agent.spool.push_back(std::move(report));
  if (faulty() && chance(0.03)) return crash(agent);  // F7: after the run, before the upload
  if (agent.stream != 0 && agent.welcomed) {
    to_lab(agent, [this, &agent, stream = agent.stream, report = agent.spool.back()] {
      reported(agent, stream, report);
    });
    after(kPatience, [this, &agent, stream = agent.stream] {
      if (agent.alive && agent.stream == stream) send_spool(agent);
    });
  }
}

void World::crash(SimulatedAgent& agent) {
  if (!agent.alive) return;
  note(fmt::format("{} crashes", agent.id));
  if (agent.work) --executing_[agent.host];
  agent.work.reset();
  agent.alive = false;
  if (agent.stream != 0) drop_stream(agent);
  after(between(1s, 90s), [this, &agent] {
    agent.alive = true;
    ++agent.epoch;
    dial(agent);
  });
}

}  // namespace gb::test
