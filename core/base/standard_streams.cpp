#include "core/base/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

namespace gb {

void open_standard_streams() {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
    // The lowest free number is the one that was found closed. No close-on-exec: children need it.
    if (::fcntl(stream, F_GETFD) < 0 && ::open("/dev/null", O_RDWR) != stream) return;
  }
}

}  // namespace gb
