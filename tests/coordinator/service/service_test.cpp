#include <doctest/doctest.h>
#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/create_channel.h>

#include <chrono>
#include <set>

#include "coordinator/service/rpc_server.h"
#include "graphbench/v1/agent_service.grpc.pb.h"
#include "graphbench/v1/control_service.grpc.pb.h"
#include "proto/rpc/channel.h"
#include "proto/rpc/limits.h"
#include "tests/coordinator/lab/lab_fixture.h"

using namespace gb;
using namespace gb::test;

namespace {

/// A call's context with a deadline no healthy answer comes near.
struct Call : grpc::ClientContext {
  Call() { set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(20)); }
};

/// A lab behind a real server on a free port.
struct Served : LabRoom {
  explicit Served(std::shared_ptr<AccessCheck> access = nullptr) {
    server = std::move(
        RpcServer::start(*lab, {.address = "127.0.0.1:0", .access = std::move(access)}).value());
    channel = open_channel(fmt::format("127.0.0.1:{}", server->port())).value();
    control = v1::ControlService::NewStub(channel);
    agents = v1::AgentService::NewStub(channel);
  }
  ~Served() { server->stop(); }

  grpc::Status submit(const v1::MatrixSpec& spec, v1::SubmitMatrixResponse* response) {
    Call call;
    v1::SubmitMatrixRequest request;
    *request.mutable_spec() = spec;
    return control->SubmitMatrix(&call, request, response);
  }
  std::unique_ptr<RpcServer> server;
  std::shared_ptr<grpc::Channel> channel;
  std::unique_ptr<v1::ControlService::Stub> control;
  std::unique_ptr<v1::AgentService::Stub> agents;
};

/// One agent's stream, driven by hand.
struct Stream {
  explicit Stream(v1::AgentService::Stub& stub) : wire(stub.Connect(&call)) {}
  bool say(const v1::Hello& hello) {
    v1::AgentMessage message;
    *message.mutable_hello() = hello;
    return wire->Write(message);
  }
  bool say(const v1::RunReport& report) {
    v1::AgentMessage message;
    *message.mutable_report() = report;
    return wire->Write(message);
  }
  v1::CoordinatorMessage hear() {
    v1::CoordinatorMessage message;
    wire->Read(&message);
    return message;
  }
  grpc::Status end() {
    wire->WritesDone();
    return ended();
  }
  /// Waits for the coordinator to end it.
  grpc::Status ended() {
    v1::CoordinatorMessage message;
    while (wire->Read(&message)) {
    }
    return wire->Finish();
  }
  Call call;
  std::unique_ptr<grpc::ClientReaderWriter<v1::AgentMessage, v1::CoordinatorMessage>> wire;
};

class Nobody final : public AccessCheck {
 public:
  Result<void> admit(const CallFacts& call) override {
    const std::lock_guard lock(mutex);
    methods.insert(call.method);
    return fail(ErrorCode::Unauthenticated, "nobody is admitted");
  }
  std::mutex mutex;
  std::set<std::string> methods;
};

}  // namespace

TEST_CASE("a matrix goes all the way over gRPC: submit, assign, report, watch, get") {
  Served room;
  Stream agent(*room.agents);
  REQUIRE(agent.say(hello("laptop")));
  CHECK(agent.hear().welcome().heartbeat_nanos() == 50'000'000);
  v1::SubmitMatrixResponse submitted;
  REQUIRE(room.submit(matrix("laptop"), &submitted).ok());
  CHECK(submitted.cell_count() == 1);

  Call watch_call;
  v1::WatchMatrixRequest watch;
  watch.set_matrix_id(submitted.matrix_id());
  const auto watched = room.control->WatchMatrix(&watch_call, watch);
  v1::MatrixView view;
  REQUIRE(watched->Read(&view));
  CHECK(view.state() == v1::MatrixView::STATE_RUNNING);

  const v1::Assign assign = agent.hear().assign();
  const v1::RunReport report = done(assign, 1, "spool-of-laptop");
  REQUIRE(agent.say(report));
  CHECK(agent.hear().acknowledge().durable_to() == 1);
  while (watched->Read(&view)) {
  }
  CHECK(watched->Finish().ok());
  CHECK(view.state() == v1::MatrixView::STATE_ENDED);
  CHECK(view.done_count() == 1);

  Call get_call;
  v1::GetResultRequest get;
  get.set_run_id(assign.run_id());
  v1::GetResultResponse result;
  REQUIRE(room.control->GetResult(&get_call, get, &result).ok());
  CHECK(result.document() == report.document().bytes());
  CHECK(agent.end().ok());
  CHECK(eventually([&] { return room.lab->figures()->agents_connected == 0; }));
}

TEST_CASE("a matrix that cannot run is refused with the code and words for it") {
  Served room;
  Stream agent(*room.agents);
  REQUIRE(agent.say(hello("laptop")));
  agent.hear();
  v1::MatrixSpec spec = matrix("laptop");
  grpc::StatusCode code = grpc::StatusCode::INVALID_ARGUMENT;
  std::vector<std::string> words;
  SUBCASE("unknown engine") {
    spec.mutable_engines(0)->set_name("postgres");
    words = {"postgres", "sqlite"};
  }
  SUBCASE("unknown workload") {
    spec.set_workloads(0, "macro-write");
    words = {"macro-write", "micro-read"};
  }
  SUBCASE("unknown scale") {
    spec.set_scales(0, "sf1000");
    words = {"sf1000", "smoke"};
  }
  SUBCASE("unknown machine") {
    spec.set_machines(0, "toaster");
    words = {"toaster", "laptop"};
  }
  SUBCASE("nothing to run") {
    spec.clear_engines();
    words = {"engine"};
  }
  SUBCASE("more cells than the limit") {
    spec.set_rounds(101);
    code = grpc::StatusCode::RESOURCE_EXHAUSTED;
    words = {"101", "100"};
  }
  v1::SubmitMatrixResponse response;
  const grpc::Status status = room.submit(spec, &response);
  CHECK(status.error_code() == code);
  for (const std::string& word : words) {
    CAPTURE(status.error_message());
    CHECK(status.error_message().find(word) != std::string::npos);
  }
  CHECK(room.lab->list_matrices({})->matrices_size() == 0);
}

TEST_CASE("what does not exist is NOT_FOUND, what is no id INVALID_ARGUMENT") {
  Served room;
  for (const auto& [id, code] : {std::pair{"0190", grpc::StatusCode::NOT_FOUND},
                                 std::pair{"../../etc", grpc::StatusCode::INVALID_ARGUMENT}}) {
    Call get_call, cancel_call, result_call, watch_call;
    v1::MatrixView view;
    v1::GetMatrixRequest get;
    get.set_matrix_id(id);
    CHECK(room.control->GetMatrix(&get_call, get, &view).error_code() == code);
    v1::CancelMatrixRequest cancel;
    cancel.set_matrix_id(id);
    CHECK(room.control->CancelMatrix(&cancel_call, cancel, &view).error_code() == code);
    v1::GetResultRequest result;
    result.set_run_id(id);
    v1::GetResultResponse response;
    CHECK(room.control->GetResult(&result_call, result, &response).error_code() == code);
    v1::WatchMatrixRequest watch;
    watch.set_matrix_id(id);
    const auto watched = room.control->WatchMatrix(&watch_call, watch);
    CHECK_FALSE(watched->Read(&view));
    CHECK(watched->Finish().error_code() == code);
  }
}

TEST_CASE("every method asks the access check before it does anything") {
  const auto nobody = std::make_shared<Nobody>();
  Served room(nobody);
  Call calls[9];
  std::vector<grpc::StatusCode> codes;
  const auto note = [&](const grpc::Status& status) { codes.push_back(status.error_code()); };
  v1::SubmitMatrixResponse submitted;
  v1::MatrixView view;
  v1::ListMatricesResponse matrices;
  v1::ListAgentsResponse agents;
  v1::ListResultsResponse results;
  v1::GetResultResponse result;
  note(room.control->SubmitMatrix(&calls[0], {}, &submitted));
  note(room.control->GetMatrix(&calls[1], {}, &view));
  note(room.control->ListMatrices(&calls[2], {}, &matrices));
  note(room.control->CancelMatrix(&calls[3], {}, &view));
  note(room.control->ListAgents(&calls[4], {}, &agents));
  note(room.control->ListResults(&calls[5], {}, &results));
  note(room.control->GetResult(&calls[6], {}, &result));
  const auto watched = room.control->WatchMatrix(&calls[7], {});
  CHECK_FALSE(watched->Read(&view));
  note(watched->Finish());
  Stream stream(*room.agents);
  stream.say(hello("laptop"));
  note(stream.ended());
  for (const grpc::StatusCode code : codes) CHECK(code == grpc::StatusCode::UNAUTHENTICATED);

  // Every method there is: a new one without the check fails here.
  std::set<std::string> all;
  for (const auto* file :
       {v1::AgentMessage::descriptor()->file(), v1::MatrixView::descriptor()->file()}) {
    for (int s = 0; s < file->service_count(); ++s) {
      for (int m = 0; m < file->service(s)->method_count(); ++m) {
        all.insert("/" + file->service(s)->full_name() + "/" + file->service(s)->method(m)->name());
      }
    }
  }
  CHECK(nobody->methods == all);
  CHECK(room.lab->list_agents()->agents_size() == 0);
}

TEST_CASE("a message over the limit is refused and the server lives on (F26)") {
  Served room;
  // A channel of its own, which does not hold back what it sends.
  grpc::ChannelArguments arguments;
  arguments.SetMaxSendMessageSize(-1);
  const auto channel = grpc::CreateCustomChannel(fmt::format("127.0.0.1:{}", room.server->port()),
                                                 grpc::InsecureChannelCredentials(), arguments);
  const auto control = v1::ControlService::NewStub(channel);
  v1::SubmitMatrixRequest request;
  request.mutable_spec()->set_name(std::string(kMessageLimitBytes + 1, 'x'));
  v1::SubmitMatrixResponse response;
  Call call;
  CHECK(control->SubmitMatrix(&call, request, &response).error_code() ==
        grpc::StatusCode::RESOURCE_EXHAUSTED);
  Call next;
  v1::ListAgentsResponse agents;
  CHECK(control->ListAgents(&next, {}, &agents).ok());
}

TEST_CASE("the second stream of one session takes the place of the first") {
  Served room;
  Stream first(*room.agents);
  REQUIRE(first.say(hello("laptop", 5)));
  CHECK(first.hear().has_welcome());
  Stream second(*room.agents);
  REQUIRE(second.say(hello("laptop", 5)));
  CHECK(second.hear().has_welcome());
  CHECK(first.ended().error_code() == grpc::StatusCode::ALREADY_EXISTS);
  Stream older(*room.agents);
  REQUIRE(older.say(hello("laptop", 4)));
  const grpc::Status refused = older.ended();
  CHECK(refused.error_code() == grpc::StatusCode::ALREADY_EXISTS);
  CHECK(refused.error_message().find("--name") != std::string::npos);
  CHECK(room.lab->figures()->agents_connected == 1);
}

TEST_CASE("a stream begins with Hello and has only one") {
  Served room;
  Stream report_first(*room.agents);
  report_first.say(v1::RunReport());
  CHECK(report_first.ended().error_code() == grpc::StatusCode::INVALID_ARGUMENT);
  Stream twice(*room.agents);
  twice.say(hello("laptop"));
  twice.say(hello("laptop"));
  CHECK(twice.ended().error_code() == grpc::StatusCode::INVALID_ARGUMENT);
  Stream nameless(*room.agents);
  nameless.say(hello("Not A Name"));
  CHECK(nameless.ended().error_code() == grpc::StatusCode::INVALID_ARGUMENT);
}

TEST_CASE("a port that is taken is Unavailable, with the address and what to do") {
  Served room;
  const std::string address = fmt::format("127.0.0.1:{}", room.server->port());
  const auto second = RpcServer::start(*room.lab, {.address = address, .access = nullptr});
  REQUIRE_FALSE(second);
  CHECK(second.error().code == ErrorCode::Unavailable);
  CHECK(second.error().message.find(address) != std::string::npos);
  CHECK(second.error().message.find("choose another") != std::string::npos);
}

TEST_CASE("a server that stops ends its streams and watchers with UNAVAILABLE (F41)") {
  Served room;
  Stream agent(*room.agents);
  REQUIRE(agent.say(hello("laptop")));
  agent.hear();
  v1::SubmitMatrixResponse submitted;
  REQUIRE(room.submit(matrix("laptop"), &submitted).ok());
  Call watch_call;
  v1::WatchMatrixRequest watch;
  watch.set_matrix_id(submitted.matrix_id());
  const auto watched = room.control->WatchMatrix(&watch_call, watch);
  v1::MatrixView view;
  REQUIRE(watched->Read(&view));
  room.server->stop();
  while (watched->Read(&view)) {
  }
  CHECK(watched->Finish().error_code() == grpc::StatusCode::UNAVAILABLE);
  CHECK(agent.ended().error_code() == grpc::StatusCode::UNAVAILABLE);
}

TEST_CASE("one process can talk to its own coordinator without the network") {
  Served room;
  const auto control = v1::ControlService::NewStub(room.server->in_process_channel());
  Call call;
  v1::ListAgentsResponse agents;
  CHECK(control->ListAgents(&call, {}, &agents).ok());
}
