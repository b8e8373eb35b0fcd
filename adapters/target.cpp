#include "adapters/target.h"

namespace gb {

std::string_view name_of(Plane plane) {
  switch (plane) {
    case Plane::Inproc:
      return "inproc";
    case Plane::Bolt:
      return "bolt";
    case Plane::Native:
      return "native";
    case Plane::Subprocess:
      return "subprocess";
  }
  return "inproc";
}

Result<void> Session::begin() { return fail(ErrorCode::Unsupported, "no transactions"); }
Result<void> Session::commit() { return fail(ErrorCode::Unsupported, "no transactions"); }
Result<void> Session::rollback() { return fail(ErrorCode::Unsupported, "no transactions"); }

Result<void> Target::reopen() {
  return fail(ErrorCode::Unsupported, "this engine keeps nothing to reopen");
}

}  // namespace gb
