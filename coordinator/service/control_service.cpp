#include "coordinator/service/control_service.h"

#include <string>

#include "coordinator/service/unary_call.h"

namespace gb {
namespace v1 = graphbench::v1;
namespace {

std::string full_name(const char* method) {
  return std::string("/graphbench.v1.ControlService/") + method;
}

/// A stream that ends at once with an error.
class RefusedWatch final : public grpc::ServerWriteReactor<v1::MatrixView> {
 public:
  explicit RefusedWatch(const Error& error) { Finish(to_status(error)); }
  void OnDone() override { delete this; }
};

}  // namespace

grpc::ServerUnaryReactor* ControlServiceFace::SubmitMatrix(grpc::CallbackServerContext* context,
                                                           const v1::SubmitMatrixRequest* request,
                                                           v1::SubmitMatrixResponse* response) {
  return answer(access_, context, full_name("SubmitMatrix"), response,
                [&] { return lab_.submit(request->spec()); });
}

grpc::ServerWriteReactor<v1::MatrixView>* ControlServiceFace::WatchMatrix(
    grpc::CallbackServerContext* context, const v1::WatchMatrixRequest* request) {
  if (auto admitted = admit(access_, *context, full_name("WatchMatrix")); !admitted) {
    return new RefusedWatch(admitted.error());
  }
  return watches_.watch(request->matrix_id());
}

grpc::ServerUnaryReactor* ControlServiceFace::GetMatrix(grpc::CallbackServerContext* context,
                                                        const v1::GetMatrixRequest* request,
                                                        v1::MatrixView* response) {
  return answer(access_, context, full_name("GetMatrix"), response,
                [&] { return lab_.matrix(request->matrix_id()); });
}

grpc::ServerUnaryReactor* ControlServiceFace::ListMatrices(grpc::CallbackServerContext* context,
                                                           const v1::ListMatricesRequest* request,
                                                           v1::ListMatricesResponse* response) {
  return answer(access_, context, full_name("ListMatrices"), response,
                [&] { return lab_.list_matrices(*request); });
}

grpc::ServerUnaryReactor* ControlServiceFace::CancelMatrix(grpc::CallbackServerContext* context,
                                                           const v1::CancelMatrixRequest* request,
                                                           v1::MatrixView* response) {
  return answer(access_, context, full_name("CancelMatrix"), response,
                [&] { return lab_.cancel(request->matrix_id()); });
}

grpc::ServerUnaryReactor* ControlServiceFace::ListAgents(grpc::CallbackServerContext* context,
                                                         const v1::ListAgentsRequest*,
                                                         v1::ListAgentsResponse* response) {
  return answer(access_, context, full_name("ListAgents"), response,
                [&] { return lab_.list_agents(); });
}

grpc::ServerUnaryReactor* ControlServiceFace::ListResults(grpc::CallbackServerContext* context,
                                                          const v1::ListResultsRequest* request,
                                                          v1::ListResultsResponse* response) {
  return answer(access_, context, full_name("ListResults"), response,
                [&] { return lab_.list_results(*request); });
}

grpc::ServerUnaryReactor* ControlServiceFace::GetResult(grpc::CallbackServerContext* context,
                                                        const v1::GetResultRequest* request,
                                                        v1::GetResultResponse* response) {
  return answer(access_, context, full_name("GetResult"), response,
                [&] { return lab_.result(request->run_id()); });
}

}  // namespace gb
