#include "agent/runner/pipe_events.h"

#include <fmt/format.h>

#include <cstdio>

namespace gb {

void PipeEvents::tell(const graphbench::v1::RunnerEvent& event) {
  if (auto written = writer_.write(event); !written) {
    fmt::print(stderr, "gb-runner: {}\n", written.error().message);
  }
}

}  // namespace gb
