#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace gb {

/// A file descriptor with an owner.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int value) : value_(value) {}
  ~Descriptor() { reset(); }
  Descriptor(Descriptor&& other) noexcept : value_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  int get() const { return value_; }
  int release();
  void reset();

 private:
  int value_ = -1;
};

/// The child's descriptor of its events.
inline constexpr int kChildEvents = 3;

struct Spawned {
  pid_t process = 0;  // also its process group and its session
  Descriptor events;  // what the child writes to descriptor kChildEvents
  Descriptor output;  // its stdout and stderr, not blocking
  Descriptor handle;  // readable once it ended (pidfd); none on systems without
};

/// Starts `arguments[0]` in a session of its own, in `folder`, with `mark` ("NAME=value") added to
/// our environment, nothing on stdin and no descriptor of ours but its own. It is killed when the
/// calling thread ends (PR_SET_PDEATHSIG is about threads), leaves no core file, and is the first
/// that a machine out of memory gives up.
/// NotFound or PermissionDenied: there is no such program; Internal: the system refused.
Result<Spawned> spawn(const std::vector<std::string>& arguments, const std::string& mark,
                      const std::filesystem::path& folder);

}  // namespace gb
