#include "cli/client.h"

#include <grpcpp/grpcpp.h>

#include <atomic>
#include <thread>

#include "cli/context.h"
#include "core/base/clock.h"
#include "graphbench/v1/control_service.grpc.pb.h"
#include "graphbench/v1/verdict_service.grpc.pb.h"
#include "proto/rpc/channel.h"
#include "proto/rpc/status.h"

namespace gb {

namespace v1 = graphbench::v1;

struct LabClient::Inside {
  std::shared_ptr<grpc::Channel> channel;
  std::unique_ptr<v1::ControlService::Stub> stub;

  /// One unary call under a deadline.
  template <class Request, class Response>
  Result<Response> call(grpc::Status (v1::ControlService::Stub::*method)(grpc::ClientContext*,
                                                                         const Request&, Response*),
                        const Request& request) {
    return call(*stub, method, request, std::chrono::seconds(30));
  }

  template <class Stub, class Request, class Response>
  static Result<Response> call(Stub& to,
                               grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&,
                                                            Response*),
                               const Request& request, std::chrono::seconds patience) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + patience);
    Response response;
    const grpc::Status status = (to.*method)(&context, request, &response);
    if (!status.ok()) return tl::unexpected(to_error(status));
    return response;
  }
};

LabClient::LabClient(std::shared_ptr<grpc::Channel> channel)
    : inside_(new Inside{channel, v1::ControlService::NewStub(channel)}) {}
LabClient::~LabClient() = default;
LabClient::LabClient(LabClient&&) noexcept = default;
LabClient& LabClient::operator=(LabClient&&) noexcept = default;

Result<LabClient> LabClient::dial(const std::string& address) {
  auto channel = open_channel(address);
  if (!channel) return tl::unexpected(channel.error());
  if (!(*channel)->WaitForConnected(std::chrono::system_clock::now() + std::chrono::seconds(5))) {
    return fail(ErrorCode::Unavailable,
                "no coordinator answers at {}: start one with gb-coordinator, or name another with "
                "--coordinator",
                address);
  }
  return LabClient(*channel);
}

Result<v1::SubmitMatrixResponse> LabClient::submit(const v1::MatrixSpec& spec) {
  v1::SubmitMatrixRequest request;
  *request.mutable_spec() = spec;
  return inside_->call(&v1::ControlService::Stub::SubmitMatrix, request);
}

Result<v1::MatrixView> LabClient::matrix(const std::string& matrix_id) {
  v1::GetMatrixRequest request;
  request.set_matrix_id(matrix_id);
  return inside_->call(&v1::ControlService::Stub::GetMatrix, request);
}

Result<v1::MatrixView> LabClient::cancel(const std::string& matrix_id) {
  v1::CancelMatrixRequest request;
  request.set_matrix_id(matrix_id);
  return inside_->call(&v1::ControlService::Stub::CancelMatrix, request);
}

Result<v1::ListMatricesResponse> LabClient::list_matrices(const v1::ListMatricesRequest& request) {
  return inside_->call(&v1::ControlService::Stub::ListMatrices, request);
}

Result<v1::ListAgentsResponse> LabClient::list_agents() {
  return inside_->call(&v1::ControlService::Stub::ListAgents, v1::ListAgentsRequest());
}

Result<v1::ListResultsResponse> LabClient::list_results(const v1::ListResultsRequest& request) {
  return inside_->call(&v1::ControlService::Stub::ListResults, request);
}

Result<v1::GetResultResponse> LabClient::result(const std::string& run_id) {
  v1::GetResultRequest request;
  request.set_run_id(run_id);
  return inside_->call(&v1::ControlService::Stub::GetResult, request);
}

Result<std::vector<v1::GetResultResponse>> LabClient::results_of(const std::string& matrix_id) {
  std::vector<v1::GetResultResponse> results;
  v1::ListResultsRequest request;
  request.set_matrix_id(matrix_id);
  request.set_page_size(500);
  for (;;) {
    auto page = list_results(request);
    if (!page) return tl::unexpected(page.error());
    for (const v1::ResultView& row : page->results()) {
      auto found = result(row.run_id());
      if (!found) return tl::unexpected(found.error());
      results.push_back(std::move(*found));
    }
    if (page->next_page_token().empty()) break;
    request.set_page_token(page->next_page_token());
  }
  std::reverse(results.begin(), results.end());  // pages come newest first
  return results;
}

Result<v1::VerdictView> LabClient::verdict(std::string_view verb,
                                           const v1::VerdictRequest& request) {
  using Stub = v1::VerdictService::Stub;
  const auto stub = v1::VerdictService::NewStub(inside_->channel);
  // Hundreds of documents are read for an answer.
  const auto ask = [&](auto method) {
    return Inside::call(*stub, method, request, std::chrono::minutes(2));
  };
  if (verb == "noise") return ask(&Stub::Noise);
  if (verb == "ab") return ask(&Stub::CompareBuilds);
  if (verb == "gate") return ask(&Stub::Gate);
  return ask(&Stub::History);
}

Result<v1::MatrixView> LabClient::watch(const std::string& matrix_id,
                                        const std::function<void(const v1::MatrixView&)>& seen,
                                        const std::function<bool()>& give_up) {
  constexpr auto kPatience = std::chrono::minutes(1);
  Instant last_heard = now();
  for (;;) {
    grpc::ClientContext context;
    v1::WatchMatrixRequest request;
    request.set_matrix_id(matrix_id);
    // Cancels a read that would go on blocking: nothing is sent while nothing changes.
    std::atomic<bool> given_up{false};
    const std::jthread watcher([&](const std::stop_token& stop) {
      while (!stop.stop_requested() && !given_up) {
        given_up = give_up();
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
      }
      if (given_up) context.TryCancel();
    });
    const auto reader = inside_->stub->WatchMatrix(&context, request);
    v1::MatrixView view;
    while (reader->Read(&view)) {
      last_heard = now();
      seen(view);
      if (view.state() != v1::MatrixView::STATE_RUNNING) {
        context.TryCancel();
        return view;
      }
    }
    const grpc::Status status = reader->Finish();
    if (given_up)
      return fail(ErrorCode::Cancelled, "interrupted while watching matrix {}", matrix_id);
    if (!status.ok() && status.error_code() != grpc::StatusCode::UNAVAILABLE)
      return tl::unexpected(to_error(status));
    if (now() - last_heard > kPatience) {
      return fail(ErrorCode::Unavailable,
                  "lost the coordinator while watching matrix {}; it goes on there, look again "
                  "with: gb matrix watch {}",
                  matrix_id, matrix_id);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
  }
}

}  // namespace gb
