#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/parallel.h"

namespace gb {

/// Finished rows of a table.
struct RowBlock {
  std::string room;  // kept from block to block, so that it is cleared once
  std::size_t size = 0;
  std::int64_t rows = 0;

  std::string_view bytes() const { return {room.data(), size}; }
};

/// Three stages on `threads` threads, the calling one among them: take(Item&) hands out the next
/// item, or false after the last; format(Item&, RowBlock&) turns it into an empty block; put(const
/// RowBlock&) gets the blocks in the order of the items and may fail. take and put are called by
/// one thread at a time, format by many. Holds a few items and blocks per thread, and reuses them.
/// The first error of put ends it.
template <class Item, class Take, class Format, class Put>
Result<void> run_pipeline(unsigned threads, const Take& take, const Format& format,
                          const Put& put) {
  struct Slot {
    Item item{};
    RowBlock block;
    bool formatted = false;
  };
  std::vector<Slot> slots(threads == 1 ? 1 : std::size_t{3} * threads);
  std::mutex mutex;
  std::condition_variable changed;
  // All below are guarded by mutex; a slot is its item's until it was put.
  std::size_t taken = 0;
  std::size_t put_count = 0;
  bool taking = false;
  bool putting = false;
  bool ended = false;
  Result<void> status;

  // Whoever has nothing better to do puts, else takes and formats. An exception stops the others.
  const auto work = [&](std::unique_lock<std::mutex>& lock) {
    for (;;) {
      Slot& oldest = slots[put_count % slots.size()];
      if (!status || (ended && put_count == taken)) return;
      if (!putting && put_count < taken && oldest.formatted) {
        putting = true;
        lock.unlock();
        Result<void> result = put(std::as_const(oldest.block));
        lock.lock();
        putting = false;
        oldest.formatted = false;
        ++put_count;
        if (!result) status = std::move(result);
        changed.notify_all();
      } else if (!taking && !ended && taken - put_count < slots.size()) {
        taking = true;
        Slot& slot = slots[taken % slots.size()];
        lock.unlock();
        const bool more = take(slot.item);
        lock.lock();
        taking = false;
        ended = !more;
        if (more) ++taken;
        changed.notify_all();
        if (!more) continue;
        lock.unlock();
        slot.block.size = 0;
        slot.block.rows = 0;
        format(slot.item, slot.block);
        lock.lock();
        slot.formatted = true;
        changed.notify_all();
      } else {
        changed.wait(lock);
      }
    }
  };
  run_on_threads(threads, [&] {
    std::unique_lock lock(mutex);
    try {
      work(lock);
    } catch (...) {
      if (!lock.owns_lock()) lock.lock();
      status = fail(ErrorCode::Internal, "a stage threw");  // never seen: the exception is
      changed.notify_all();
      throw;
    }
  });
  return status;
}

}  // namespace gb
