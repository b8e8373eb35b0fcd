#include "proto/rpc/status.h"

#include <array>
#include <utility>

namespace gb {
namespace {

// Unsupported and UNIMPLEMENTED differ in name alone; every other code has a namesake.
constexpr std::array<std::pair<ErrorCode, grpc::StatusCode>, 13> kCodes{{
    {ErrorCode::InvalidArgument, grpc::StatusCode::INVALID_ARGUMENT},
    {ErrorCode::NotFound, grpc::StatusCode::NOT_FOUND},
    {ErrorCode::AlreadyExists, grpc::StatusCode::ALREADY_EXISTS},
    {ErrorCode::FailedPrecondition, grpc::StatusCode::FAILED_PRECONDITION},
    {ErrorCode::PermissionDenied, grpc::StatusCode::PERMISSION_DENIED},
    {ErrorCode::Unauthenticated, grpc::StatusCode::UNAUTHENTICATED},
    {ErrorCode::ResourceExhausted, grpc::StatusCode::RESOURCE_EXHAUSTED},
    {ErrorCode::Unavailable, grpc::StatusCode::UNAVAILABLE},
    {ErrorCode::DeadlineExceeded, grpc::StatusCode::DEADLINE_EXCEEDED},
    {ErrorCode::Cancelled, grpc::StatusCode::CANCELLED},
    {ErrorCode::Unsupported, grpc::StatusCode::UNIMPLEMENTED},
    {ErrorCode::DataLoss, grpc::StatusCode::DATA_LOSS},
    {ErrorCode::Internal, grpc::StatusCode::INTERNAL},
}};

// A status message travels as an HTTP/2 header, and a peer refuses headers over 8 KiB.
constexpr std::size_t kLongestMessage = 4000;

}  // namespace

grpc::Status to_status(const Error& error) {
  std::string message = error.message;
  if (message.size() > kLongestMessage) {
    message.resize(kLongestMessage);
    message += " ...";
  }
  for (const auto& [ours, theirs] : kCodes) {
    if (ours == error.code) return {theirs, message};
  }
  return {grpc::StatusCode::INTERNAL, message};
}

grpc::Status to_status(const Result<void>& result) {
  return result ? grpc::Status::OK : to_status(result.error());
}

Error to_error(const grpc::Status& status) {
  for (const auto& [ours, theirs] : kCodes) {
    if (theirs == status.error_code()) return {ours, status.error_message()};
  }
  // OUT_OF_RANGE, ABORTED and UNKNOWN: nobody of ours sends them.
  return {ErrorCode::Internal, status.error_message()};
}

}  // namespace gb
