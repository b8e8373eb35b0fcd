#include "coordinator/lab/subscribers.h"

#include <utility>

namespace gb {

std::shared_ptr<void> Subscribers::add(Changed changed) {
  const std::lock_guard lock(room_->mutex);
  const std::uint64_t key = room_->next_key++;
  room_->members.emplace(key, std::move(changed));
  // Holds the room, so that a subscription may outlive the lab.
  return {nullptr, [room = room_, key](void*) {
            const std::lock_guard guard(room->mutex);
            room->members.erase(key);
          }};
}

void Subscribers::tell() {
  const std::lock_guard lock(room_->mutex);
  ++room_->version;
  for (const auto& [key, changed] : room_->members) changed(room_->version);
}

}  // namespace gb
