#include "tests/coordinator/scheduler/simulation/world.h"

namespace gb::test {

using namespace std::chrono_literals;

namespace {

// Both ends notice a dead stream by keepalive within this.
constexpr Nanos kKeepalive = 8s;

}  // namespace

/// In order within a stream; sometimes slow, lost or twice while there are faults.
void World::send(LabTime blocked_until, LabTime& last_delivery, std::function<void()> deliver) {
  if (faulty() && chance(0.01)) return;
  LabTime when = now_ + (faulty() && chance(0.02) ? between(200ms, 5s) : between(1ms, 50ms));
  when = std::max({when, last_delivery, blocked_until});
  last_delivery = when;
  if (faulty() && chance(0.02)) {
    at(when + between(0s, 3s), deliver);
  }
  at(when, std::move(deliver));
}

void World::to_lab(SimulatedAgent& agent, std::function<void()> deliver) {
  if (agent.up_blocked_until > now_ + kKeepalive) return;  // the stream will not outlive this
  send(agent.up_blocked_until, last_up_[agent.stream],
       [this, deliver = std::move(deliver)] { in_lab(deliver); });
}

void World::to_agent(SimulatedAgent& agent, std::uint64_t stream, std::function<void()> deliver) {
  if (agent.down_blocked_until > now_ + kKeepalive) return;
  send(agent.down_blocked_until, last_down_[stream],
       [&agent, stream, deliver = std::move(deliver)] {
         if (agent.alive && agent.stream == stream) deliver();
       });
}

void World::in_lab(std::function<void()> what) {
  if (!scheduler_) {  // people try again; a message's stream is gone
    if (to_submit_ > 0 || !faulty()) after(1s, [this, what = std::move(what)] { in_lab(what); });
    return;
  }
  if (now_ < paused_until_) {
    at(paused_until_, [this, what = std::move(what)] { in_lab(what); });
    return;
  }
  what();
}

void World::partition(SimulatedAgent& agent, Nanos span, bool both_ways) {
  note(fmt::format("partition {} for {} ms{}", agent.id, span / 1ms, both_ways ? "" : " one way"));
  agent.down_blocked_until = std::max(agent.down_blocked_until, now_ + span);
  if (both_ways) agent.up_blocked_until = std::max(agent.up_blocked_until, now_ + span);
  const std::uint64_t stream = agent.stream;
  if (span < kKeepalive || stream == 0) return;
  after(between(3s, kKeepalive), [this, &agent, stream] {
    if (agent.stream == stream) drop_stream(agent);
  });
  after(between(3s, kKeepalive),
        [this, &agent, stream] { in_lab([this, &agent, stream] { left(agent, stream); }); });
}

}  // namespace gb::test
