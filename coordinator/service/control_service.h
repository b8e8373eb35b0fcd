#pragma once

#include <memory>

#include "coordinator/lab/lab.h"
#include "coordinator/service/watch_hub.h"
#include "graphbench/v1/control_service.grpc.pb.h"
#include "proto/rpc/access.h"

namespace gb {

/// ControlService over a lab: each method is one call of the lab.
class ControlServiceFace final : public graphbench::v1::ControlService::CallbackService {
 public:
  ControlServiceFace(Lab& lab, AccessCheck& access, WatchHub& watches)
      : lab_(lab), access_(access), watches_(watches) {}

  grpc::ServerUnaryReactor* SubmitMatrix(grpc::CallbackServerContext* context,
                                         const graphbench::v1::SubmitMatrixRequest* request,
                                         graphbench::v1::SubmitMatrixResponse* response) override;
  grpc::ServerWriteReactor<graphbench::v1::MatrixView>* WatchMatrix(
      grpc::CallbackServerContext* context,
      const graphbench::v1::WatchMatrixRequest* request) override;
  grpc::ServerUnaryReactor* GetMatrix(grpc::CallbackServerContext* context,
                                      const graphbench::v1::GetMatrixRequest* request,
                                      graphbench::v1::MatrixView* response) override;
  grpc::ServerUnaryReactor* ListMatrices(grpc::CallbackServerContext* context,
                                         const graphbench::v1::ListMatricesRequest* request,
                                         graphbench::v1::ListMatricesResponse* response) override;
  grpc::ServerUnaryReactor* CancelMatrix(grpc::CallbackServerContext* context,
                                         const graphbench::v1::CancelMatrixRequest* request,
                                         graphbench::v1::MatrixView* response) override;
  grpc::ServerUnaryReactor* ListAgents(grpc::CallbackServerContext* context,
                                       const graphbench::v1::ListAgentsRequest* request,
                                       graphbench::v1::ListAgentsResponse* response) override;
  grpc::ServerUnaryReactor* ListResults(grpc::CallbackServerContext* context,
                                        const graphbench::v1::ListResultsRequest* request,
                                        graphbench::v1::ListResultsResponse* response) override;
  grpc::ServerUnaryReactor* GetResult(grpc::CallbackServerContext* context,
                                      const graphbench::v1::GetResultRequest* request,
                                      graphbench::v1::GetResultResponse* response) override;

 private:
  Lab& lab_;
  AccessCheck& access_;
  WatchHub& watches_;
};

}  // namespace gb
