#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "graphbench/v1/run.pb.h"

namespace gb {

/// Who hears how a run goes. Never called while operations are timed.
class RunEvents {
 public:
  virtual ~RunEvents() = default;
  virtual void tell(const graphbench::v1::RunnerEvent& event) = 0;
};

}  // namespace gb
