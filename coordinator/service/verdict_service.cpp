#include "coordinator/service/verdict_service.h"

#include <chrono>
#include <string>
#include <utility>

#include "coordinator/service/unary_call.h"
#include "coordinator/verdicts/store_verdicts.h"

namespace gb {
namespace v1 = graphbench::v1;

VerdictServiceFace::VerdictServiceFace(Lab& lab, AccessCheck& access)
    : lab_(lab), access_(access), thread_([] { return now() + std::chrono::hours(1); }) {}

grpc::ServerUnaryReactor* VerdictServiceFace::Noise(grpc::CallbackServerContext* context,
                                                    const v1::VerdictRequest* request,
                                                    v1::VerdictView* response) {
  return decide("Noise", "noise", context, request, response);
}

grpc::ServerUnaryReactor* VerdictServiceFace::CompareBuilds(grpc::CallbackServerContext* context,
                                                            const v1::VerdictRequest* request,
                                                            v1::VerdictView* response) {
  return decide("CompareBuilds", "ab", context, request, response);
}

grpc::ServerUnaryReactor* VerdictServiceFace::Gate(grpc::CallbackServerContext* context,
                                                   const v1::VerdictRequest* request,
                                                   v1::VerdictView* response) {
  return decide("Gate", "gate", context, request, response);
}

grpc::ServerUnaryReactor* VerdictServiceFace::History(grpc::CallbackServerContext* context,
                                                      const v1::VerdictRequest* request,
                                                      v1::VerdictView* response) {
  return decide("History", "history", context, request, response);
}

grpc::ServerUnaryReactor* VerdictServiceFace::decide(const char* method, const char* verb,
                                                     grpc::CallbackServerContext* context,
                                                     const v1::VerdictRequest* request,
                                                     v1::VerdictView* response) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  const std::string name = std::string("/graphbench.v1.VerdictService/") + method;
  if (auto admitted = admit(access_, *context, name); !admitted) {
    reactor->Finish(to_status(admitted.error()));
    return reactor;
  }
  // Request and response live until Finish; the task is the one that calls it.
  const bool posted = thread_.post([this, reactor, context, verb, request, response] {
    if (context->IsCancelled()) {
      reactor->Finish(to_status({ErrorCode::Cancelled, "nobody waits for the verdict any more"}));
      return;
    }
    auto view = store_verdict(lab_, verb, *request);
    if (view) *response = std::move(*view);
    reactor->Finish(view ? grpc::Status::OK : to_status(view.error()));
  });
  if (!posted) {
    reactor->Finish(to_status({ErrorCode::Unavailable, "the coordinator is stopping"}));
  }
  return reactor;
}

}  // namespace gb
