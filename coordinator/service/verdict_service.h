#pragma once

#include "coordinator/lab/lab.h"
#include "coordinator/lab/task_thread.h"
#include "graphbench/v1/verdict_service.grpc.pb.h"
#include "proto/rpc/access.h"

namespace gb {

/// VerdictService over a lab. Documents are read and decided about on a thread of its own, one
/// question after the other, for gRPC's own few threads also carry heartbeats.
class VerdictServiceFace final : public graphbench::v1::VerdictService::CallbackService {
 public:
  VerdictServiceFace(Lab& lab, AccessCheck& access);

  grpc::ServerUnaryReactor* Noise(grpc::CallbackServerContext* context,
                                  const graphbench::v1::VerdictRequest* request,
                                  graphbench::v1::VerdictView* response) override;
  grpc::ServerUnaryReactor* CompareBuilds(grpc::CallbackServerContext* context,
                                          const graphbench::v1::VerdictRequest* request,
                                          graphbench::v1::VerdictView* response) override;
  grpc::ServerUnaryReactor* Gate(grpc::CallbackServerContext* context,
                                 const graphbench::v1::VerdictRequest* request,
                                 graphbench::v1::VerdictView* response) override;
  grpc::ServerUnaryReactor* History(grpc::CallbackServerContext* context,
                                    const graphbench::v1::VerdictRequest* request,
                                    graphbench::v1::VerdictView* response) override;

 private:
  grpc::ServerUnaryReactor* decide(const char* method, const char* verb,
                                   grpc::CallbackServerContext* context,
                                   const graphbench::v1::VerdictRequest* request,
                                   graphbench::v1::VerdictView* response);

  Lab& lab_;
  AccessCheck& access_;
  TaskThread thread_;
};

}  // namespace gb
