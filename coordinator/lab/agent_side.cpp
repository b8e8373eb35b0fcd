#include <spdlog/spdlog.h>

#include <utility>

#include "coordinator/lab/inside.h"
#include "coordinator/lab/messages.h"
#include "coordinator/lab/report_intake.h"

namespace gb {
namespace v1 = graphbench::v1;
namespace {

/// Versions of the agent stream this coordinator speaks.
constexpr std::uint32_t kOldestProtocol = 1;
constexpr std::uint32_t kNewestProtocol = 1;

void acknowledge(AgentLink& link, const std::string& spool_id, std::uint64_t durable_to) {
  v1::CoordinatorMessage message;
  message.mutable_acknowledge()->set_spool_id(spool_id);
  message.mutable_acknowledge()->set_durable_to(durable_to);
  link.send(std::move(message));
}

}  // namespace

Result<void> Lab::Inside::join(const v1::Hello& hello, std::shared_ptr<AgentLink> link) {
  auto record = to_record(hello);
  if (!record) return tl::unexpected(record.error());
  const AgentId name = record->name;
  if (hello.min_protocol() > kNewestProtocol || hello.max_protocol() < kOldestProtocol) {
    return fail(
        ErrorCode::FailedPrecondition,
        "agent {} {} speaks protocol {} to {}, this coordinator {} to {}: upgrade the older "
        "one",
        name, hello.software_version(), hello.min_protocol(), hello.max_protocol(), kOldestProtocol,
        kNewestProtocol);
  }
  if (auto admitted = agents.admit(name, record->session_epoch); !admitted) return admitted;
  if (!is_identifier(hello.spool_id())) {
    return fail(ErrorCode::InvalidArgument, "agent {}: no spool id in its Hello", name);
  }

  record->last_seen = wall_now();
  if (auto stored = store->put_agent(*record); !stored)
    return within("store agent", stored.error());
  const auto spool = store->meet_spool(hello.spool_id(), name, hello.spooled_from(),
                                       hello.acknowledged_to(), wall_now());
  if (!spool) return within("compare spools", spool.error());
  if (spool->resent > 0) {
    spdlog::error(
        "acknowledged reports missing from the store, asking for them again agent={} count={}",
        name, spool->resent);
  }
  if (spool->lost > 0) {
    spdlog::error("acknowledged reports lost at both ends agent={} count={}", name, spool->lost);
  }

  const AgentJoined joined{name, record->session_epoch, record->host_fingerprint,
                           to_held(hello.running())};
  const auto replaced = agents.join(std::move(*record), link, time());
  v1::CoordinatorMessage message;
  v1::Welcome& welcome = *message.mutable_welcome();
  welcome.set_protocol(std::min(hello.max_protocol(), kNewestProtocol));
  welcome.set_lease_nanos(static_cast<std::uint64_t>(config.limits.lease.count()));
  welcome.set_heartbeat_nanos(static_cast<std::uint64_t>(config.heartbeat.count()));
  welcome.set_durable_to(spool->durable_to);
  link->send(std::move(message));
  spdlog::info("agent joined agent={} session={} host={} spool={} durable_to={}", name,
               joined.session_epoch, joined.host_fingerprint, hello.spool_id(), spool->durable_to);
  dispatcher.feed(joined, time());
  if (replaced) {
    replaced->close(
        {ErrorCode::AlreadyExists, fmt::format("agent {} has opened a newer stream", name)});
  }
  changed();
  return {};
}

void Lab::Inside::heard(const AgentId& agent, std::uint64_t session_epoch,
                        const v1::Heartbeat& heartbeat) {
  auto* entry = agents.find(agent);
  if (entry == nullptr || !entry->link || entry->record.session_epoch != session_epoch) return;
  entry->heard = time();
  entry->record.last_seen = wall_now();
  if (heartbeat.has_load()) {
    entry->load = heartbeat.load();
    entry->load_known = true;
  }
  dispatcher.feed(AgentHeard{agent, session_epoch, to_held(heartbeat.running())}, time());
  changed();
}

Result<void> Lab::Inside::reported(const std::string& agent, const v1::RunReport& report) {
  const auto* entry = agents.find(AgentId::trusted(agent));
  if (entry == nullptr || !entry->link) {
    return fail(ErrorCode::FailedPrecondition, "agent {} reports before its Hello", agent);
  }
  auto intake = take_in(agent, report);
  std::string why_aside;
  if (!intake && intake.error().code == ErrorCode::DataLoss) {
    spdlog::error("report damaged agent={}: {}", agent, intake.error().message);
    // Damage on the way goes away when it is sent again; damage at the source does not.
    if (damaged.insert({report.spool_id(), report.sequence()}).second) {
      return tl::unexpected(intake.error());
    }
    why_aside = intake.error().message;
    auto envelope = read_envelope(agent, report);
    if (!envelope) return tl::unexpected(envelope.error());
    intake = Intake{std::move(*envelope), {}};
  }
  if (!intake) return tl::unexpected(intake.error());
  const ReportRecord& record = intake->record;
  if (!intake->unreadable.empty())
    why_aside = "its document cannot be counted: " + intake->unreadable;
  const bool bad_document = !why_aside.empty();

  auto committed = bad_document ? store->set_report_aside(record, why_aside, wall_now())
                                : store->commit_report(record, wall_now());
  if (!committed && committed.error().code == ErrorCode::NotFound) {
    why_aside = committed.error().message;
    committed = store->set_report_aside(record, why_aside, wall_now());
  }
  if (!committed) {
    spdlog::error("report not committed agent={} run={}: {}", agent, record.run,
                  committed.error().message);
    return within(fmt::format("commit the report of run {}", record.run), committed.error());
  }
  damaged.erase({report.spool_id(), report.sequence()});
  acknowledge(*entry->link, record.spool_id, committed->durable_to);
  changed();
  if (committed->fate == ReportFate::Duplicate) {
    ++reports_duplicate;
    return {};
  }
  RunReported event{record.run, record.cell, record.end, record.reason,
                    committed->fate == ReportFate::Accepted};
  if (!why_aside.empty()) {
    spdlog::error("report set aside agent={} run={} sequence={}: {}", agent, record.run,
                  record.sequence, why_aside);
    if (!bad_document) return {};
    // Should we stop before the decision is stored, the lease of a run nobody names runs out.
    event.end = CellEnd::EngineFailed;
    event.reason = "the report was kept but cannot be counted: " + why_aside;
    event.accepted = true;  // the scheduler heeds it only from the run that holds the lease
  } else {
    ++(event.accepted ? reports_accepted : reports_superseded);
  }
  spdlog::info("run reported run={} cell={} agent={} end={} accepted={} reason={}", event.run,
               event.cell, agent, name_of(event.end), event.accepted, event.reason);
  runs.ended(event.run, event.end == CellEnd::Done, time());
  dispatcher.feed(event, time());
  return {};
}

void Lab::Inside::leaving(const AgentId& agent, const AgentLink* link) {
  const auto session_epoch = agents.release(agent, link);
  if (!session_epoch) return;
  spdlog::info("agent is leaving agent={} session={}", agent, *session_epoch);
  dispatcher.feed(AgentLeft{agent, *session_epoch}, time());
  changed();
}

void Lab::Inside::left(const AgentId& agent, const AgentLink* link) {
  const auto gone = agents.leave(agent, link);
  if (!gone) return;
  const auto* entry = agents.find(agent);
  spdlog::info("agent left agent={} session={} connected_anew={}", agent, gone->session_epoch,
               entry->link != nullptr);
  if (!entry->link) {
    // So that "last seen" survives a restart; losing it costs nothing else.
    if (auto stored = store->put_agent(entry->record); !stored) {
      spdlog::warn("agent not stored agent={}: {}", agent, stored.error().message);
    }
  }
  if (!gone->released) dispatcher.feed(AgentLeft{agent, gone->session_epoch}, time());
  changed();
}

}  // namespace gb
