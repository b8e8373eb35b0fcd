#pragma once

#include <grpcpp/support/server_callback.h>

#include <string>
#include <utility>

#include "proto/rpc/access.h"
#include "proto/rpc/status.h"

namespace gb {

/// Whether this call may go on: the one way into AccessCheck.
inline Result<void> admit(AccessCheck& access, const grpc::CallbackServerContext& context,
                          std::string method) {
  return access.admit({std::move(method), context.peer()});
}

/// A whole unary call: admitted, worked out by `work` (which returns a Result<Response>), answered.
template <class Response, class Work>
grpc::ServerUnaryReactor* answer(AccessCheck& access, grpc::CallbackServerContext* context,
                                 std::string method, Response* response, Work work) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  if (auto admitted = admit(access, *context, std::move(method)); !admitted) {
    reactor->Finish(to_status(admitted.error()));
    return reactor;
  }
  Result<Response> result = work();
  if (result) *response = std::move(*result);
  reactor->Finish(result ? grpc::Status::OK : to_status(result.error()));
  return reactor;
}

}  // namespace gb
