#include "agent/runner/lifeline.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace gb {
namespace {

int signal_pipe = -1;  // the only thing a signal handler may touch

void pass_on(int signal_number) {
  const int saved = errno;
  const auto byte = static_cast<unsigned char>(signal_number);
  [[maybe_unused]] const ssize_t told = write(signal_pipe, &byte, 1);
  errno = saved;
}

void handle(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;  // an engine's system calls are not to fail because of us
  sigaction(SIGTERM, &action, nullptr);
  sigaction(SIGINT, &action, nullptr);
}

}  // namespace

Lifeline::Lifeline(int events, std::function<void(const char*)> farewell) {
  if (pipe2(wake_, O_CLOEXEC) != 0) return;
  signal_pipe = wake_[1];
  handle(pass_on);
  thread_ =
      std::thread([this, events, farewell = std::move(farewell)] { watch(events, farewell); });
}

Lifeline::~Lifeline() {
  if (!thread_.joinable()) return;
  handle(SIG_DFL);
  const unsigned char none = 0;
  [[maybe_unused]] const ssize_t told = write(wake_[1], &none, 1);
  thread_.join();
  close(wake_[0]);
  close(wake_[1]);
}

void Lifeline::watch(int events, const std::function<void(const char*)>& farewell) const {
  for (;;) {
    // Nothing is asked of the write end: POLLERR, its reader is gone, is always reported.
    pollfd sources[2] = {{wake_[0], POLLIN, 0}, {events, 0, 0}};
    if (poll(sources, 2, -1) < 0) continue;
    if ((sources[1].revents & (POLLERR | POLLHUP)) != 0) {
      // No farewell: nobody listens. No destructors: the engine may hang in any of them.
      _exit(128 + SIGPIPE);
    }
    unsigned char byte = 0;
    if ((sources[0].revents & POLLIN) == 0 || read(wake_[0], &byte, 1) != 1) continue;
    if (byte == 0) return;
    farewell(byte == SIGINT ? "SIGINT" : "SIGTERM");
    _exit(128 + byte);
  }
}

}  // namespace gb
