#include "proto/rpc/log.h"

#include <grpc/support/log.h>
#include <spdlog/spdlog.h>

namespace gb {

void route_grpc_log() {
  gpr_set_log_function([](gpr_log_func_args* line) {
    spdlog::debug("grpc {}:{} {}", line->file, line->line, line->message);
  });
}

}  // namespace gb
