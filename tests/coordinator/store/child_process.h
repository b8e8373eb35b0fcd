#pragma once

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <functional>
#include <utility>

namespace gb::test {

/// A process that does `work`, telling numbers as it goes, and leaves without cleaning up, as one
/// that was killed does.
class Child {
 public:
  using Tell = std::function<void(std::uint64_t)>;

  explicit Child(const std::function<void(const Tell&)>& work) {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    process_ = fork();
    REQUIRE(process_ >= 0);
    if (process_ == 0) {
      close(ends[0]);
      const Tell tell = [&ends](std::uint64_t number) {
        if (write(ends[1], &number, sizeof number) != sizeof number) _exit(1);
      };
      work(tell);
      _exit(0);
    }
    close(ends[1]);
    told_ = ends[0];
  }
  ~Child() {
    kill_now();
    close(told_);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// The next number, or false when the child is gone and has told nothing more.
  bool next(std::uint64_t& number) { return read(told_, &number, sizeof number) == sizeof number; }
  void kill_now() {
    if (process_ <= 0) return;
    kill(process_, SIGKILL);
    wait_for_end();
  }
  /// The wait status.
  int wait_for_end() {
    int status = 0;
    waitpid(std::exchange(process_, -1), &status, 0);
    return status;
  }

 private:
  pid_t process_ = -1;
  int told_ = -1;
};

}  // namespace gb::test
