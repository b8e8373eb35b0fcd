#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "coordinator/lab/lab.h"
#include "core/document/result_document.h"
#include "tests/support/temporary_folder.h"

namespace gb::support {

/// A real lab on a store of its own, and a hand to play its agents with, message by message. The
/// figures of a run it finishes are made up: it is for tests of what the coordinator does with a
/// result, not of results.
class SmallLab {
 public:
  SmallLab();
  ~SmallLab();

  Lab& lab() { return *lab_; }

  /// Joins with the engines sqlite and sqlite-mem on a host of its own.
  void join(const std::string& agent, const std::string& host_summary = "test host");
  void heartbeat(const std::string& agent, double load_1m, std::int64_t sync_median_nanos);
  void leave(const std::string& agent);

  /// micro-read at smoke on these machines; returns the matrix's id.
  std::string submit(const std::string& name, const std::vector<std::string>& machines,
                     const std::vector<std::string>& engines = {"sqlite"});

  /// What this agent was told to run; fails the test when nothing comes within ten seconds.
  graphbench::v1::Assign assigned(const std::string& agent);
  void progress(const std::string& agent, const graphbench::v1::Assign& assign,
                graphbench::v1::RunPhase phase, std::uint32_t queries_done);
  /// Ends the run with a document, or with an end other than done and its reason.
  void finish(const std::string& agent, const graphbench::v1::Assign& assign,
              const ResultDocument& document);
  void fail_run(const std::string& agent, const graphbench::v1::Assign& assign,
                graphbench::v1::CellEnd end, const std::string& reason);

 private:
  struct Link;
  void report(const std::string& agent, graphbench::v1::RunReport report);

  TemporaryFolder folder_;
  std::unique_ptr<Lab> lab_;
  struct Agent {
    std::shared_ptr<Link> link;
    std::uint64_t epoch = 1;
    std::uint64_t sequence = 0;
  };
  std::map<std::string, Agent> agents_;
};

/// A document for this run with two verified queries; a third one answers wrongly when asked for.
ResultDocument plain_document(const std::string& agent, const graphbench::v1::Assign& assign,
                              bool with_wrong_answer = false);

}  // namespace gb::support
