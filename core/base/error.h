#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>

namespace gb {

/// What kind of thing went wrong; `proto/rpc/status.cpp` maps it to a gRPC status and `cli/` to an
/// exit code.
enum class ErrorCode {
  InvalidArgument,     // the input is wrong and will stay wrong
  NotFound,            // the thing named does not exist
  AlreadyExists,       // it exists and may not be replaced
  FailedPrecondition,  // the state forbids it (a store newer than the program)
  PermissionDenied,    // known caller, not allowed
  Unauthenticated,     // unknown caller
  ResourceExhausted,   // disk full, a named limit reached
  Unavailable,         // try again later
  DeadlineExceeded,    // took longer than allowed
  Cancelled,           // somebody asked to stop
  Unsupported,         // it cannot be done by this part
  DataLoss,            // bytes are not what they were
  Internal,            // our own fault
};

std::string_view name_of(ErrorCode code);

struct Error {
  ErrorCode code;
  std::string message;  // outermost step first: "load snb-sf1 into sqlite: disk full"
};

template <class T>
using Result = tl::expected<T, Error>;

/// Builds the failed half of a Result: `return fail(ErrorCode::NotFound, "no engine {}", name);`
template <class... Args>
tl::unexpected<Error> fail(ErrorCode code, fmt::format_string<Args...> format, Args&&... args) {
  return tl::unexpected<Error>(Error{code, fmt::format(format, std::forward<Args>(args)...)});
}

/// Passes an error on with the step in front of it: "<step>: <message>".
tl::unexpected<Error> within(std::string_view step, const Error& error);

}  // namespace gb
