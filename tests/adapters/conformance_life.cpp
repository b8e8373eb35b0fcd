#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "tests/adapters/conformance.h"

namespace gb::test {
namespace {

bool mentions(const Error& error, std::string_view text) {
  return error.message.find(text) != std::string::npos;
}

std::int64_t integer(const Value& value) { return std::get<std::int64_t>(value.is); }

struct BadFile {
  std::string nodes_header = "id:ID,:LABEL";
  std::vector<std::string> nodes = {"1,Node", "2,Node"};
  std::string edges_header = ":START_ID,:END_ID,:TYPE";
  std::vector<std::string> edges = {"1,2,EDGE"};
  std::vector<std::string_view> named;  // all of them in the message
};

}  // namespace

void check_bad_files(const Subject& subject) {
  const std::vector<BadFile> cases = {
      {.nodes = {"1,Node", "two,Node"}, .named = {"Node.csv:3", "two"}},
      {.nodes = {"1,Node", "2"}, .named = {"Node.csv:3"}},
      {.nodes_header = "id:INT64,:LABEL", .named = {"Node.csv", "ID"}},
      {.nodes = {"1,Node", "2,Node", "1,Node"}, .named = {"Node.csv:4", "insert 1"}},
      {.edges_header = ":START_ID,:TYPE", .edges = {"1,EDGE"}, .named = {"EDGE.rel.csv", "END_ID"}},
      {.edges = {"1,2,EDGE", "1,x,EDGE"}, .named = {"EDGE.rel.csv:3", "x"}},
      {.edges = {"1,2,EDGE", "1,77,EDGE"}, .named = {"EDGE.rel.csv:3", "ends at node 77"}},
      {.edges = {"78,2,EDGE"}, .named = {"EDGE.rel.csv:2", "starts at node 78"}},
  };
  Opened opened = open_empty(subject);
  for (const BadFile& bad : cases) {
    SmallGraph graph;
    graph.nodes("Node", {}, bad.nodes_header, bad.nodes);
    graph.edges("EDGE", "Node", "Node", {}, bad.edges_header, bad.edges);
    const Result<LoadReport> report = opened.target->load(graph.dataset());
    REQUIRE_FALSE(report.has_value());
    for (const std::string_view name : bad.named) {
      CHECK_MESSAGE(mentions(report.error(), name), report.error().message);
    }
    // A target whose load failed does not answer questions.
    CHECK(opened.target->connect().error().code == ErrorCode::FailedPrecondition);
  }
  // Fewer records than the dataset promises are not a loaded dataset.
  SmallGraph graph;
  conformance_graph(graph);
  Dataset promised = graph.dataset();
  promised.edge_count = 5;
  CHECK(opened.target->load(promised).error().code == ErrorCode::DataLoss);
  // And after all of it a good one loads.
  CHECK(opened.target->load(graph.dataset()).has_value());
}

void check_threads(const Subject& subject) {
  SmallGraph graph;
  conformance_graph(graph);
  Opened opened = open_loaded(subject, graph.dataset());
  std::atomic<int> wrong{0};
  std::atomic<int> asked{0};
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 8; ++thread) {
      threads.emplace_back([&, thread] {
        Client client(subject, *opened.target);
        for (int i = 0; i < 1000; ++i) {
          const std::int64_t id = 1 + (thread + i) % 4;
          const Result<Answer> answer =
              i % 2 == 0 ? client.ask("point", {id}) : client.ask("reach3", {id});
          const std::int64_t expected = i % 2 == 0 ? id : (id == 4 ? 0 : 4);
          if (!answer || integer(answer->rows.at(0).at(0)) != expected) ++wrong;
          ++asked;
        }
      });
    }
  }
  CHECK(asked == 8000);
  CHECK(wrong == 0);
}

void check_transactions(const Subject& subject) {
  if (!subject.adapter.static_info.capabilities.transactions) return;
  SmallGraph graph;
  conformance_graph(graph);
  Opened opened = open_loaded(subject, graph.dataset());
  Client writer(subject, *opened.target);
  Client reader(subject, *opened.target);

  REQUIRE(writer.session().begin().has_value());
  REQUIRE(writer.ask("set_version", {1, 7}).has_value());
  CHECK(integer(writer.single("version", {1})) == 7);
  if (!subject.reader_waits_for_writer) CHECK(integer(reader.single("version", {1})) == 0);
  REQUIRE(writer.session().rollback().has_value());
  CHECK(integer(reader.single("version", {1})) == 0);
  CHECK(writer.session().rollback().has_value());  // nothing to roll back

  REQUIRE(writer.session().begin().has_value());
  REQUIRE(writer.ask("set_version", {1, 8}).has_value());
  std::atomic<std::int64_t> seen{-1};
  std::jthread waiting([&] {
    Client late(subject, *opened.target);
    seen = integer(late.single("version", {1}));
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  if (subject.reader_waits_for_writer) CHECK(seen == -1);
  REQUIRE(writer.session().commit().has_value());
  waiting.join();
  CHECK(seen == (subject.reader_waits_for_writer ? 8 : 0));
  CHECK(integer(reader.single("version", {1})) == 8);

  // Two writers at once: both succeed, no update is lost.
  {
    std::vector<std::jthread> writers;
    for (int i = 0; i < 2; ++i) {
      writers.emplace_back([&] {
        Client client(subject, *opened.target);
        for (int k = 0; k < 25; ++k) CHECK(client.ask("bump_version", {2}).has_value());
      });
    }
  }
  CHECK(integer(reader.single("version", {2})) == 50);
}

void check_closing(const Subject& subject) {
  SmallGraph graph;
  conformance_graph(graph);
  Opened opened = open_loaded(subject, graph.dataset());
  const std::filesystem::path beside = opened.folder->path() / "not-ours.txt";
  std::filesystem::copy_file(graph.folder() / "Node.csv", beside);
  CHECK(opened.target->close().has_value());
  CHECK(opened.target->close().has_value());
  CHECK_FALSE(opened.target->connect().has_value());
  CHECK_FALSE(opened.target->load(graph.dataset()).has_value());
  CHECK(std::filesystem::exists(beside));

  Opened failed = open_empty(subject);
  SmallGraph bad;
  bad.nodes("Node", {}, "id:ID,:LABEL", {"1,Node", "x,Node"});
  CHECK_FALSE(failed.target->load(bad.dataset()).has_value());
  CHECK(failed.target->close().has_value());
  CHECK(failed.target->close().has_value());
}

void check_reload(const Subject& subject) {
  SmallGraph graph;
  conformance_graph(graph);
  Opened opened = open_loaded(subject, graph.dataset());
  SmallGraph chain;
  chain_graph(chain, 30);
  CHECK(opened.target->load(chain.dataset()).value().edge_count == 29);
  const LoadReport again = opened.target->load(graph.dataset()).value();
  CHECK(again.node_count == 4);
  CHECK(again.edge_count == 4);
  {
    Client client(subject, *opened.target);
    CHECK(integer(client.single("reach3", {1})) == 4);
  }
  if (!opened.target->info().capabilities.persistent) {
    CHECK(opened.target->reopen().error().code == ErrorCode::Unsupported);
    return;
  }
  REQUIRE(opened.target->reopen().has_value());
  CHECK(opened.target->store_bytes() == again.store_bytes);
  Client client(subject, *opened.target);
  CHECK(integer(client.single("reach3", {1})) == 4);
}

// The edges come through a pipe that never ends, so the load is certainly in the middle of them
// when its process dies.
void check_killed_load(const Subject& subject) {
  if (!subject.adapter.static_info.capabilities.persistent) return;
  SmallGraph graph;
  conformance_graph(graph);
  Dataset endless = graph.dataset();
  const std::filesystem::path pipe = graph.folder() / "pipe.csv";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  endless.rels[0].files = {pipe};
  TemporaryFolder folder;

  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    auto target = subject.adapter.open({folder.path(), {}});
    if (target) (void)(*target)->load(endless);
    _exit(0);
  }
  const int writing = open(pipe.c_str(), O_WRONLY);  // waits until the load has opened its end
  REQUIRE(writing >= 0);
  const std::string begin = ":START_ID,:END_ID,:TYPE\n1,2,EDGE\n";
  CHECK(write(writing, begin.data(), begin.size()) == static_cast<ssize_t>(begin.size()));
  kill(child, SIGKILL);
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  close(writing);
  CHECK(WIFSIGNALED(status));

  const std::unique_ptr<Target> next = subject.adapter.open({folder.path(), {}}).value();
  REQUIRE(next->reopen().has_value());
  CHECK(next->connect().error().code == ErrorCode::FailedPrecondition);
  CHECK(next->load(graph.dataset()).value().edge_count == 4);
  REQUIRE(next->reopen().has_value());
  CHECK(next->connect().has_value());
}

void check_interrupt(const Subject& subject) {
  SmallGraph graph;
  conformance_graph(graph);
  Opened opened = open_loaded(subject, graph.dataset());
  Client client(subject, *opened.target);
  client.session().interrupt();  // nothing runs: no error, now or later
  CHECK(integer(client.single("point", {1})) == 1);
  for (const char* question : {"endless", "endless_rows"}) {
    client.statement(question);
    std::jthread watcher([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
      client.session().interrupt();
    });
    const Result<Answer> answer = client.ask(question);
    REQUIRE_FALSE(answer.has_value());
    CHECK(answer.error().code == ErrorCode::Cancelled);
    watcher.join();
    CHECK(integer(client.single("point", {2})) == 2);
  }
}

}  // namespace gb::test
