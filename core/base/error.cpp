#include "core/base/error.h"

namespace gb {

std::string_view name_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::InvalidArgument:
      return "invalid argument";
    case ErrorCode::NotFound:
      return "not found";
    case ErrorCode::AlreadyExists:
      return "already exists";
    case ErrorCode::FailedPrecondition:
      return "failed precondition";
    case ErrorCode::PermissionDenied:
      return "permission denied";
    case ErrorCode::Unauthenticated:
      return "unauthenticated";
    case ErrorCode::ResourceExhausted:
      return "resource exhausted";
    case ErrorCode::Unavailable:
      return "unavailable";
    case ErrorCode::DeadlineExceeded:
      return "deadline exceeded";
    case ErrorCode::Cancelled:
      return "cancelled";
    case ErrorCode::Unsupported:
      return "unsupported";
    case ErrorCode::DataLoss:
      return "data loss";
    case ErrorCode::Internal:
      return "internal";
  }
  return "internal";
}

tl::unexpected<Error> within(std::string_view step, const Error& error) {
  return tl::unexpected<Error>(Error{error.code, fmt::format("{}: {}", step, error.message)});
}

}  // namespace gb
