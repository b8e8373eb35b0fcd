#include "cli/exit_code.h"

namespace gb {

ExitCode exit_code_of(const Error& error) {
  switch (error.code) {
    case ErrorCode::InvalidArgument:
    case ErrorCode::NotFound:
    case ErrorCode::AlreadyExists:
    case ErrorCode::ResourceExhausted:
      return ExitCode::BadInput;
    case ErrorCode::Cancelled:
      return ExitCode::Interrupted;
    default:
      return ExitCode::Infrastructure;
  }
}

}  // namespace gb
