#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>

namespace gb {

/// Who wants to know that something changed. Any thread subscribes and leaves; the lab's thread
/// tells.
class Subscribers {
 public:
  using Changed = std::function<void(std::uint64_t)>;

  /// Until the returned object is destroyed; its destructor waits for a call that is under way.
  std::shared_ptr<void> add(Changed changed);

  /// Calls everyone with the next number.
  void tell();

 private:
  struct Room {
    std::mutex mutex;  // guards all below; held during calls, so that leaving waits for them
    std::uint64_t version = 0;
    std::uint64_t next_key = 0;
    std::map<std::uint64_t, Changed> members;
  };
  std::shared_ptr<Room> room_ = std::make_shared<Room>();
};

}  // namespace gb
